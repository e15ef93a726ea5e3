import Kernel

/// A segment of a power log in one state.
public struct PowerStay: Equatable, Sendable {
    /// What comes before and after a stay says what it is.
    public enum Kind: String, Sendable, CaseIterable {
        /// Between two deeper states: work, and a timer that runs out after it.
        case peak
        /// From a higher into a deeper state: a timer.
        case tail
        /// From a deeper into a higher state: a promotion, or a timer that was cut short.
        case rise
        /// Between two higher states: rest.
        case rest
        /// Cut by the log's start or end, or by a gap in it.
        case cut
    }

    /// The number of the state, 0 being the lowest power.
    public let state: Int
    /// In the log's own time.
    public let from: Seconds
    /// In the log's own time, after ``from``.
    public let until: Seconds
    /// The mean power, less the log's drift.
    public let power: Milliwatts
    /// What it is.
    public let kind: Kind

    /// How long it took.
    public var duration: Seconds { until - from }
}

/// A state of a power log.
public struct PowerState: Equatable, Sendable {
    /// 0 being the lowest power.
    public let number: Int
    /// `IDLE` for the lowest, then `LEVEL_1` and so on.
    public let name: String
    /// The mean over all time in the state, less the log's drift.
    public let power: FittedQuantity
    /// The mean length of its tails, or of its peaks where it has no tail, in s; `nil` for
    /// neither. A peak holds the activity too: its timer is shorter by that.
    public let timer: FittedQuantity?
    /// Whether ``timer`` comes from peaks.
    public let timerHoldsActivity: Bool
    /// The mean length of its rises, in s; `nil` for none.
    public let rise: FittedQuantity?
    /// The state that most of its timed stays led to; `nil` without a timer.
    public let next: Int?
    /// The state that most of its rises came from; `nil` without a rise.
    public let riseFrom: Int?
    /// The state that most of its rises led to; `nil` without a rise.
    public let riseTo: Int?

    /// Whether the state is only passed through on the way up: a promotion, not a state to be in.
    public var isPromotion: Bool { timer == nil && rise != nil }
}
