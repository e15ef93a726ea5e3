import Testing

/// Expects two numbers to differ by at most a share of the second, or of 1 if that is larger.
func expectClose(
    _ found: Double, _ expected: Double, relative: Double = 1e-9,
    sourceLocation: SourceLocation = #_sourceLocation
) {
    #expect(
        abs(found - expected) <= relative * max(1, abs(expected)), "\(found) is not \(expected)",
        sourceLocation: sourceLocation)
}

/// Expects two numbers to differ by at most `distance`.
func expectNear(
    _ found: Double, _ expected: Double, _ distance: Double,
    sourceLocation: SourceLocation = #_sourceLocation
) {
    #expect(
        abs(found - expected) <= distance, "\(found) is not \(expected)",
        sourceLocation: sourceLocation)
}
