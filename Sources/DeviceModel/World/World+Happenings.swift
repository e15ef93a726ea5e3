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
