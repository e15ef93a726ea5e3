import Foundation
import Show
import TestSupport
import Testing

struct NumberTextTests {
    @Test(
        "Numbers have these spellings",
        arguments: [
            (0, "0"), (-0.0, "0"), (1, "1"), (-1, "-1"), (0.1, "0.1"), (-2.5, "-2.5"),
            (86_400, "86400"), (8.76, "8.76"), (1.0 / 3, "0.333333333333"),
            (2e5 / 3, "66666.6666667"),
            (1_234_567.891, "1234567.891"), (0.1 + 0.2, "0.3"), (100, "100"),
            (1e11, "100000000000"),
            (1e12, "1000000000000"), (1e14, "100000000000000"),
            (123_456_789_012_345, "123456789012000"), (1e-5, "0.00001"),
            (0.000_012_345, "0.000012345"), (9.999_999_999_994e-6, "9.99999999999e-6"),
            (1e-6, "1e-6"), (1.5e-7, "1.5e-7"), (-1.5e-7, "-1.5e-7"), (1e15, "1e15"),
            (6.022_140_76e23, "6.02214076e23"), (.leastNonzeroMagnitude, "4.94065645841e-324"),
            (.leastNormalMagnitude, "2.22507385851e-308"),
            (.greatestFiniteMagnitude, "1.79769313486e308"),
        ] as [(Double, String)])
    func numbersHaveTheseSpellings(_ value: Double, _ text: String) {
        #expect(NumberText.text(value) == text)
    }

    @Test(
        "Rounding may reach the next decade",
        arguments: [
            (0.999_999_999_999_9, "1"), (999_999_999_999.6, "1000000000000"),
            (999_999_999_999_999.6, "1e15"), (9.999_999_999_999_6e-6, "0.00001"),
        ])
    func roundingMayReachTheNextDecade(_ value: Double, _ text: String) {
        #expect(NumberText.text(value) == text)
    }

    /// Doubles that lie exactly between two numbers of twelve digits: ties go to the even one, as
    /// in C. Every other double, however close to a tie, goes to the nearer one.
    @Test(
        "Ties go to the even digit",
        arguments: [
            (1_234_567_890.125, "1234567890.12"), (1_234_567_890.375, "1234567890.38"),
            (123_456_789_012.5, "123456789012"), (123_456_789_013.5, "123456789014"),
            (1_000_000_000_005, "1000000000000"), (1_000_000_000_015, "1000000000020"),
            (1_234_567_890.125.nextUp, "1234567890.13"),
            (1_234_567_890.375.nextDown, "1234567890.37"),
        ])
    func tiesGoToTheEvenDigit(_ value: Double, _ text: String) {
        #expect(NumberText.text(value) == text)
        #expect(NumberText.text(value) == Oracle.text(value))
    }

    @Test("Doubles of all magnitudes are rounded as C rounds them")
    func doublesOfAllMagnitudesAreRoundedAsByC() {
        var generator = SplitMix64(seed: 1)
        for draw in 0..<100_000 {
            let value = Double(bitPattern: generator.next())
            guard value.isFinite else { continue }
            let text = NumberText.text(value)
            #expect(text == Oracle.text(value), "draw \(draw): \(value.debugDescription)")
            if text != Oracle.text(value) { return }
        }
    }

    @Test("Doubles of everyday magnitudes are rounded as C rounds them")
    func doublesOfEverydayMagnitudesAreRoundedAsByC() {
        var generator = SplitMix64(seed: 2)
        for draw in 0..<100_000 {
            // Few bits make ties frequent.
            let bits = UInt64.random(in: 1...60, using: &generator)
            let whole = Double(generator.next() >> (64 - bits))
            let value = whole * 0x1p-20 * (draw % 2 == 0 ? 1 : -0.001)
            let text = NumberText.text(value)
            #expect(text == Oracle.text(value), "draw \(draw): \(value.debugDescription)")
            if text != Oracle.text(value) { return }
        }
    }

    @Test("Powers of ten and their neighbours are rounded as C rounds them")
    func powersOfTenAndTheirNeighboursAreRoundedAsByC() throws {
        for power in -323...308 {
            let value = try #require(Double("1e\(power)"))
            for neighbour in [value.nextDown, value, value.nextUp] where neighbour > 0 {
                #expect(NumberText.text(neighbour) == Oracle.text(neighbour), "1e\(power)")
            }
        }
    }

    @Test(
        "Nanoseconds are exact seconds",
        arguments: [
            (0, "0"), (1, "0.000000001"), (150_000_000, "0.15"), (86_400_000_000_000, "86400"),
            (-1_500_000_000, "-1.5"), (10_000_000_000, "10"), (123_456_789_123, "123.456789123"),
            (Int64.max, "9223372036.854775807"), (Int64.min, "-9223372036.854775808"),
        ])
    func nanosecondsAreExactSeconds(_ nanoseconds: Int64, _ text: String) {
        #expect(NumberText.seconds(fromNanoseconds: nanoseconds) == text)
    }

    @Test("Seconds read back are the same nanoseconds")
    func secondsReadBackAreTheSameNanoseconds() throws {
        for seed: UInt64 in 0..<2_000 {
            var generator = SplitMix64(seed: seed)
            let nanoseconds = Int64(bitPattern: generator.next()) >> (seed % 60)
            let text = NumberText.seconds(fromNanoseconds: nanoseconds)
            let seconds = try #require(Decimal(string: text), "seed \(seed)")
            let expected = Decimal(nanoseconds) / 1_000_000_000
            #expect(seconds == expected, "seed \(seed)")
        }
    }

    @Test(
        "Whole numbers have all their digits",
        arguments: [0, 7, 10, -10, 4_096, Int64.max, Int64.min])
    func wholeNumbersHaveAllTheirDigits(_ value: Int64) {
        #expect(NumberText.text(value) == String(value))
    }

    @Test("A value that is no number traps")
    func whatIsNoNumberTraps() async {
        await #expect(processExitsWith: .failure) { _ = NumberText.text(.nan) }
        await #expect(processExitsWith: .failure) { _ = NumberText.text(-.infinity) }
    }
}

/// The slow, obvious way: let C round to twelve digits, then move the point.
private enum Oracle {
    static func text(_ value: Double) -> String {
        if value == 0 { return "0" }
        let parts = String(format: "%.11e", value.magnitude).split(separator: "e")
        guard parts.count == 2, let exponent = Int(parts[1]) else { return "unreadable" }
        var digits = parts[0].filter(\.isNumber)
        while digits.count > 1 && digits.last == "0" { digits.removeLast() }
        let sign = value < 0 ? "-" : ""
        if exponent < -5 || exponent >= 15 {
            let fraction = digits.dropFirst()
            return sign + digits.prefix(1) + (fraction.isEmpty ? "" : "." + fraction)
                + "e\(exponent)"
        }
        if exponent < 0 {
            return sign + "0." + String(repeating: "0", count: -exponent - 1) + digits
        }
        if digits.count <= exponent + 1 {
            return sign + digits + String(repeating: "0", count: exponent + 1 - digits.count)
        }
        return sign + digits.prefix(exponent + 1) + "." + digits.dropFirst(exponent + 1)
    }
}
