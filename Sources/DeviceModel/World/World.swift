import EventKernel
import Quantities

/// The world during one run: what it has drawn so far, and from which streams it draws on.
///
/// Each purpose has a stream of its own, so that what one part of the world draws, or whether it
/// exists at all, moves no other.
struct World: ~Copyable {
    let profile: WorldProfile
    /// Of the network that the phone is in; `nil`: it forgets nothing.
    private(set) var natIdleTimeout: TimeSpan?
    private(set) var path: Path?

    private let trafficLaws: TrafficLaws
    /// By source.
    private var traffic: FixedArray<RandomStream>
    private var natIdleTimeouts: RandomStream
    private var networkChanges: RandomStream
    private var incomingCalls: RandomStream
    private var phoneCalls: RandomStream
    private var movement: RandomStream
    private var cells: RandomStream
    private var positions: RandomStream
    private var tracks: RandomStream

    /// - Parameter trafficLaws: of the profile.
    init(
        _ profile: WorldProfile, _ trafficLaws: TrafficLaws, seed: UInt64, replication: UInt64
    ) {
        func stream(_ purpose: String, _ index: Int = 0) -> RandomStream {
            RandomStream(
                StreamKey(
                    seed: seed, replication: replication, purpose: purpose, index: UInt64(index)))
        }
        self.profile = profile
        self.trafficLaws = trafficLaws
        traffic = FixedArray(profile.otherTraffic.indices.map { stream("other-traffic", $0) })
        natIdleTimeouts = stream("nat-idle-timeouts")
        networkChanges = stream("network-changes")
        incomingCalls = stream("incoming-calls")
        phoneCalls = stream("phone-calls")
        movement = stream("movement")
        cells = stream("cells")
        positions = stream("positions")
        tracks = stream("tracks")
    }

    /// Every stream as it stands, always in the same order.
    var streams: [RandomStream] {
        var streams = [
            natIdleTimeouts, networkChanges, incomingCalls, phoneCalls, movement, cells, positions,
            tracks,
        ]
        for source in traffic.indices { streams.append(traffic[source]) }
        return streams
    }

    /// Plans the first event of everything that goes on.
    mutating func begin(on phone: inout Phone) {
        enterNetwork(on: &phone)
        for source in profile.otherTraffic.indices { planTraffic(source, on: &phone) }
        planIncomingCall(on: &phone)
        planPhoneCall(on: &phone)
        if let movement = profile.movement {
            path = Path(movement)
            planLeg(on: &phone)
        }
    }

    /// A time from a distribution, as a span.
    private static func span(
        _ distribution: Distribution<Seconds>, _ stream: inout RandomStream
    ) -> TimeSpan {
        TimeSpan(distribution.sample(&stream))
    }

    // MARK: Traffic

    private mutating func planTraffic(_ source: Int, on phone: inout Phone) {
        let gap = trafficLaws.gap(source, &traffic[source])
        phone.simulation.schedule(
            .traffic(Int32(source)), at: phone.now + gap, priority: .arrival)
    }

    /// What arrives from `source` now; plans its next arrival.
    mutating func arrival(from source: Int, on phone: inout Phone) -> Transfer {
        // Drawn from a stream in registers, and written back once.
        var stream = traffic[source]
        let transfer = trafficLaws.transfer(source, &stream)
        let gap = trafficLaws.gap(source, &stream)
        traffic[source] = stream
        phone.simulation.schedule(
            .traffic(Int32(truncatingIfNeeded: source)), at: phone.now + gap,
            priority: .arrival)
        return transfer
    }

    // MARK: Network and calls

    /// Draws the middlebox of a new network and when it is left.
    mutating func enterNetwork(on phone: inout Phone) {
        natIdleTimeout = profile.network.natIdleTimeout.map { Self.span($0, &natIdleTimeouts) }
        guard let change = profile.network.change else { return }
        phone.simulation.schedule(
            .networkChange, at: phone.now + Self.span(change, &networkChanges), priority: .arrival)
    }

    mutating func planIncomingCall(on phone: inout Phone) {
        guard let every = profile.incomingCalls else { return }
        phone.simulation.schedule(
            .incomingCall, at: phone.now + Self.span(every, &incomingCalls), priority: .arrival)
    }

    mutating func planPhoneCall(on phone: inout Phone) {
        guard let calls = profile.phoneCalls else { return }
        let gap = Self.span(calls.every, &phoneCalls)
        phone.simulation.schedule(.phoneCallBegins, at: phone.now + gap, priority: .arrival)
    }

    mutating func planPhoneCallEnd(on phone: inout Phone) {
        guard let calls = profile.phoneCalls else { return }
        let duration = Self.span(calls.duration, &phoneCalls)
        phone.simulation.schedule(.phoneCallEnds, at: phone.now + duration, priority: .arrival)
    }

    // MARK: Movement

    /// Begins the next leg: a trip after a stay, a stay after a trip.
    mutating func planLeg(on phone: inout Phone) {
        guard let end = path?.beginLeg(at: phone.now, &movement) else { return }
        phone.simulation.schedule(.legEnds, at: end, priority: .completion)
        planCellChange(on: &phone)
    }

    /// Plans the next cell change, if it comes within this leg.
    ///
    /// Changes are a Poisson process along the way. It has no memory, so each leg begins afresh.
    mutating func planCellChange(on phone: inout Phone) {
        guard let rate = profile.movement?.cellChanges, rate > .zero, let path,
            path.isMoving
        else { return }
        let distance = Meters(1000 * cells.exponential() / rate.magnitude)
        guard let time = path.time(after: distance, from: phone.now) else { return }
        phone.simulation.schedule(.cellChange, at: time, priority: .arrival)
    }

    /// A reported position: the truth, and an error whose median distance is `error`.
    mutating func reportedPosition(at time: Instant, error: Meters) -> Point {
        let truth = path?.position(at: time) ?? .origin
        // The distance of a bivariate normal is Rayleigh: its median is σ √(2 ln 2).
        let sigma = error.magnitude / (2 * PortableMath.log(2)).squareRoot()
        return Point(
            x: truth.x + sigma * positions.normal(), y: truth.y + sigma * positions.normal())
    }

    // MARK: Listening

    /// The next track of the listener's, the same for every policy.
    mutating func nextTrack(_ listening: Listening) -> Track {
        let length = Self.span(listening.trackLength, &tracks)
        let skips = tracks.uniform() < listening.skipped.magnitude
        let heard = Self.span(listening.heardOfSkipped, &tracks)
        return Track(length: length, heard: skips ? min(heard, length) : length)
    }

    mutating func listeningDuration(_ listening: Listening) -> TimeSpan {
        Self.span(listening.duration, &tracks)
    }
}

/// A piece of music as one listener hears it.
struct Track: Hashable, Sendable {
    var length: TimeSpan
    /// The listener skips to the next track here, or at the end.
    var heard: TimeSpan
}
