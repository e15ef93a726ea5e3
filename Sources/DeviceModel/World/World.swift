import EventKernel
import Quantities

/// The world during one run: what it has drawn so far, and from which streams it draws on.
///
/// Each purpose has a stream of its own, so that what one part of the world draws, or whether it
/// exists at all, moves no other.
struct World: ~Copyable {
    private let plan: WorldPlan
    var profile: WorldProfile { plan.profile }
    /// Of the network that the phone is in; `nil`: it forgets nothing.
    private(set) var natIdleTimeout: TimeSpan?
    /// The same for UDP.
    private(set) var natIdleTimeoutUDP: TimeSpan?
    /// The phone's way, the same for every policy.
    let itinerary: Itinerary
    /// Where reported positions are written down as they come; `nil`: nobody asked for them.
    var reports: ReportQueue?
    /// The radio cell that serves the phone; `nil` where the world has none.
    var servingCell: Cell? { lastCellChange?.to ?? firstCell }
    /// The last change of it so far.
    private(set) var lastCellChange: CellChange?
    /// Changes so far.
    private(set) var cellChangeCount = 0
    /// Those of them that led into another location area.
    private(set) var areaUpdateCount = 0
    /// The profile's regions where they lie in this replication, in the profile's order.
    let regions: [PlacedRegion]
    /// `nil`: satellites are received everywhere.
    let sky: SkyView?
    /// What is a function of time and place alone.
    let places: PlaceHash
    /// How long a receiver takes to its first fix: drawn by those who switch it on.
    private var firstFixes: RandomStream

    private let source: RandomSource
    private let firstCell: Cell?
    private var cells: CellTracker?
    private var nextCellChange: CellChange?
    private let trafficLaws: TrafficLaws
    /// By source.
    private var traffic: FixedArray<RandomStream>
    private var natIdleTimeouts: RandomStream
    /// `nil` where UDP mappings last for ever.
    private var udpTimeouts: RandomStream?
    private var networkChanges: RandomStream
    private var incomingCalls: RandomStream
    private var phoneCalls: RandomStream
    private var tracks: RandomStream
    /// By place of the app.
    var apps: [AppWorld]
    var memoryPressure: Recurrence?
    var restarts: Recurrence?
    var outages: Recurrence?
    /// Whether servers can be reached just now.
    var isReachable = true
    /// Whether the user is on the telephone just now.
    private(set) var isPhoneCall = false
    /// `nil`: there is no Wi-Fi.
    var wifi: WiFiTimes?
    var otherApps: Recurrence?
    var charging: DailyTimes?
    /// `nil`: nobody touches the phone's sound.
    var sound: SoundWorld?

    /// - Parameters:
    ///   - plan: what all runs have in common.
    ///   - surroundings: of the replication.
    init(_ plan: WorldPlan, in surroundings: borrowing Surroundings) {
        let source = surroundings.source
        func stream(_ purpose: String, _ index: Int = 0) -> RandomStream {
            source.stream(purpose, UInt64(index))
        }
        self.plan = plan
        trafficLaws = plan.trafficLaws
        self.source = source
        let way = surroundings.itinerary
        itinerary = way
        regions = plan.profile.regions.map { $0.placed(on: way) }
        cells = surroundings.cells
        firstCell = cells?.serving
        traffic = FixedArray(plan.profile.otherTraffic.indices.map { stream("other-traffic", $0) })
        natIdleTimeouts = stream("nat-idle-timeouts")
        udpTimeouts = plan.profile.network.natIdleTimeoutUDP.map { _ in
            stream("nat-idle-timeouts-udp")
        }
        networkChanges = stream("network-changes")
        incomingCalls = stream("incoming-calls")
        phoneCalls = stream("phone-calls")
        firstFixes = stream("first-fixes")
        let hash = PlaceHash(stream("places"))
        places = hash
        sky = plan.profile.sky.map { SkyView($0, over: way, hash: hash) }
        tracks = stream("tracks")
        apps = plan.profile.apps.indices.map { place in
            AppWorld(plan.profile.apps[place], place: Int32(place)) { stream($0, place) }
        }
        memoryPressure = plan.profile.memoryPressure.map {
            Recurrence(every: $0.every, stream: stream("memory-pressure"))
        }
        restarts = plan.profile.restarts.map {
            Recurrence(every: $0, stream: stream("restarts"))
        }
        outages = plan.profile.network.outages.map {
            Recurrence(every: $0.every, stream: stream("outages"))
        }
        wifi = plan.profile.wifi.map {
            WiFiTimes($0, along: way) { stream("wi-fi-presence", $0) }
        }
        otherApps = plan.profile.otherApps.map {
            Recurrence(every: $0.every, stream: stream("other-apps"))
        }
        charging = plan.profile.charging.map {
            DailyTimes($0.daily) { stream("charging", $0) }
        }
        sound = plan.profile.sound.map { SoundWorld($0) { stream($0) } }
    }

    /// Every stream as it stands, always in the same order.
    var streams: [RandomStream] {
        var streams = [
            natIdleTimeouts, networkChanges, incomingCalls, phoneCalls, firstFixes, tracks,
        ]
        for source in traffic.indices { streams.append(traffic[source]) }
        for place in apps.indices { streams += apps[place].streams }
        if let wifi { streams += wifi.streams }
        if let charging { streams += charging.streams }
        streams += [memoryPressure, restarts, otherApps, outages].compactMap { $0?.stream }
        streams += [udpTimeouts].compactMap { $0 }
        return streams + (sound?.streams ?? [])
    }

    /// Plans the first event of everything that goes on.
    mutating func begin(on phone: inout Phone) {
        beginWiFi(on: &phone)
        enterNetwork(on: &phone)
        for source in profile.otherTraffic.indices { planTraffic(source, on: &phone) }
        planIncomingCall(on: &phone)
        planPhoneCall(on: &phone)
        planCellChange(on: &phone)
        for place in apps.indices { apps[place].begin(on: &phone) }
        plan(.memoryShort, after: memoryPressure?.gap(), on: &phone)
        plan(.restart, after: restarts?.gap(), on: &phone)
        plan(.outageBegins, after: outages?.gap(), on: &phone)
        plan(.otherAppOpens, after: otherApps?.gap(), on: &phone)
        beginCharging(on: &phone)
        sound?.begin(on: &phone)
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
        drawMiddlebox(isOnWiFi: phone.isOnWiFi)
        guard let change = profile.network.change else { return }
        phone.simulation.schedule(
            .networkChange, at: phone.now + Self.span(change, &networkChanges), priority: .arrival)
    }

    /// Draws the middlebox of a new network.
    mutating func drawMiddlebox(isOnWiFi: Bool) {
        let behindWiFi = isOnWiFi ? profile.wifi?.natIdleTimeout : nil
        let law = behindWiFi ?? profile.network.natIdleTimeout
        natIdleTimeout = law.map { Self.span($0, &natIdleTimeouts) }
        if var stream = udpTimeouts, let timeout = profile.network.natIdleTimeoutUDP {
            natIdleTimeoutUDP = Self.span(timeout, &stream)
            udpTimeouts = stream
        }
    }

    mutating func planIncomingCall(on phone: inout Phone) {
        guard let every = profile.incomingCalls else { return }
        phone.simulation.schedule(
            .incomingCall, at: phone.now + Self.span(every, &incomingCalls), priority: .arrival)
    }

    mutating func planPhoneCall(on phone: inout Phone) {
        guard let calls = profile.phoneCalls else { return }
        isPhoneCall = false
        sound?.call(begins: false, on: &phone)
        let gap = Self.span(calls.every, &phoneCalls)
        phone.simulation.schedule(.phoneCallBegins, at: phone.now + gap, priority: .arrival)
    }

    mutating func planPhoneCallEnd(on phone: inout Phone) {
        guard let calls = profile.phoneCalls else { return }
        isPhoneCall = true
        sound?.call(begins: true, on: &phone)
        let duration = Self.span(calls.duration, &phoneCalls)
        phone.simulation.schedule(.phoneCallEnds, at: phone.now + duration, priority: .arrival)
    }

    // MARK: Cells and receivers

    /// The phone has come into another cell; plans when it leaves that.
    ///
    /// - Returns: the change.
    mutating func changeCell(on phone: inout Phone) -> CellChange? {
        guard let change = nextCellChange else { return nil }
        lastCellChange = change
        cellChangeCount += 1
        if change.updatesArea { areaUpdateCount += 1 }
        planCellChange(on: &phone)
        return change
    }

    /// What the cells did to the phone, whatever the policy.
    func report(into metrics: inout MetricValues) {
        guard profile.cells != nil else { return }
        metrics[.cellChanges] = Double(cellChangeCount)
        metrics[.areaUpdates] = Double(areaUpdateCount)
    }

    private mutating func planCellChange(on phone: inout Phone) {
        nextCellChange = cells?.next()
        guard let nextCellChange else { return }
        phone.simulation.schedule(.cellChange, at: nextCellChange.time, priority: .arrival)
    }

    /// A stream for what one event draws, whoever asks for it and whatever was drawn before.
    ///
    /// - Parameters:
    ///   - purpose: what is drawn.
    ///   - index: which event it is, the same under every policy.
    func stream(_ purpose: String, _ index: UInt64) -> RandomStream {
        source.stream(purpose, index)
    }

    /// How long a receiver that receives satellites takes to its first fix.
    mutating func timeToFirstFix(
        _ start: SatelliteKnowledge.Start, _ receiver: GNSSProfile
    ) -> TimeSpan {
        switch start {
        case .cold: Self.span(receiver.starts.cold, &firstFixes)
        case .warm: Self.span(receiver.starts.warm, &firstFixes)
        case .hot: Self.span(receiver.starts.hot, &firstFixes)
        case .aided: Self.span(receiver.assistance?.start ?? receiver.starts.hot, &firstFixes)
        }
    }

    // MARK: Listening

    /// The next track of the listener's, the same for every policy.
    mutating func nextTrack(_ listening: Listening) -> Track {
        let length = Self.span(listening.trackLength, &tracks)
        let skips = tracks.uniform() < listening.skipped.magnitude
        let heard = Self.span(listening.heardOfSkipped, &tracks)
        return Track(length: length, heard: skips ? min(heard, length) : length)
    }

    /// When the listener begins, after the duration has been drawn.
    mutating func listeningBegin(_ listening: Listening) -> TimeSpan? {
        listening.begins.map { Self.span($0, &tracks) }
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
