import EventKernel
import Quantities

/// Everything that happens to the phone whatever the compared policy does.
///
/// Compared policies meet the same world: what is drawn here never depends on a policy.
public struct WorldProfile: Hashable, Sendable {
    /// Mail, push, other apps.
    public var otherTraffic: [TrafficSource]
    public var network: NetworkBehaviour
    /// VoIP calls to the app, so long apart; `nil`: nobody calls.
    public var incomingCalls: Distribution<Seconds>?
    /// Cellular calls, which interrupt playing; `nil`: none.
    public var phoneCalls: PhoneCalls?
    /// Somebody listening to music; `nil`: nobody does.
    public var listening: Listening?
    public var movement: Movement
    /// The radio cells there; `nil`: the phone hears of none.
    public var cells: CellLayout?
    /// Places that policies may watch, with different names.
    public var regions: [Region]
    /// Where satellites are received; `nil`: everywhere.
    public var sky: Sky?
    /// The share of places whose Wi-Fi access points somebody has mapped.
    public var wifiCoverage: Fraction

    public init(
        otherTraffic: [TrafficSource] = [], network: NetworkBehaviour = NetworkBehaviour(),
        incomingCalls: Distribution<Seconds>? = nil, phoneCalls: PhoneCalls? = nil,
        listening: Listening? = nil, movement: Movement = .still(at: .origin),
        cells: CellLayout? = nil, regions: [Region] = [], sky: Sky? = nil,
        wifiCoverage: Fraction = Fraction(1)
    ) {
        self.otherTraffic = otherTraffic
        self.network = network
        self.incomingCalls = incomingCalls
        self.phoneCalls = phoneCalls
        self.listening = listening
        self.movement = movement
        self.cells = cells
        self.regions = regions
        self.sky = sky
        self.wifiCoverage = wifiCoverage
    }
}

/// One source of other apps' traffic: a renewal process of transfers.
public struct TrafficSource: Hashable, Sendable {
    /// From one transfer to the next; the first comes after one such time.
    public var every: Distribution<Seconds>
    public var uplink: Distribution<Bytes>
    public var downlink: Distribution<Bytes>
    public var roundTrips: Int

    public init(
        every: Distribution<Seconds>, uplink: Distribution<Bytes>, downlink: Distribution<Bytes>,
        roundTrips: Int
    ) {
        self.every = every
        self.uplink = uplink
        self.downlink = downlink
        self.roundTrips = roundTrips
    }
}

/// What lies between the phone and a server.
public struct NetworkBehaviour: Hashable, Sendable {
    /// After this long without a packet a NAT or middlebox forgets a connection; drawn once for
    /// each network the phone is in. `nil`: never.
    public var natIdleTimeout: Distribution<Seconds>?
    /// From one change of network to the next, each of which ends all connections; `nil`: never.
    public var change: Distribution<Seconds>?

    public init(
        natIdleTimeout: Distribution<Seconds>? = nil, change: Distribution<Seconds>? = nil
    ) {
        self.natIdleTimeout = natIdleTimeout
        self.change = change
    }
}

/// Cellular calls, made or taken.
public struct PhoneCalls: Hashable, Sendable {
    /// From the end of one to the beginning of the next.
    public var every: Distribution<Seconds>
    public var duration: Distribution<Seconds>

    public init(every: Distribution<Seconds>, duration: Distribution<Seconds>) {
        self.every = every
        self.duration = duration
    }
}

/// A listener, from the start of the run.
public struct Listening: Hashable, Sendable {
    /// Until the listener stops for good, interruptions included.
    public var duration: Distribution<Seconds>
    public var trackLength: Distribution<Seconds>
    /// The share of tracks that the listener skips before their end.
    public var skipped: Fraction
    /// How much of a skipped track is heard, if the track is that long.
    public var heardOfSkipped: Distribution<Seconds>

    public init(
        duration: Distribution<Seconds>, trackLength: Distribution<Seconds>, skipped: Fraction,
        heardOfSkipped: Distribution<Seconds>
    ) {
        self.duration = duration
        self.trackLength = trackLength
        self.skipped = skipped
        self.heardOfSkipped = heardOfSkipped
    }
}
