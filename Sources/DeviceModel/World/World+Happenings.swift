import EventKernel
import Quantities

extension World {
    /// Lives through something that concerns one app.
    ///
    /// - Returns: what the app is told.
    mutating func happen(
        _ kind: WorldEvent.Kind, to place: Int32, on phone: inout Phone
    ) -> Notice {
        apps[Int(place)].happen(kind, on: &phone)
    }

    /// Lives through a time when memory is short, and plans the next.
    ///
    /// - Returns: what apps are told.
    mutating func memoryShort(on phone: inout Phone) -> Notice {
        let left = profile.memoryPressure.flatMap { memoryPressure?.draw($0.leaves) }
        plan(.memoryShort, after: memoryPressure?.gap(), on: &phone)
        return .phone(.purges(left ?? .zero))
    }

    /// Lives through a restart of the phone, and plans the next.
    ///
    /// - Returns: what apps are told.
    mutating func restart(on phone: inout Phone) -> Notice {
        plan(.restart, after: restarts?.gap(), on: &phone)
        return .phone(.restarted)
    }

    /// Lives through the beginning or the end of an outage, and plans what comes next.
    ///
    /// - Parameter isReachable: whether servers can be reached from now on.
    /// - Returns: what apps are told.
    mutating func outage(isReachable: Bool, on phone: inout Phone) -> Notice {
        self.isReachable = isReachable
        if isReachable {
            plan(.outageBegins, after: outages?.gap(), on: &phone)
        } else {
            let length = profile.network.outages.flatMap { outages?.draw($0.duration) }
            plan(.outageEnds, after: length.map(TimeSpan.init), on: &phone)
        }
        return .phone(.reachable(isReachable))
    }

    /// What the user does about a VoIP call, by the call's number alone.
    ///
    /// - Parameter call: from 1.
    /// - Returns: `nil` where nobody answers.
    func answer(toCall call: Int) -> CallAnswer? {
        guard let answers = profile.callAnswers else { return nil }
        var stream = stream("call-answers", UInt64(call))
        guard stream.uniform() < answers.share.magnitude else { return nil }
        let after = TimeSpan(answers.after.sample(&stream))
        return CallAnswer(after: after, duration: TimeSpan(answers.duration.sample(&stream)))
    }

    /// The user has another app in front; plans when it is left.
    mutating func openOtherApp(on phone: inout Phone) {
        phone.front = -1
        let length = profile.otherApps.flatMap { otherApps?.draw($0.duration) }
        plan(.otherAppLeaves, after: length.map(TimeSpan.init), on: &phone)
    }

    /// The user leaves it; plans the next.
    mutating func leaveOtherApp(on phone: inout Phone) {
        if phone.front == -1 { phone.front = nil }
        plan(.otherAppOpens, after: otherApps?.gap(), on: &phone)
    }

    /// Whether anything happens in it that ends or launches apps.
    var endsApps: Bool {
        profile.memoryPressure != nil || profile.restarts != nil
            || profile.apps.contains { $0.sessions != nil || $0.forceQuits != nil }
    }

    /// Lives through something that a user does about the phone's sound.
    ///
    /// - Returns: what apps are told.
    mutating func happen(_ kind: WorldEvent.Sound, on phone: inout Phone) -> SoundAction {
        // Who planned it is there.
        sound!.happen(kind, on: &phone)
    }

    /// Plans an event of the world, unless there is to be none.
    func plan(_ event: WorldEvent, after gap: TimeSpan?, on phone: inout Phone) {
        guard let gap else { return }
        phone.simulation.schedule(.world(event), at: phone.now + gap, priority: .arrival)
    }
}

/// How a VoIP call is answered.
struct CallAnswer: BitwiseCopyable, Hashable, Sendable {
    /// From the ring on.
    var after: TimeSpan
    /// Of the talk.
    var duration: TimeSpan
}
