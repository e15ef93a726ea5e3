import Show

/// Fewer digits than those in which machines agree.
func rounded(_ value: Double, digits: Int = 5) -> Double {
    guard value != 0 else { return 0 }
    let decimal = RoundedDecimal(value.magnitude, significantDigits: digits)
    let magnitude = Double("\(decimal.coefficient)e\(decimal.scale)") ?? value.magnitude
    return value < 0 ? -magnitude : magnitude
}
