import Kernel

/// Intervals on their way from a run into the order of a timeline: by end, then component.
///
/// Parts of the phone that are evaluated lazily post their intervals late. So each waits here until
/// the run has been settled beyond its end; how many do depends on how late the parts are, not on
/// how long the run is. Where an interval begins does not matter: one that lasts to the horizon
/// comes at the end.
///
/// A class, because the ledger puts in what the run takes out.
final class TimelineMerge {
    private(set) var waiting: [Posting] = []
    /// By line.
    private let components: [Int]

    /// - Parameter plan: of the books that are posted to.
    init(_ plan: LedgerPlan) { components = plan.lines.map(\.component.index) }

    func add(_ posting: Posting) { waiting.append(posting) }

    /// Emits what ends before `settled`.
    ///
    /// - Parameter settled: no interval that is still to be added ends before this; one of another
    ///   component may end just there.
    func emit<Failure: Error>(
        before settled: Instant, to timeline: (Posting) throws(Failure) -> Void
    ) throws(Failure) {
        guard waiting.contains(where: { $0.until < settled }) else { return }
        try emit(waiting.filter { $0.until < settled }, to: timeline)
        waiting.removeAll { $0.until < settled }
    }

    /// Emits everything: nothing more will be added.
    func emitRest<Failure: Error>(
        to timeline: (Posting) throws(Failure) -> Void
    ) throws(Failure) {
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
    /// No interval that it is still to post ends before this.
    fileprivate var earliestEnd: Instant {
        // A rest in discontinuous reception is shared out when it is over.
        if here.pointee.isDiscontinuous, line == here.pointee.restingLine { return lineSince }
        // An excursion posts what was before it when it is over.
        return phase == .excursion ? excursionSince : phaseEnd
    }
}

extension Phone {
    /// No interval that is still to be posted ends before this.
    ///
    /// Whoever changes something does so now; what changes by itself is known beforehand.
    var settled: Instant {
        var (radioEnd, release) = (radio.earliestEnd, radio.phaseEnd)
        if let other {
            radioEnd = min(radioEnd, other.radio.earliestEnd)
            release = min(release, other.radio.phaseEnd)
        }
        return min(now, radioEnd, processor.earliestEnd(release: release))
    }
}
