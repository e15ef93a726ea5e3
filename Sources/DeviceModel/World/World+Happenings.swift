import Kernel

extension World {
    /// Lives through something that concerns one app.
    mutating func happen(
        _ kind: Event.ForApp, to place: Int32, in calendar: inout Calendar
    ) -> AppHappening {
        apps[Int(place)].happen(kind, in: &calendar)
    }

    /// Lives through a time when memory is short, and plans the next.
    ///
    /// - Returns: down to which size suspended apps are purged.
    mutating func memoryShort(in calendar: inout Calendar) -> Bytes {
        let left = profile.memoryPressure.flatMap { memoryPressure?.draw($0.leaves) }
        plan(.memoryShort, after: memoryPressure?.gap(at: calendar.now), in: &calendar)
        return left ?? .zero
    }

    /// Lives through a restart of the phone, and plans the next.
    mutating func restart(in calendar: inout Calendar) {
        plan(.restart, after: restarts?.gap(at: calendar.now), in: &calendar)
    }

    /// Lives through the beginning or the end of an outage, and plans what comes next.
    ///
    /// - Parameter isReachable: whether servers can be reached from now on.
    mutating func outage(isReachable: Bool, in calendar: inout Calendar) {
        self.isReachable = isReachable
        if isReachable {
            plan(.outageBegins, after: outages?.gap(at: calendar.now), in: &calendar)
        } else {
            let length = profile.network.outages.flatMap { outages?.draw($0.duration) }
            plan(.outageEnds, after: length.map(TimeSpan.init), in: &calendar)
        }
    }

    /// What the user does about a VoIP call, by the call's number alone.
    ///
    /// - Parameter call: from 1.
    /// - Returns: `nil` where the user does not answer.
    func answer(toCall call: Int) -> CallAnswer? {
        guard let answers = profile.callAnswers else { return nil }
        var stream = stream("call-answers", UInt64(call))
        guard stream.uniform() < answers.share.magnitude else { return nil }
        let after = TimeSpan(answers.after.sample(&stream))
        return CallAnswer(after: after, duration: TimeSpan(answers.duration.sample(&stream)))
    }

    /// The user has another app in front; plans when it is left.
    mutating func openOtherApp(in calendar: inout Calendar) {
        let length = profile.otherApps.flatMap { otherApps?.draw($0.duration) }
        plan(.otherAppLeaves, after: length.map(TimeSpan.init), in: &calendar)
    }

    /// The user leaves it; plans the next.
    mutating func leaveOtherApp(in calendar: inout Calendar) {
        plan(.otherAppOpens, after: otherApps?.gap(at: calendar.now), in: &calendar)
    }

    /// Whether anything happens in it that ends or launches apps.
    var endsApps: Bool {
        memoryIsLimited || profile.memoryPressure != nil || profile.restarts != nil
            || profile.apps.contains { $0.isOpened || $0.forceQuits != nil }
    }

    /// Lives through something that a user does about the phone's sound.
    mutating func happen(_ kind: Event.OfSound, in calendar: inout Calendar) -> SoundAction {
        // Who planned it is there.
        sound!.happen(kind, in: &calendar)
    }

    /// What plays is heard from a receiver from now on, or from the phone again.
    mutating func airPlay(begins: Bool, in calendar: inout Calendar) {
        sound?.airPlay(begins: begins, in: &calendar)
    }

    /// Whether a player beside the apps plays, or would but for a call.
    var otherPlays: Bool { sound?.otherPlays ?? false }

    /// Plans an event of the world, unless there is to be none.
    func plan(_ event: Event.Rare, after gap: TimeSpan?, in calendar: inout Calendar) {
        guard let gap else { return }
        calendar.schedule(.rare(event), at: calendar.now + gap, priority: .arrival)
    }
}

/// How a VoIP call is answered.
struct CallAnswer: BitwiseCopyable, Hashable, Sendable {
    /// From the ring on.
    var after: TimeSpan
    /// Of the talk.
    var duration: TimeSpan
}

extension World {
    /// Plans when Wi-Fi comes and goes.
    mutating func beginWiFi(in calendar: inout Calendar) {
        guard let changes = wifi?.begin() else { return }
        for (change, time) in changes {
            calendar.schedule(.rare(.wifiChanges(change)), at: time, priority: .arrival)
        }
    }

    /// Wi-Fi comes or goes; plans the next time.
    mutating func changeWiFi(_ number: Int32, in calendar: inout Calendar) {
        guard let next = wifi?.change(number, at: calendar.now) else { return }
        calendar.schedule(.rare(.wifiChanges(number)), at: next, priority: .arrival)
    }
}

extension World {
    /// Whether the phone is at a charger; false in a world without one.
    var isAtCharger: Bool { charging?.isOpen ?? false }

    /// Plans when the phone comes to a charger and leaves it.
    mutating func beginCharging(in calendar: inout Calendar) {
        guard let indices = charging?.indices else { return }
        for number in indices { planCharging(number, in: &calendar) }
    }

    /// A window begins or ends; plans when it does so next.
    mutating func changeCharging(_ number: Int32, in calendar: inout Calendar) {
        charging?.flip(Int(number))
        planCharging(Int(number), in: &calendar)
    }

    private mutating func planCharging(_ number: Int, in calendar: inout Calendar) {
        guard let time = charging?.next(number, after: calendar.now) else { return }
        calendar.schedule(.rare(.charging(Int32(number))), at: time, priority: .arrival)
    }
}

/// Which app the user has in front changes: one is left, another is opened, or both.
struct FrontChange: BitwiseCopyable, Hashable, Sendable {
    /// By its place; below zero for an app that is no policy's. `nil`: none is.
    var left: Int32?
    var opened: Int32?
}

// The user has one app in front at a time: whichever was opened last.
extension World {
    /// The user opens an app; what is in front is left.
    ///
    /// - Returns: `nil` where the app is in front already.
    mutating func open(_ place: Int32, in calendar: inout Calendar) -> FrontChange? {
        guard front != place else { return nil }
        let change = FrontChange(left: front, opened: place)
        front = place
        user?.endTransfers(in: &calendar)
        if place == Event.otherApp { user?.beginTransfers(in: &calendar) }
        return change
    }

    /// The user leaves an app and puts the phone down.
    ///
    /// - Returns: `nil` where the app is not in front any more.
    mutating func leave(_ place: Int32, in calendar: inout Calendar) -> FrontChange? {
        guard front == place else { return nil }
        front = nil
        user?.endTransfers(in: &calendar)
        return FrontChange(left: place, opened: nil)
    }

    /// The user picks the phone up.
    mutating func pickUp(in calendar: inout Calendar) -> FrontChange? {
        // Who planned it is there.
        let place = user!.pickUp(in: &calendar)
        return open(place, in: &calendar)
    }

    /// The user puts the phone down.
    ///
    /// - Parameter place: of the app that was opened when the phone was picked up.
    mutating func putDown(_ place: Int32, in calendar: inout Calendar) -> FrontChange? {
        user?.putDown(in: &calendar)
        return leave(place, in: &calendar)
    }
}

/// Where a recording has come to.
struct RecordingPlace: BitwiseCopyable, Sendable {
    /// The next line.
    var line = 0
    /// How often the recording has begun before.
    var round: Int64 = 0
}

extension RecordedBehaviour {
    /// When the next line is; `nil`: there is none any more.
    ///
    /// - Parameter place: past the last line the recording begins again, if it does so.
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

// What was recorded of other apps, beside the policies.
extension World {
    /// Plans the next line of a recording.
    mutating func planRecorded(_ index: Int, in calendar: inout Calendar) {
        let log = profile.recordedTraffic[index]
        guard let time = log.time(of: &recordings[index]) else { return }
        calendar.schedule(
            .rare(.recorded(Int32(truncatingIfNeeded: index))), at: time, priority: .arrival)
    }

    /// The line of a recording that is due now; plans the one after it.
    mutating func recorded(
        _ index: Int, in calendar: inout Calendar
    ) -> (line: Int32, moment: RecordedBehaviour.Moment) {
        let line = recordings[index].line
        recordings[index].line += 1
        planRecorded(index, in: &calendar)
        return (Int32(truncatingIfNeeded: line), profile.recordedTraffic[index].moments[line])
    }
}
