import Kernel
import Traces

/// The packets of a trace that a check did not bill, although they may be the phone's.
public struct TraceOmission: Sendable {
    /// Per cent: a check that leaves out more of the packets or of the bytes decides nothing.
    private static let tolerated = 1.0

    /// Packets and their bytes.
    public struct Amount: Hashable, Sendable {
        public var packets: Int64 = 0
        public var bytes: Int64 = 0

        static func + (one: Amount, other: Amount) -> Amount {
            Amount(packets: one.packets + other.packets, bytes: one.bytes + other.bytes)
        }
    }

    /// At the horizon or later.
    public let late: Amount
    /// The end of what was billed; `nil`: the trace's own.
    public let horizon: Instant?
    /// For each reason to leave a packet out that does not show it to be none of the phone's; the
    /// most frequent first.
    public let skipped: [TraceSummary.SkippedCount]
    /// What was billed and what was left out.
    public let whole: Amount

    /// - Parameters:
    ///   - result: On any radio; they all left out the same. `nil`: there is no radio.
    ///   - skipped: What the reader of the trace left out.
    init(_ result: TraceReplayResult?, skipped: [TraceSummary.SkippedCount]) {
        self.skipped = skipped.filter { !$0.reason.isNoTraffic }
        horizon = result?.radio.settings.horizon
        late = result.map { Amount($0.late) } ?? Amount()
        let billed = (result?.flows ?? []).reduce(Amount()) { $0 + Amount($1.traffic) }
        whole = self.skipped.reduce(billed + late) { $0 + Amount($1) }
    }

    /// What the reader left out.
    public var unread: Amount { skipped.reduce(Amount()) { $0 + Amount($1) } }

    /// Whether the rest does not stand for the whole.
    public var isTooMuch: Bool {
        let all = late + unread
        return [(all.packets, whole.packets), (all.bytes, whole.bytes)].contains { part, whole in
            100 * Double(part) > Self.tolerated * Double(whole)
        }
    }
}

extension TraceOmission.Amount {
    fileprivate init(_ traffic: Traffic) {
        self.init(packets: traffic.packets, bytes: traffic.bytes)
    }

    fileprivate init(_ count: TraceSummary.SkippedCount) {
        self.init(packets: Int64(count.packets), bytes: count.bytes)
    }
}
