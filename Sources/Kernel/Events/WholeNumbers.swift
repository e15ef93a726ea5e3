extension Int64 {
    /// The nearest whole number, ties to even, cut to ±`limit`; NaN is a programmer error.
    ///
    /// Between 0 and 2^51, adding 2^52 leaves the whole number in the last bits: three
    /// instructions, where a failable conversion takes twenty and `rounded()` calls the C library
    /// for old processors. A transfer is rounded five times.
    @inlinable @inline(__always)
    public init(nearest value: Double, limit: Int64) {
        // As bit patterns, negative numbers and NaN exceed any positive number.
        if value.bitPattern < (0x1p51 as Double).bitPattern {
            let whole = Int64(bitPattern: (value + 0x1p52).bitPattern & 0x000F_FFFF_FFFF_FFFF)
            self = Swift.min(whole, limit)
        } else {
            self.init(nearestUnusual: value, limit: limit)
        }
    }

    /// Rounds negative or large values.
    @usableFromInline
    init(nearestUnusual value: Double, limit: Int64) {
        precondition(!value.isNaN, "a whole number was asked for that is nearest to NaN")
        if abs(value) >= Double(limit) {
            self = value < 0 ? -limit : limit
        } else {
            self.init(value.rounded(.toNearestOrEven))
        }
    }
}

extension Bytes {
    /// Limited so that sums of half a million fit.
    @inlinable
    public var count: Int64 { max(0, Int64(nearest: magnitude, limit: 1 << 44)) }
}

extension Range<Int> {
    /// The first number that satisfies a condition which all later ones satisfy too; the upper
    /// bound if none does.
    ///
    /// - Complexity: O(log *n*).
    @inlinable
    public func bisected(until isReached: (Int) -> Bool) -> Int {
        var (low, high) = (lowerBound, upperBound)
        while low < high {
            let middle = (low + high) / 2
            if isReached(middle) { high = middle } else { low = middle + 1 }
        }
        return low
    }
}
