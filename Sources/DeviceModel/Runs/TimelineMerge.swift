import Kernel

/// Sorts posted intervals into timeline order: by end, then component.
///
/// Components that are evaluated lazily post late, so each interval waits here until the run has
/// settled beyond its end. The number that wait depends on that delay, not on the length of the
/// run. The beginning of an interval does not matter: one that lasts to the horizon comes at the
/// end.
///
/// A class, because the ledger adds what the run takes out.
final class TimelineMerge {
    private(set) var waiting: [Posting] = []
    /// By line.
    private let components: [Int]

    /// - Parameter plan: of the posted books.
    init(_ plan: LedgerPlan) { components = plan.lines.map(\.component.index) }

    func add(_ posting: Posting) { waiting.append(posting) }

    /// Emits the intervals that end before `settled`.
    ///
    /// - Parameter settled: no later addition ends before this; one of another component may end at
    ///   it.
    func emit<Failure: Error>(
        before settled: Instant, to timeline: (Posting) throws(Failure) -> Void
    ) throws(Failure) {
        guard waiting.contains(where: { $0.until < settled }) else { return }
        try emit(waiting.filter { $0.until < settled }, to: timeline)
        waiting.removeAll { $0.until < settled }
    }

    /// Emits everything that still waits, at the end of the run.
    func emitRest<Failure: Error>(
        to timeline: (Posting) throws(Failure) -> Void
    ) throws(Failure) {
        try emit(waiting, to: timeline)
        waiting = []
    }

    /// Sorts and emits. The order is total: no two intervals of one component end at the same time.
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
        // A rest in discontinuous reception is split and posted when it ends.
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
