import Kernel

@testable import DeviceModel

extension PowerCycle {
    /// How many pauses begin in the first `span` nanoseconds, turn by turn.
    func pausesBegun(within span: Int64) -> Int {
        if on == period { return 0 }
        var (begin, count) = (on.nanoseconds, 0)
        while begin < span {
            count += 1
            begin += period.nanoseconds
        }
        return count
    }

    /// How many of the first `span` nanoseconds are on-duration, turn by turn.
    func onDuration(within span: Int64) -> Int64 {
        var rest = span
        var total: Int64 = 0
        while rest >= period.nanoseconds {
            total += on.nanoseconds
            rest -= period.nanoseconds
        }
        switch remainder {
        case .exact: return total + min(rest, on.nanoseconds)
        case .averaged:
            return total + Int64(Int128(rest) * Int128(on.nanoseconds) / Int128(period.nanoseconds))
        }
    }
}
