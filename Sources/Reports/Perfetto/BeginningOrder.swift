import DeviceModel
import Kernel

/// The intervals of a run in the order in which they begin, then of components.
///
/// A run emits them in the order in which they end, so that one of a day comes a day late. To keep
/// back no more than an hour of a run, however long that is, it is gone through twice: the first
/// time those that last an hour or longer are noted, the second time all come in order.
struct BeginningOrder {
    /// What is noted beforehand is at least so long.
    private static let long = TimeSpan(nanoseconds: 3_600_000_000_000)
    /// How much more comes before what can be handed over is.
    private static let step = TimeSpan(nanoseconds: 600_000_000_000)

    private let components: [Int]
    /// What is noted beforehand, the last to begin first.
    private var noted: [Posting] = []
    private var waiting: [Posting] = []
    private var next = Instant.start + long

    /// Those of `noted` are in any order.
    init(_ plan: LedgerPlan, noted: [Posting]) {
        components = plan.lines.map(\.component.place)
        self.noted = sorted(noted).reversed()
    }

    /// Whether the first time an interval must be noted, and not added the second time.
    static func isNoted(_ posting: Posting) -> Bool { posting.until - posting.from >= long }

    /// Takes an interval in the order of ends, and hands over what can have nothing before it.
    mutating func add<Failure: Error>(
        _ posting: Posting, to emit: (Posting) throws(Failure) -> Void
    ) throws(Failure) {
        if !Self.isNoted(posting) { waiting.append(posting) }
        guard posting.until >= next else { return }
        next = posting.until + Self.step
        // What is still to come ends no earlier than this one, and is shorter than what is noted.
        let known = posting.until - Self.long
        try hand(over: sorted(waiting.filter { $0.from <= known }), to: emit)
        waiting.removeAll { $0.from <= known }
    }

    /// Hands over the rest: nothing more will be added.
    mutating func finish<Failure: Error>(
        to emit: (Posting) throws(Failure) -> Void
    ) throws(Failure) {
        try hand(over: sorted(waiting), to: emit)
        waiting = []
        while let posting = noted.popLast() { try emit(posting) }
    }

    private mutating func hand<Failure: Error>(
        over ready: [Posting], to emit: (Posting) throws(Failure) -> Void
    ) throws(Failure) {
        for posting in ready {
            while let first = noted.last, isBefore(first, posting) {
                try emit(first)
                noted.removeLast()
            }
            try emit(posting)
        }
    }

    private func sorted(_ postings: [Posting]) -> [Posting] { postings.sorted(by: isBefore) }

    /// No two intervals of one component begin at the same time, so the order is total.
    private func isBefore(_ one: Posting, _ other: Posting) -> Bool {
        (one.from, components[one.line]) < (other.from, components[other.line])
    }
}

extension Component {
    var place: Int { Self.allCases.firstIndex(of: self) ?? 0 }
}
