extension Int128 {
    /// The nearest real number but for the last bit; exact below 2⁵³.
    ///
    /// `Double(_:)` does the same in some thousand instructions, which a short run would feel.
    public var inDouble: Double {
        let high = Double(UInt64(truncatingIfNeeded: magnitude >> 64))
        let value = high * 0x1p64 + Double(UInt64(truncatingIfNeeded: magnitude))
        return self < 0 ? -value : value
    }
}
