/// The calls of one app: incoming, ringing and answered.
struct IncomingCalls: Sendable {
    struct Call: Sendable {
        var arrival: Instant
        var cause: Cause
        /// `nil`: the call is not answered.
        var answer: CallAnswer?
    }

    struct Talk: Sendable {
        let cause: Cause
        /// The rest of the talk, counted from `since`.
        var left: TimeSpan
        /// When the talk began, or resumed after a hold.
        var since: Instant
        /// Talk time before `since`.
        var talked = TimeSpan.zero
        /// On hold during a cellular call (SR-042).
        var isHeld = false
        var packet: EventKey?
        var ends: EventKey?
    }

    var offered = 0
    var missed = 0
    /// Calls whose signalling is under way or wakes the phone, in order of arrival.
    var coming = Backlog<(id: Int32, call: Call)>()
    var ringing = Backlog<Call>()
    var answering: (call: Call, event: EventKey)?
    var talk: Talk?
    /// Whether the user is on the telephone.
    var isPhoneCall = false
    private var ringTimes = DurationHistogram()
    private var talked = TimeSpan.zero
    private var talkTimes = DurationHistogram()

    var isBusy: Bool { talk != nil || answering != nil }
    var isTalking: Bool { talk.map { !$0.isHeld } ?? false }
    mutating func countRing(after time: TimeSpan) { ringTimes.add(time) }

    mutating func countTalk(until time: Instant) {
        guard let talk, !talk.isHeld else { return }
        talked = talked + (time - talk.since)
        self.talk?.talked = talk.talked + (time - talk.since)
    }

    /// Ends a talk, which is on hold by now so that all of it has been counted.
    mutating func hangUp() {
        if let talk { talkTimes.add(talk.talked) }
        talk = nil
    }

    func report(
        into metrics: inout MetricValues, _ options: KeepAliveOptions, at horizon: Instant
    ) {
        metrics[.callsOffered] = Double(offered)
        metrics[.callsMissed] = Double(missed)
        var rings = ringTimes
        metrics[.timeToRing] = rings.meanSeconds
        rings.unended = coming.count + ringing.count
        metrics.durations[.timeToRing] = rings
        guard options.extras.call != nil else { return }
        var talks = talkTimes
        talks.unended = talk == nil ? 0 : 1
        metrics.durations[.talkTime] = talks
        var all = self
        all.countTalk(until: horizon)
        metrics[.talkTime] = all.talked.seconds.magnitude
    }
}
