/// The state of the world during one run.
///
/// Each purpose has its own stream, so no part of the world affects another's draws.
struct World: ~Copyable {
    private let plan: WorldPlan
    var profile: WorldProfile { plan.profile }
    /// The timeout in the current network; `nil`: none.
    private(set) var natIdleTimeout: TimeSpan?
    private(set) var natIdleTimeoutUDP: TimeSpan?
    private var owned: Owned<Ground>
    private let source: RandomSource
    private let trafficLaws: TrafficLaws
    /// By source.
    private(set) var traffic: FixedArray<RandomStream>
    /// In the profile's order.
    var recordings: [RecordingPlace]
    private(set) var natIdleTimeouts: RandomStream
    /// `nil`: UDP mappings never expire.
    private(set) var udpTimeouts: RandomStream?
    private(set) var networkChanges: RandomStream
    private(set) var incomingCalls: RandomStream
    private(set) var phoneCalls: RandomStream
    private(set) var tracks: RandomStream
    var apps: [AppWorld]
    var memoryPressure: Recurrence?
    /// Whether the phone's apps together may exceed its memory.
    var memoryIsLimited = false
    var restarts: Recurrence?
    var outages: Recurrence?
    var isReachable = true
    private(set) var isPhoneCall = false
    /// `nil`: no Wi-Fi.
    var wifi: WiFiTimes?
    var otherApps: Recurrence?
    /// `nil`: the user never picks up the phone.
    var user: UserDay?
    /// The system's own work; `nil`: none.
    var ownWork: Recurrence?
    /// App index; negative outside the policies.
    var front: Int32?
    var charging: DailyTimes?
    /// `nil`: the signal never changes.
    var signal: SignalCourse?
    /// `nil`: the user never touches the phone's sound.
    var sound: SoundWorld?

    /// - `ownWork`: of the system; a bare phone is without it.
    init(_ plan: WorldPlan, ownWork: Spells? = nil, in surroundings: borrowing Surroundings) {
        let source = surroundings.source
        func stream(_ purpose: String, _ index: Int = 0) -> RandomStream {
            source.stream(purpose, UInt64(index))
        }
        self.plan = plan
        trafficLaws = plan.trafficLaws
        self.source = source
        owned = Owned(
            Ground(
                surroundings, regions: plan.profile.regions, sky: plan.profile.sky,
                wifiCoverage: plan.profile.wifiCoverage))
        traffic = FixedArray(plan.profile.otherTraffic.indices.map { stream("other-traffic", $0) })
        recordings = plan.profile.recordedTraffic.map { _ in RecordingPlace() }
        natIdleTimeouts = stream("nat-idle-timeouts")
        udpTimeouts = plan.profile.network.natIdleTimeoutUDP.map { _ in
            stream("nat-idle-timeouts-udp")
        }
        networkChanges = stream("network-changes")
        incomingCalls = stream("incoming-calls")
        phoneCalls = stream("phone-calls")
        tracks = stream("tracks")
        apps = plan.profile.apps.indices.map { place in
            AppWorld(plan.profile.apps[place], place: Int32(place)) { stream($0, place) }
        }
        memoryPressure = plan.profile.memoryPressure.map {
            Recurrence(every: $0.every, stream: stream("memory-pressure"))
        }
        restarts = plan.profile.restarts.map { Recurrence(every: $0, stream: stream("restarts")) }
        outages = plan.profile.network.outages.map { $0.recurrence(stream("outages")) }
        wifi = plan.profile.wifi.map {
            WiFiTimes($0, along: surroundings.itinerary) { stream("wi-fi-presence", $0) }
        }
        otherApps = plan.profile.otherApps.map { $0.recurrence(stream("other-apps")) }
        user = plan.profile.user.map { UserDay($0, apps: plan.profile.apps) { stream($0) } }
        charging = plan.profile.charging.map { DailyTimes($0.daily) { stream("charging", $0) } }
        sound = plan.profile.sound.map { SoundWorld($0) { stream($0) } }
        signal = plan.profile.signal.map { SignalCourse($0, stream("signal-levels")) }
        if plan.profile.hasOwnWork { self.ownWork = ownWork?.recurrence(stream("own-work")) }
    }

    /// The phone's true geography.
    var ground: Ground {
        @inline(__always) unsafeAddress { UnsafePointer(owned.pointer) }
        @inline(__always) unsafeMutableAddress { owned.pointer }
    }

    /// Schedules all first events except those of Wi-Fi, which has already begun.
    mutating func begin(isOnWiFi: Bool, in calendar: inout Calendar) {
        enterNetwork(isOnWiFi: isOnWiFi, in: &calendar)
        for source in profile.otherTraffic.indices { planTraffic(source, in: &calendar) }
        for index in recordings.indices { planRecorded(index, in: &calendar) }
        planIncomingCall(in: &calendar)
        planPhoneCall(in: &calendar)
        ground.seekCellChange()
        planCellChange(in: &calendar)
        for place in apps.indices { apps[place].begin(in: &calendar) }
        plan(.memoryShort, after: memoryPressure?.gap(at: calendar.now), in: &calendar)
        plan(.restart, after: restarts?.gap(at: calendar.now), in: &calendar)
        plan(.outageBegins, after: outages?.gap(at: calendar.now), in: &calendar)
        if let absence = profile.network.absence {
            if absence.from > .zero { plan(.networkGone, after: absence.from, in: &calendar) }
            plan(.networkBack, after: absence.until, in: &calendar)
        }
        user?.begin(in: &calendar)
        plan(.ownWork, after: ownWork?.gap(at: calendar.now), in: &calendar)
        plan(.otherAppOpens, after: otherApps?.gap(at: calendar.now), in: &calendar)
        beginCharging(in: &calendar)
        planSignal(in: &calendar)
        sound?.begin(in: &calendar)
    }

    private static func span(
        _ distribution: Distribution<Seconds>, _ stream: inout RandomStream
    ) -> TimeSpan { TimeSpan(distribution.sample(&stream)) }

    // MARK: Traffic

    private mutating func planTraffic(_ source: Int, in calendar: inout Calendar) {
        let gap = trafficLaws.gap(source, &traffic[source])
        calendar.schedule(.traffic(Int32(source)), at: calendar.now + gap, priority: .arrival)
    }

    @inline(__always)
    func isMulticast(_ source: Int) -> Bool { trafficLaws.isMulticast(source) }

    /// The current transfer; schedules the next.
    mutating func arrival(from source: Int, in calendar: inout Calendar) -> TrafficArrival {
        // A local copy keeps the stream in registers.
        var stream = traffic[source]
        let arrival = trafficLaws.arrival(source, &stream)
        let gap = trafficLaws.gap(source, &stream)
        traffic[source] = stream
        calendar.schedule(
            .traffic(Int32(truncatingIfNeeded: source)), at: calendar.now + gap,
            priority: .arrival)
        return arrival
    }

    // MARK: Network and calls

    /// Draws the middlebox, and schedules the next change of network.
    mutating func enterNetwork(isOnWiFi: Bool, in calendar: inout Calendar) {
        drawMiddlebox(isOnWiFi: isOnWiFi)
        guard let change = profile.network.change else { return }
        calendar.schedule(
            .networkChange, at: calendar.now + Self.span(change, &networkChanges),
            priority: .arrival)
    }

    mutating func drawMiddlebox(isOnWiFi: Bool) {
        let behindWiFi = isOnWiFi ? profile.wifi?.natIdleTimeout : nil
        let law = behindWiFi ?? profile.network.natIdleTimeout
        natIdleTimeout = law.map { Self.span($0, &natIdleTimeouts) }
        if var stream = udpTimeouts, let timeout = profile.network.natIdleTimeoutUDP {
            natIdleTimeoutUDP = Self.span(timeout, &stream)
            udpTimeouts = stream
        }
    }

    mutating func planIncomingCall(in calendar: inout Calendar) {
        guard let every = profile.incomingCalls else { return }
        let gap = Self.span(every, &incomingCalls)
        let time = calendar.now + profile.callsByHour.clockTime(gap, from: calendar.now)
        calendar.schedule(.incomingCall, at: time, priority: .arrival)
    }

    mutating func planPhoneCall(in calendar: inout Calendar) {
        guard let calls = profile.phoneCalls else { return }
        isPhoneCall = false
        let gap = calls.byHour.clockTime(Self.span(calls.every, &phoneCalls), from: calendar.now)
        calendar.schedule(.phoneCallBegins, at: calendar.now + gap, priority: .arrival)
    }

    mutating func planPhoneCallEnd(in calendar: inout Calendar) {
        guard let calls = profile.phoneCalls else { return }
        isPhoneCall = true
        let duration = Self.span(calls.duration, &phoneCalls)
        calendar.schedule(.phoneCallEnds, at: calendar.now + duration, priority: .arrival)
    }

    // MARK: Cells

    /// Enters the next cell and schedules the change after it.
    mutating func changeCell(in calendar: inout Calendar) -> CellChange? {
        let change = ground.changeCell()
        if change != nil { planCellChange(in: &calendar) }
        return change
    }

    private func planCellChange(in calendar: inout Calendar) {
        guard let change = ground.nextCellChange else { return }
        calendar.schedule(.cellChange, at: change.time, priority: .arrival)
    }

    /// A stream for one event's draws, independent of earlier draws.
    ///
    /// - Parameter index: the event's number, equal under every policy.
    func stream(_ purpose: String, _ index: UInt64) -> RandomStream {
        source.stream(purpose, index)
    }

    // MARK: Listening

    /// Draws the next track, equal for every policy.
    mutating func nextTrack(_ listening: Listening) -> Track {
        let length = Self.span(listening.trackLength, &tracks)
        let skips = tracks.uniform() < listening.skipped.magnitude
        let heard = Self.span(listening.heardOfSkipped, &tracks)
        return Track(length: length, heard: skips ? min(heard, length) : length)
    }

    /// Call it after `listeningDuration(_:)`, which draws first.
    mutating func listeningBegin(_ listening: Listening) -> TimeSpan? {
        listening.begins.map { Self.span($0, &tracks) }
    }

    mutating func listeningDuration(_ listening: Listening) -> TimeSpan {
        Self.span(listening.duration, &tracks)
    }
}

/// A track as one listener hears it.
struct Track: Hashable, Sendable {
    var length: TimeSpan
    /// Where the listener skips; the full length without a skip.
    var heard: TimeSpan
}

/// Data that all runs of a world share.
final class WorldPlan: Sendable {
    let profile: WorldProfile
    let trafficLaws: TrafficLaws
    let movement: MovementPlan

    init(_ profile: WorldProfile, _ budget: RunBudget = .usual) {
        self.profile = profile
        trafficLaws = TrafficLaws(profile.otherTraffic)
        movement = MovementPlan(profile.movement, budget)
    }
}
