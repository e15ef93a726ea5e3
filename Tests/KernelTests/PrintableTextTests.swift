import Kernel
import Testing

@Suite struct PrintableTextTests {
    @Test("Control characters are removed; visible ones stay")
    func line() {
        let unsafe: [UInt32] = [
            0, 7, 9, 10, 13, 0x1B, 0x7F, 0x85, 0x9B, 0x200E, 0x2028, 0x2029, 0x202A, 0x202E, 0x2066,
            0x2069, 0xFEFF, 0xFFFE, 0xFFFF, 0xE0041,
        ]
        for value in unsafe {
            let scalar = Unicode.Scalar(value)!
            #expect(PrintableText.line("a\(scalar)b") == "a\u{FFFD}b", "U+\(value)")
        }
        let seen = "plain é 語 \u{1F468}\u{200D}\u{1F469} می\u{200C}خواهم ± µ"
        #expect(PrintableText.line(seen) == seen)
        #expect(PrintableText.line("a\tb\n", keeping: ["\t"]) == "a\tb\u{FFFD}")
    }

    @Test("An excerpt is one line, however long the text")
    func excerpt() {
        let long = String(repeating: "x\n", count: 1_000_000)
        #expect(PrintableText.excerpt(long).unicodeScalars.count == 80)
        #expect(PrintableText.excerpt("short") == "short")
        #expect(PrintableText.lines(long.replacing("\n", with: "y")).utf8.count < 5000)
    }
}
