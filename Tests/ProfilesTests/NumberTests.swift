import Testing

@testable import Profiles

@Suite("The reader takes for a number what YAML does")
struct NumberTests {
    /// Whether the core schema of YAML 1.2 prints it as a number.
    private func isNumber(_ text: String) throws -> Bool {
        let patterns = [
            "[-+]?(\\.[0-9]+|[0-9]+(\\.[0-9]*)?)([eE][-+]?[0-9]+)?", "0o[0-7]+",
            "0x[0-9a-fA-F]+", "[-+]?\\.(inf|Inf|INF)", "\\.(nan|NaN|NAN)",
        ]
        return try patterns.contains { try text.wholeMatch(of: Regex($0)) != nil }
    }

    @Test("Texts are numbers by the regular expressions of YAML 1.2")
    func texts() throws {
        let known = [
            "", "0", "-1", "+1", "1.", ".5", ".", "-", "1e3", "1e", "1e+", "1.5E-3", "0o17", "0o8",
            "0o", "0x1F", "0xg", "0x", "+0x1", ".inf", "-.INF", "+.Inf", ".iNf", ".nan", "-.nan",
            "1 s", "12-3", "2010a", "１", "1\u{301}", "1e3.5", "--1", "0o1\u{301}", ".5.",
        ]
        for text in known { #expect(text.isNumberInYAML == (try isNumber(text)), "\(text)") }
    }

    @Test("Short texts of these letters are classified correctly")
    func shortTexts() throws {
        var texts = [""]
        for _ in 1...3 {
            texts = texts.flatMap { text in "+.019eoxf".map { text + String($0) } }
            for text in texts { #expect(text.isNumberInYAML == (try isNumber(text)), "\(text)") }
        }
    }
}
