import Kernel
import TestSupport
import Testing

struct QuantityErrorTests {
    private static let timeUnits = ["ns", "µs", "ms", "s", "min", "h", "d"]

    private func error(of text: String) -> QuantityError? {
        do throws(QuantityError) {
            _ = try Seconds(parsing: text)
            return nil
        } catch {
            return error
        }
    }

    @Test(
        "A text that does not begin with a number is refused",
        arguments: [
            "", "s", "abc", "inf s", "nan s", "infinity s", "−5 s", "- 5 s", "--5 s", "5-3 s",
            "1.2.3 s", ". s", "+ s", "e3 s", "s 5", "٥ s", "1e3-4 s", "5\u{301} s",
        ])
    func noNumber(_ text: String) {
        #expect(error(of: text) == .noNumber(text: text, example: "12 s"))
    }

    @Test("A bare number has no unit, however it is spaced", arguments: ["5", " 5 ", "5\t"])
    func noUnit(_ text: String) {
        #expect(
            error(of: text)
                == .noUnit(number: "5", kind: "time", example: "12 s", possible: Self.timeUnits))
    }

    @Test(
        "Only a unit of the quantity may follow the number",
        arguments: [
            ("5 parsecs", "parsecs"), ("0x10 s", "x10 s"), ("1_000 s", "_000 s"),
            ("1,000 s", ",000 s"), ("5 s s", "s s"), ("5 s, or so", "s, or so"), ("5 S", "S"),
            ("5 sec", "sec"), ("1 e3 ms", "e3 ms"), ("5e s", "e s"), ("5 mW", "mW"),
            ("5\ns", "\ns"), ("5\u{A0}s", "\u{A0}s"), ("5 s\u{301}", "s\u{301}"),
            ("5 3 s", "3 s"),
        ])
    func unknownUnit(_ text: String, _ unit: String) {
        #expect(
            error(of: text)
                == .unknownUnit(
                    unit: unit, kind: "time", example: "12 s", possible: Self.timeUnits))
    }

    @Test(
        "A number beyond the range of a Double is refused, before or after its unit",
        arguments: ["1e999 s", "-1e999 s", "1e308 d"])
    func outOfRange(_ text: String) {
        #expect(error(of: text) == .outOfRange(text: text))
    }

    @Test("Every error names the text and the valid forms")
    func messages() throws {
        let noNumber = try #require(error(of: "five s"))
        #expect(noNumber.message == "\"five s\" does not begin with a number")
        #expect(noNumber.advice == "Write a number and a unit, as in 12 s.")

        let noUnit = try #require(error(of: "5"))
        #expect(noUnit.message == "5 has no unit, and time needs one")
        #expect(
            noUnit.advice == "Write it as in 12 s; the units are ns, µs, ms, s, min, h, d.")

        let unknownUnit = try #require(error(of: "5 parsecs"))
        #expect(unknownUnit.message == "\"parsecs\" is not a unit of time")
        #expect(unknownUnit.advice == noUnit.advice)

        let outOfRange = try #require(error(of: "1e999 s"))
        #expect(outOfRange.message == "1e999 s is too large to be represented")
        #expect(outOfRange.advice == "Write a smaller number.")
    }

    @Test("None of 2 000 random texts is misread or stops the program")
    func randomTexts() {
        let pieces = [
            "5", "0", ".", "-", "+", "e", "E", " ", "\t", "s", "ms", "µ", "%", "x", "_", "\u{301}",
            "٥", "/", "inf", "\n", "\u{0}", "999",
        ]
        for seed in 0..<2_000 as Range<UInt64> {
            var random = SplitMix64(seed: seed)
            var text = ""
            for _ in 0..<(random.next() % 8) {
                text += pieces[Int(random.next() % UInt64(pieces.count))]
            }
            guard let read = try? Seconds(parsing: text) else { continue }
            #expect(read.isFinite, "seed \(seed): \"\(text)\"")
            let endsInUnit = text.hasSuffix("s") || text.hasSuffix(" ") || text.hasSuffix("\t")
            #expect(endsInUnit, "seed \(seed): \"\(text)\" was read as \(read)")
        }
    }
}
