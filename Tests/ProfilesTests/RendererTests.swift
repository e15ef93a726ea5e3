import Kernel
import Testing

@testable import Profiles

@Suite struct RendererTests {
    private func rendered(_ text: String, line: Int = 1, column: Int, length: Int) throws -> String
    {
        let source = try SourceText(path: "f.yaml", bytes: [UInt8](text.utf8))
        let place = SourcePlace(line: line, column: column, length: length)
        return source.diagnostic(Fault("the text is empty"), at: place).rendered
    }

    @Test("The caret is under the word")
    func theCaretStandsUnderTheWord() throws {
        #expect(
            try rendered("a: bcd # e", column: 4, length: 3) == """
                f.yaml:1:4: error: the text is empty
                  1 | a: bcd # e
                    |    ^~~
                """)
    }

    @Test("Wide line numbers keep the bars in one column")
    func wideLineNumbersKeepTheBarsInOneColumn() throws {
        let text = String(repeating: "\n", count: 12344) + "a: b"
        #expect(
            try rendered(text, line: 12345, column: 4, length: 1) == """
                f.yaml:12345:4: error: the text is empty
                  12345 | a: b
                        |    ^
                """)
    }

    @Test("Tabs and accents do not move the caret")
    func tabsAndAccentsDoNotMoveTheCaret() throws {
        let lines = try rendered("\tné: µW", column: 6, length: 2).split(separator: "\n")
        #expect(lines[1] == "  1 | \tné: µW")
        #expect(lines[2] == "    | \t    ^~")
    }

    /// One letter from two scalars is one column on the screen.
    @Test("Combining accents count as one column")
    func combiningAccentsCountAsOneColumn() throws {
        let lines = try rendered("e\u{301}: x", column: 5, length: 1).split(separator: "\n")
        #expect(lines[2] == "    |    ^")
    }

    @Test("Long lines are cut around the word")
    func longLinesAreCutAroundTheWord() throws {
        let (before, after) = (
            String(repeating: "a", count: 500), String(repeating: "b", count: 500)
        )
        let lines = try rendered("\(before) here \(after)", column: 502, length: 4)
            .split(separator: "\n")
        #expect(lines[1].count <= 100)
        #expect(lines[1].contains("aaa here bbb"))
        let indent = lines[2].prefix { $0 != "^" }.count
        #expect(lines[1].dropFirst(indent).hasPrefix("here"))
    }

    /// A hostile file must not be able to clear the screen of a user who checks it.
    @Test("Names cannot control the terminal")
    func namesCannotCommandTheTerminal() throws {
        let diagnostic = Diagnostic(
            Fault(quoted("a\u{1B}[2Jb\u{202E}c\nd")), file: "\u{1B}x")
        #expect(!diagnostic.rendered.unicodeScalars.contains("\u{1B}"))
        #expect(!diagnostic.rendered.unicodeScalars.contains("\u{202E}"))
        #expect(diagnostic.rendered.contains("a\u{FFFD}[2Jb\u{FFFD}c\u{FFFD}d"))
    }

    @Test("A diagnostic without a file shows only the fault")
    func aDiagnosticWithoutFileSaysOnlyWhatIsWrong() {
        let fault = Fault.unknown(
            "umst", among: ["lte", "umts"], "there is no radio named \(quoted("umst"))")
        #expect(
            Diagnostic(fault, file: nil).rendered == """
                error: there is no radio named "umst"
                    = Did you mean "umts"?
                    = Possible are lte and umts.
                """)
    }

    @Test("Only twenty of many diagnostics are shown")
    func ofManyDiagnosticsTwentyAreShown() {
        let one = Diagnostic(Fault("the text is empty"), file: "f.yaml")
        let lines = ProfileFailure(Array(repeating: one, count: 25)).description
            .split(separator: "\n")
        #expect(lines.count == 21)
        #expect(lines.last == "... and 5 more")
    }
}

@Suite struct SpellingTests {
    @Test(
        "Distances between words are the known ones",
        arguments: [
            ("", "", 0), ("a", "", 1), ("kitten", "sitting", 3), ("UTMS", "UMTS", 1),
            ("abc", "cab", 2), ("demotoins", "demotions", 1), ("ca", "abc", 3),
        ])
    func distancesAreKnown(_ left: String, _ right: String, _ distance: Int) {
        #expect(Spelling.distance(Array(left), Array(right)) == distance)
        #expect(Spelling.distance(Array(right), Array(left)) == distance)
    }

    @Test("The nearest candidate is guessed")
    func theNearestCandidateIsGuessed() {
        let keys = ["uplink", "downlink", "power", "cycle"]
        #expect(Spelling.closest(to: "pwoer", in: keys) == "power")
        #expect(Spelling.closest(to: "Uplink", in: keys) == "uplink")
        #expect(Spelling.closest(to: "x", in: keys) == nil)
        #expect(Spelling.closest(to: "unrelated", in: keys) == nil)
        #expect(Spelling.closest(to: "", in: keys) == nil)
        #expect(Spelling.closest(to: String(repeating: "x", count: 1_000_000), in: keys) == nil)
    }

    @Test("A shortened long name means the shortest name that begins with it")
    func beginningsAreGuessed() {
        let names = ["pixel-6-2021-lte", "pixel-6-2021", "pixel-9-2024"]
        #expect(Spelling.closest(to: "Pixel-6", in: names) == "pixel-6-2021")
        #expect(Spelling.closest(to: "pixel-9-2025", in: names) == "pixel-9-2024")
        #expect(Spelling.closest(to: "pi", in: names) == nil)
    }

    @Test(
        "Units are guessed from what people write",
        arguments: [
            ("sec", "s"), ("MIN", "min"), ("minutes", "min"), ("mW", nil), ("m", "min"),
            ("Ms", "ms"),
        ])
    func unitsAreGuessedFromWhatPeopleWrite(_ written: String, _ meant: String?) throws {
        let text = try Corpus.edited("good/scenario-minimal.yaml", ("24 h", "24 \(written)"))
        let failure = try #require(Corpus.failure(ofText: text))
        #expect(failure.diagnostics[0].suggestion == meant)
    }
}
