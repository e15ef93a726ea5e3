import Kernel

/// The calls of one app: those that come, ring, and are talked over.
struct IncomingCalls: Sendable {
    struct Call: Sendable {
        var arrival: Instant
        var cause: Cause
        /// `nil`: nobody will answer.
        var answer: CallAnswer?
    }

    /// A call that was answered.
    struct Talk: Sendable {
        let cause: Cause
        /// Of the talk, from `since` on.
        var left: TimeSpan
        /// When it began, or went on after a hold.
        var since: Instant
        /// Before that.
        var talked = TimeSpan.zero
        /// During a cellular call (SR-042).
        var isHeld = false
        var packet: EventKey?
        var ends: EventKey?
    }

    var offered = 0
    var missed = 0
    /// Calls whose signalling is on its way, and calls that wake the phone; in order of arrival.
    var coming = Backlog<(id: Int32, call: Call)>()
    var ringing = Backlog<Call>()
    /// A call that will be answered.
    var answering: (call: Call, event: EventKey)?
    var talk: Talk?
    /// The user is on the telephone.
    var isPhoneCall = false
    private var ringTimes = DurationHistogram()
    private var talked = TimeSpan.zero
    private var talkTimes = DurationHistogram()

    /// Whether somebody talks, waits on hold, or is about to answer.
    var isBusy: Bool { talk != nil || answering != nil }

    /// Whether sound and packets go back and forth.
    var isTalking: Bool { talk.map { !$0.isHeld } ?? false }

    mutating func countRing(after time: TimeSpan) {
        ringTimes.add(time)
    }

    /// Counts what has been talked since the call began or went on.
    mutating func countTalk(until time: Instant) {
        guard let talk, !talk.isHeld else { return }
        talked = talked + (time - talk.since)
        self.talk?.talked = talk.talked + (time - talk.since)
    }

    /// The talk is over; held just now, so that all of it is counted.
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
