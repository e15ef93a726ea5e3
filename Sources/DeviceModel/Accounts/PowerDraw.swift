/// The power of a state: constant or cyclic (paging, discontinuous reception).
public enum PowerDraw: BitwiseCopyable, Hashable, Sendable {
    case constant(Milliwatts)
    case cycle(PowerCycle)

    /// `nil` for a constant power.
    var cycle: PowerCycle? { if case .cycle(let cycle) = self { cycle } else { nil } }

    /// For a cycle, the greater of its two powers.
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
    public var transition = Millijoules.zero

    /// The on-time within `span` after entry: whole cycles and a part of one.
    @inlinable
    public func onTime(within span: TimeSpan) -> TimeSpan {
        let (cycles, rest) = span.nanoseconds.quotientAndRemainder(dividingBy: period.nanoseconds)
        return TimeSpan(nanoseconds: cycles * on.nanoseconds + min(rest, on.nanoseconds))
    }

    /// - `from`: not before `entered`.
    /// - `entered`: where the cycle begins.
    public func onTime(from: Instant, until: Instant, entered: Instant) -> TimeSpan {
        onTime(within: until - entered) - onTime(within: from - entered)
    }

    /// The pauses that begin within `span` after entry.
    func pauses(within span: TimeSpan) -> Int64 {
        guard on < period, span > on else { return 0 }
        return (span.nanoseconds - on.nanoseconds - 1) / period.nanoseconds + 1
    }

    /// The pauses that begin in an interval; 0 if they cost nothing to begin.
    public func costlyPauses(from: Instant, until: Instant, entered: Instant) -> Int64 {
        if transition == .zero { return 0 }
        return pauses(within: until - entered) - pauses(within: from - entered)
    }
}
