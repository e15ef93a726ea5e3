import Show
import Testing

struct ReadableNumberTests {
    @Test(
        "Decimals are fixed",
        arguments: [
            (1_234.5, 1, "1,234.5"), (1_234_567, 0, "1,234,567"), (999.96, 1, "1,000.0"),
            (123, 2, "123.00"), (0, 2, "0.00"), (-0.004, 2, "0.00"), (-0.006, 2, "-0.01"),
            (0.049, 1, "0.0"), (0.5, 0, "0"), (1.5, 0, "2"), (-1_234.5, 1, "-1,234.5"),
            (2.5e15, 1, "2.5e15"),
        ])
    func decimalsAreFixed(_ value: Double, _ decimals: Int, _ text: String) {
        #expect(ReadableNumber.text(value, decimals: decimals) == text)
    }

    @Test(
        "Significant digits are fixed",
        arguments: [
            (1.2, 3, "1.20"), (1_234_567, 3, "1,230,000"), (0.001_234_5, 3, "0.00123"),
            (9.999, 3, "10.0"), (0, 3, "0"), (-12_345.6, 6, "-12,345.6"), (1.5e-7, 2, "1.5e-7"),
            (2e20, 2, "2e20"),
        ])
    func significantDigitsAreFixed(_ value: Double, _ digits: Int, _ text: String) {
        #expect(ReadableNumber.text(value, significantDigits: digits) == text)
    }

    @Test("Differences other than zero have a sign")
    func differencesHaveASignUnlessTheyAreNone() {
        #expect(ReadableNumber.text(1_234.5, decimals: 1, signed: true) == "+1,234.5")
        #expect(ReadableNumber.text(-0.3, decimals: 1, signed: true) == "-0.3")
        #expect(ReadableNumber.text(0.01, decimals: 1, signed: true) == "0.0")
        #expect(ReadableNumber.text(-0.01, decimals: 1, signed: true) == "0.0")
        #expect(ReadableNumber.text(5, significantDigits: 2, signed: true) == "+5.0")
        #expect(ReadableNumber.text(1e30, decimals: 1, signed: true) == "+1e30")
    }
}
