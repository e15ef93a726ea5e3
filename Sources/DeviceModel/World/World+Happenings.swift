extension World {
    /// Handles an event and schedules the next of its kind.
    mutating func happen(
        _ kind: Event.ForApp, to place: Int32, in calendar: inout Calendar
    ) -> AppHappening { apps[Int(place)].happen(kind, in: &calendar) }

    /// Schedules the next shortage.
    ///
    /// - Returns: the size above which suspended apps are purged.
    mutating func memoryShort(in calendar: inout Calendar) -> Bytes {
        let left = profile.memoryPressure.flatMap { memoryPressure?.draw($0.leaves) }
        plan(.memoryShort, after: memoryPressure?.gap(at: calendar.now), in: &calendar)
        return left ?? .zero
    }

    mutating func restart(in calendar: inout Calendar) {
        plan(.restart, after: restarts?.gap(at: calendar.now), in: &calendar)
    }

    /// Schedules the next work of the system after this one.
    ///
    /// - Returns: how long this one lasts.
    mutating func workForItself(
        _ duration: Distribution<Seconds>, in calendar: inout Calendar
    ) -> TimeSpan {
        // Only a system with own work schedules this event.
        let length = TimeSpan(ownWork!.draw(duration))
        plan(.ownWork, after: length + ownWork!.gap(at: calendar.now + length), in: &calendar)
        return length
    }

    /// Begins or ends an outage, and schedules the next change.
    mutating func outage(begins: Bool, in calendar: inout Calendar) {
        isReachable = !begins
        if isReachable {
            plan(.outageBegins, after: outages?.gap(at: calendar.now), in: &calendar)
        } else {
            let length = profile.network.outages.flatMap { outages?.draw($0.duration) }
            plan(.outageEnds, after: length.map(TimeSpan.init), in: &calendar)
        }
    }

    /// How the user answers a VoIP call, from a stream of the call's own number; `nil`: not at all.
    ///
    /// - Parameter call: counted from 1.
    func answer(toCall call: Int) -> CallAnswer? {
        guard let answers = profile.callAnswers else { return nil }
        var stream = stream("call-answers", UInt64(call))
        guard stream.uniform() < answers.share.magnitude else { return nil }
        let after = TimeSpan(answers.after.sample(&stream))
        return CallAnswer(after: after, duration: TimeSpan(answers.duration.sample(&stream)))
    }

    mutating func openOtherApp(in calendar: inout Calendar) {
        let length = profile.otherApps.flatMap { otherApps?.draw($0.duration) }
        plan(.otherAppLeaves, after: length.map(TimeSpan.init), in: &calendar)
    }

    mutating func leaveOtherApp(in calendar: inout Calendar) {
        plan(.otherAppOpens, after: otherApps?.gap(at: calendar.now), in: &calendar)
    }

    /// Whether any event in this world may end or launch apps.
    var endsApps: Bool {
        memoryIsLimited || profile.memoryPressure != nil || profile.restarts != nil
            || profile.apps.contains { $0.isOpened || $0.forceQuits != nil }
    }

    mutating func happen(_ kind: Event.OfSound, in calendar: inout Calendar) -> SoundAction {
        // Only a `SoundWorld` schedules this event.
        sound!.happen(kind, in: &calendar)
    }

    mutating func airPlay(begins: Bool, in calendar: inout Calendar) {
        sound?.airPlay(begins: begins, in: &calendar)
    }

    /// Whether a player outside the modelled apps plays, or would without a call.
    var otherPlays: Bool { sound?.otherPlays ?? false }

    func plan(_ event: Event.Rare, after gap: TimeSpan?, in calendar: inout Calendar) {
        guard let gap else { return }
        calendar.schedule(.rare(event), at: calendar.now + gap, priority: .arrival)
    }

    mutating func beginWiFi(in calendar: inout Calendar) {
        guard let changes = wifi?.begin() else { return }
        for (change, time) in changes {
            calendar.schedule(.rare(.wifiChanges(change)), at: time, priority: .arrival)
        }
    }

    mutating func changeWiFi(_ number: Int32, in calendar: inout Calendar) {
        guard let next = wifi?.change(number, at: calendar.now) else { return }
        calendar.schedule(.rare(.wifiChanges(number)), at: next, priority: .arrival)
    }

    var isAtCharger: Bool { charging?.isOpen ?? false }

    mutating func beginCharging(in calendar: inout Calendar) {
        guard let indices = charging?.indices else { return }
        for number in indices { planCharging(number, in: &calendar) }
    }

    mutating func changeCharging(_ number: Int32, in calendar: inout Calendar) {
        charging?.flip(Int(number))
        planCharging(Int(number), in: &calendar)
    }

    private mutating func planCharging(_ number: Int, in calendar: inout Calendar) {
        guard let time = charging?.next(number, after: calendar.now) else { return }
        calendar.schedule(.rare(.charging(Int32(number))), at: time, priority: .arrival)
    }
}

struct CallAnswer: BitwiseCopyable, Hashable, Sendable {
    var after: TimeSpan
    var duration: TimeSpan
}

/// One app is left, another is opened, or both.
struct FrontChange: BitwiseCopyable, Hashable, Sendable {
    /// App index; negative outside the policies; `nil`: none.
    var left: Int32?
    var opened: Int32?
}

// Only one app is in front at a time: the last one that the user opened.
extension World {
    /// Opens an app; `nil` if it is already in front.
    mutating func open(_ place: Int32, in calendar: inout Calendar) -> FrontChange? {
        guard front != place else { return nil }
        let change = FrontChange(left: front, opened: place)
        front = place
        user?.endTransfers(in: &calendar)
        if place == Event.otherApp { user?.beginTransfers(in: &calendar) }
        return change
    }

    /// Leaves an app; `nil` if it is no longer in front.
    mutating func leave(_ place: Int32, in calendar: inout Calendar) -> FrontChange? {
        guard front == place else { return nil }
        front = nil
        user?.endTransfers(in: &calendar)
        return FrontChange(left: place, opened: nil)
    }

    mutating func pickUp(in calendar: inout Calendar) -> FrontChange? {
        // Only a `UserDay` schedules this event.
        let place = user!.pickUp(in: &calendar)
        return open(place, in: &calendar)
    }

    /// - Parameter place: the app that this pick-up opened.
    mutating func putDown(_ place: Int32, in calendar: inout Calendar) -> FrontChange? {
        user?.putDown(in: &calendar)
        return leave(place, in: &calendar)
    }
}

struct RecordingPlace: BitwiseCopyable, Sendable {
    var line = 0
    /// Completed repetitions of the recording.
    var round: Int64 = 0
}

extension RecordedBehaviour {
    /// The time of the next line; `nil`: no line is left. A repeating recording moves `place` back.
    func time(of place: inout RecordingPlace) -> Instant? {
        if place.line >= moments.count {
            guard repeats != nil, !moments.isEmpty else { return nil }
            place.line = 0
            place.round += 1
        }
        let begun = TimeSpan(nanoseconds: (repeats ?? .zero).nanoseconds * place.round)
        return Instant.start + moments[place.line].at + begun
    }
}

// Recorded traffic of other apps, which runs next to the policies.
extension World {
    mutating func planRecorded(_ index: Int, in calendar: inout Calendar) {
        let log = profile.recordedTraffic[index]
        guard let time = log.time(of: &recordings[index]) else { return }
        calendar.schedule(
            .rare(.recorded(Int32(truncatingIfNeeded: index))), at: time, priority: .arrival)
    }

    /// The line that is due now; schedules the next.
    mutating func recorded(
        _ index: Int, in calendar: inout Calendar
    ) -> (line: Int32, moment: RecordedBehaviour.Moment) {
        let line = recordings[index].line
        recordings[index].line += 1
        planRecorded(index, in: &calendar)
        return (Int32(truncatingIfNeeded: line), profile.recordedTraffic[index].moments[line])
    }
}
