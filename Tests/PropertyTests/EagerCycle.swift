import Kernel

@testable import DeviceModel

extension PowerCycle {
    /// The pauses that begin in the first `span` nanoseconds, counted cycle by cycle.
    func pausesBegun(within span: Int64) -> Int {
        if on == period { return 0 }
        var (begin, count) = (on.nanoseconds, 0)
        while begin < span {
            count += 1
            begin += period.nanoseconds
        }
        return count
    }

    /// The on-duration in the first `span` nanoseconds, counted cycle by cycle.
    func onDuration(within span: Int64) -> Int64 {
        var rest = span
        var total: Int64 = 0
        while rest >= period.nanoseconds {
            total += on.nanoseconds
            rest -= period.nanoseconds
        }
        return total + min(rest, on.nanoseconds)
    }
}
