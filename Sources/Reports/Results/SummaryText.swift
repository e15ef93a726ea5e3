import Statistics

extension Summary {
    /// The mean and half the width of its interval, to as many digits as that width allows; a dash
    /// where there is no value.
    var meanWithin: String {
        guard let mean else { return "-" }
        return estimate(mean, within: interval)
    }
}

extension PairedDifference {
    /// The difference, with its sign, and half the width of its interval.
    var differenceWithin: String {
        guard let difference else { return "-" }
        return estimate(difference, within: interval, signed: true)
    }
}

private func estimate(
    _ value: Double, within interval: ConfidenceInterval?, signed: Bool = false
) -> String {
    // What differs in the last bits alone is known exactly.
    guard let width = interval?.halfWidth, width > value.magnitude * PairedDifference.resolution
    else {
        return ReadableNumber.text(value, significantDigits: 4, signed: signed)
    }
    var decimals = 0
    var scaled = width
    while scaled < 10 && decimals < 6 {
        scaled *= 10
        decimals += 1
    }
    return ReadableNumber.text(value, decimals: decimals, signed: signed) + " ± "
        + ReadableNumber.text(width, decimals: decimals)
}
