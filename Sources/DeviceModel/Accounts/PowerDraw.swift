import Kernel

/// What a state draws: the same all the time, or by turns (paging, discontinuous reception).
public enum PowerDraw: BitwiseCopyable, Hashable, Sendable {
    case constant(Milliwatts)
    case cycle(PowerCycle)

    /// `nil` where it is the same all the time.
    var cycle: PowerCycle? {
        if case .cycle(let cycle) = self { cycle } else { nil }
    }

    /// Of a cycle, the greater of its two.
    var greatestPower: Milliwatts {
        switch self {
        case .constant(let power): power
        case .cycle(let cycle): max(cycle.onPower, cycle.offPower)
        }
    }
}

/// A cycle that begins with its on-duration when the state is entered.
public struct PowerCycle: BitwiseCopyable, Hashable, Sendable {
    public var period = TimeSpan.zero
    public var on = TimeSpan.zero
    public var onPower = Milliwatts.zero
    public var offPower = Milliwatts.zero
    public var remainder = Remainder.exact
    public var transition = Millijoules.zero

    public enum Remainder: String, BitwiseCopyable, CaseIterable, Hashable, Sendable {
        /// As it was: its on-duration first.
        case exact
        /// As a part of an average cycle.
        case averaged
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

    /// How many pauses begin within the first `span` after entry.
    func pauses(within span: TimeSpan) -> Int64 {
        guard on < period, span > on else { return 0 }
        return (span.nanoseconds - on.nanoseconds - 1) / period.nanoseconds + 1
    }

    /// How many pauses begin in an interval that take energy to begin; as `onTime`.
    public func costlyPauses(from: Instant, until: Instant, entered: Instant) -> Int64 {
        if transition == .zero { return 0 }
        return pauses(within: until - entered) - pauses(within: from - entered)
    }
}
