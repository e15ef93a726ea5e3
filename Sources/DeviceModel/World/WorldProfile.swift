import Kernel

/// Everything that happens to the phone whatever the compared policy does.
///
/// Compared policies meet the same world: what is drawn here never depends on a policy.
public struct WorldProfile: Hashable, Sendable {
    /// Mail, push, other apps.
    public var otherTraffic: [TrafficSource]
    /// What was recorded of other apps, or of a whole phone, which happens beside the policies.
    public var recordedTraffic: [RecordedBehaviour] = []
    public var network: NetworkBehaviour
    /// VoIP calls to the app, so long apart; `nil`: nobody calls.
    public var incomingCalls: Distribution<Seconds>?
    /// When in the day they come more often; `nil`: all day alike.
    public var callsByHour: DayRhythm?
    /// Which of them are answered; `nil`: none is.
    public var callAnswers: CallAnswers?
    /// Cellular calls, which interrupt playing; `nil`: none.
    public var phoneCalls: Spells?
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
    /// What is there for each app: for one that is alone on the phone first, then for the
    /// scenario's apps in their order. At least one.
    public var apps: [AppWorldProfile]
    /// `nil`: memory is never short but for the apps of the scenario.
    public var memoryPressure: MemoryPressure?
    /// What the user's apps hold that are none of the scenario's; `nil`: nothing.
    public var otherAppsMemory: Bytes?
    /// From one restart of the phone to the next; `nil`: it is never switched off.
    public var restarts: Distribution<Seconds>?
    /// For a phone with a Wi-Fi radio beside its own; `nil`: there is none anywhere.
    public var wifi: WiFiPresence?
    /// When the user has an app in front that is no policy's; `nil`: never but by pick-ups.
    public var otherApps: Spells?
    /// Who uses the phone; `nil`: it lies there in standby, and nothing is opened.
    public var user: UserProfile?
    /// `nil`: the battery lasts.
    public var battery: BatteryCourse?
    /// `nil`: the phone is never at a charger.
    public var charging: Charging?
    /// What a user does about the phone's sound; `nil`: nothing.
    public var sound: SoundHappenings?
    /// Of the radio that the phone is described with; `nil`: it is always the same.
    public var signal: Signal?
    /// Whether the system keeps its connection for pushes up whatever the policy.
    public var keepsPushConnection = false

    public init(
        otherTraffic: [TrafficSource] = [], network: NetworkBehaviour = NetworkBehaviour(),
        incomingCalls: Distribution<Seconds>? = nil, phoneCalls: Spells? = nil,
        listening: Listening? = nil, movement: Movement = .still(at: .origin),
        cells: CellLayout? = nil, regions: [Region] = [], sky: Sky? = nil,
        wifiCoverage: Fraction = Fraction(1),
        apps: [AppWorldProfile] = [AppWorldProfile()],
        memoryPressure: MemoryPressure? = nil,
        restarts: Distribution<Seconds>? = nil,
        otherApps: Spells? = nil,
        wifi: WiFiPresence? = nil,
        battery: BatteryCourse? = nil,
        charging: Charging? = nil,
        sound: SoundHappenings? = nil,
        callAnswers: CallAnswers? = nil,
        callsByHour: DayRhythm? = nil,
        user: UserProfile? = nil
    ) {
        self.otherTraffic = otherTraffic
        self.network = network
        self.incomingCalls = incomingCalls
        self.callAnswers = callAnswers
        self.phoneCalls = phoneCalls
        self.listening = listening
        self.movement = movement
        self.cells = cells
        self.regions = regions
        self.sky = sky
        self.wifiCoverage = wifiCoverage
        self.apps = apps
        self.memoryPressure = memoryPressure
        self.restarts = restarts
        self.wifi = wifi
        self.otherApps = otherApps
        self.battery = battery
        self.charging = charging
        self.sound = sound
        self.callsByHour = callsByHour
        self.user = user
    }
}

extension WorldProfile {
    /// Whether the world itself tells when the user has an app in front.
    public var hasSessions: Bool { otherApps != nil || apps.contains { $0.sessions != nil } }

    /// The share of pick-ups that open one of the apps.
    public var opened: Fraction { Fraction(apps.reduce(0) { $0 + $1.opened.magnitude }) }
}

/// One source of other apps' traffic: a renewal process of transfers.
public struct TrafficSource: Hashable, Sendable {
    /// From one transfer to the next; the first comes after one such time.
    public var every: Distribution<Seconds>
    public var uplink: Distribution<Bytes>
    public var downlink: Distribution<Bytes>
    public var roundTrips: Int
}

/// What lies between the phone and a server.
public struct NetworkBehaviour: Hashable, Sendable {
    /// After this long without a packet a NAT or middlebox forgets a connection; drawn once for
    /// each network the phone is in. `nil`: never.
    public var natIdleTimeout: Distribution<Seconds>?
    /// The same of a UDP mapping, which is forgotten sooner as a rule. `nil`: never.
    public var natIdleTimeoutUDP: Distribution<Seconds>?
    /// After this long without a packet the server closes a connection, and says so. `nil`: never.
    public var serverIdleTimeout: TimeSpan?
    /// Times in which no server can be reached, which end all connections. `nil`: none.
    public var outages: Spells?
    /// From one change of network to the next, each of which ends all connections; `nil`: never.
    public var change: Distribution<Seconds>?

    public init(
        natIdleTimeout: Distribution<Seconds>? = nil, change: Distribution<Seconds>? = nil,
        natIdleTimeoutUDP: Distribution<Seconds>? = nil, serverIdleTimeout: TimeSpan? = nil,
        outages: Spells? = nil
    ) {
        self.natIdleTimeout = natIdleTimeout
        self.natIdleTimeoutUDP = natIdleTimeoutUDP
        self.serverIdleTimeout = serverIdleTimeout
        self.outages = outages
        self.change = change
    }
}

/// What the user does when a VoIP call rings.
public struct CallAnswers: Hashable, Sendable {
    /// The chance that a call is answered.
    public var share: Fraction
    /// From the ring to the answer.
    public var after: Distribution<Seconds>
    /// From the answer to the end of the call, times on hold not included.
    public var duration: Distribution<Seconds>
}

/// A listener.
public struct Listening: Hashable, Sendable {
    /// From the beginning until the listener stops for good, interruptions included.
    public var duration: Distribution<Seconds>
    public var trackLength: Distribution<Seconds>
    /// The share of tracks that the listener skips before their end.
    public var skipped: Fraction
    /// How much of a skipped track is heard, if the track is that long; zero where none is skipped.
    public var heardOfSkipped: Distribution<Seconds>
    /// From the start of the run until the listener begins; `nil`: at once.
    public var begins: Distribution<Seconds>?
    /// After so many the listener stops; `nil`: there is always another one. At least 1.
    public var tracks: Int?
}
