extension Int64 {
    /// The nearest whole number, the even one of two as near; cut to ±`limit`. A NaN is a
    /// programmer error.
    ///
    /// Between 0 and 2^51 adding 2^52 leaves the whole number in the last bits: three instructions,
    /// where a conversion that may fail takes twenty, and `rounded()` a call of the C library
    /// where the processor may be an old one. A transfer is rounded five times.
    @inlinable @inline(__always)
    public init(nearest value: Double, limit: Int64) {
        // As bits, what is negative or not a number is larger than any positive number.
        if value.bitPattern < (0x1p51 as Double).bitPattern {
            let whole = Int64(bitPattern: (value + 0x1p52).bitPattern & 0x000F_FFFF_FFFF_FFFF)
            self = Swift.min(whole, limit)
        } else {
            self.init(nearestUnusual: value, limit: limit)
        }
    }

    /// For what is negative, large or not a number.
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
    /// The nearest whole number of bytes, within what a sum of half a million of them can hold.
    @inlinable
    public var count: Int64 { max(0, Int64(nearest: magnitude, limit: 1 << 44)) }
}
