import EventKernel
import Quantities

/// What a state draws: the same all the time, or by turns (paging, discontinuous reception).
public enum PowerDraw: BitwiseCopyable, Hashable, Sendable {
    case constant(Milliwatts)
    case cycle(PowerCycle)

    /// `nil` where it is the same all the time.
    var cycle: PowerCycle? {
        if case .cycle(let cycle) = self { cycle } else { nil }
    }
}

/// A cycle that begins with its on-duration when the state is entered.
public struct PowerCycle: BitwiseCopyable, Hashable, Sendable {
    /// One on-duration and the pause after it. Greater than zero.
    public var period: TimeSpan
    /// Greater than zero, at most `period`.
    public var on: TimeSpan
    public var onPower: Milliwatts
    public var offPower: Milliwatts
    /// How the last cycle of a stay counts when it is left before its end.
    public var remainder: Remainder

    public enum Remainder: String, BitwiseCopyable, CaseIterable, Hashable, Sendable {
        /// As it was: its on-duration first.
        case exact
        /// As a part of an average cycle.
        case averaged
    }

    public init(
        period: TimeSpan, on: TimeSpan, onPower: Milliwatts, offPower: Milliwatts,
        remainder: Remainder = .exact
    ) {
        self.remainder = remainder
        self.period = period
        self.on = on
        self.onPower = onPower
        self.offPower = offPower
    }

    /// How much of the first `span` after entry is on-duration: whole cycles and a part of one.
    @inlinable
    public func onTime(within span: TimeSpan) -> TimeSpan {
        let (cycles, rest) = span.nanoseconds.quotientAndRemainder(dividingBy: period.nanoseconds)
        let part: Int64
        switch remainder {
        case .exact: part = min(rest, on.nanoseconds)
        case .averaged:
            part = Int64(Int128(rest) * Int128(on.nanoseconds) / Int128(period.nanoseconds))
        }
        return TimeSpan(nanoseconds: cycles * on.nanoseconds + part)
    }

    /// How much of an interval is on-duration.
    ///
    /// - Parameters:
    ///   - from: where the interval begins, not before `entered`.
    ///   - until: where it ends.
    ///   - entered: where the cycle begins.
    public func onTime(from: Instant, until: Instant, entered: Instant) -> TimeSpan {
        onTime(within: until - entered) - onTime(within: from - entered)
    }
}
