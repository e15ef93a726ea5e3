/// Sorts posted intervals by end, then component.
///
/// Lazily evaluated components post late, so an interval waits until the run has settled beyond its
/// end. How many wait depends on that delay, not on the length of the run.
///
/// A class, because the ledger adds what the run takes out.
final class TimelineMerge {
    private(set) var waiting: [Posting] = []
    /// By line.
    private let components: [Int]

    init(_ plan: LedgerPlan) { components = plan.lines.map(\.component.index) }
    func add(_ posting: Posting) { waiting.append(posting) }

    /// Emits the intervals that end before `settled`, before which no later addition ends.
    func emit<Failure: Error>(
        before settled: Instant, to timeline: (Posting) throws(Failure) -> Void
    ) throws(Failure) {
        guard waiting.contains(where: { $0.until < settled }) else { return }
        try emit(waiting.filter { $0.until < settled }, to: timeline)
        waiting.removeAll { $0.until < settled }
    }

    func emitRest<Failure: Error>(to timeline: (Posting) throws(Failure) -> Void) throws(Failure) {
        try emit(waiting, to: timeline)
        waiting = []
    }

    /// No two intervals of one component end at the same time, so the order is total.
    private func emit<Failure: Error>(
        _ ready: [Posting], to timeline: (Posting) throws(Failure) -> Void
    ) throws(Failure) {
        let sorted = ready.sorted {
            ($0.until, components[$0.line]) < ($1.until, components[$1.line])
        }
        for posting in sorted { try timeline(posting) }
    }
}

extension Radio {
    /// No interval that the radio has yet to post ends before this.
    fileprivate var earliestEnd: Instant {
        // A rest in discontinuous reception is posted when it ends.
        if here.pointee.isDiscontinuous, line == here.pointee.restingLine { return lineSince }
        // An excursion posts what preceded it when it ends.
        return phase == .excursion ? excursionSince : phaseEnd
    }
}

extension Phone {
    /// No interval that is yet to be posted ends before this.
    ///
    /// Changes from outside happen now; the phone's own changes are known in advance.
    var settled: Instant {
        var (radioEnd, release) = (radio.earliestEnd, radio.phaseEnd)
        if let other {
            radioEnd = min(radioEnd, other.radio.earliestEnd)
            release = min(release, other.radio.phaseEnd)
        }
        return min(now, radioEnd, processor.earliestEnd(release: release))
    }
}
