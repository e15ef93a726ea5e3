import Foundation
import Testing

@testable import Experiments
@testable import Reports

@Suite struct CheckBadgeTests {
    private func badge(
        _ verdicts: [LimitOutcome.Verdict], passes: Bool, _ figure: String? = "2.5 % a day",
        of budget: String = "mine"
    ) -> XMLElements {
        XMLElements(CheckBadge(budget, figure, verdicts, nil, passes: passes).svg)
    }

    @Test(
        "A word and a colour for each verdict",
        arguments: [
            ([LimitOutcome.Verdict.met], true, "passed", "#1a7f37"),
            ([.met, .undecided, .exceeded], false, "failed", "#b42318"),
            ([.met, .undecided], false, "undecided", "#8a5a00"),
            // The budget lets that pass.
            ([.met, .undecided], true, "passed", "#1a7f37"),
        ])
    func verdicts(
        verdicts: [LimitOutcome.Verdict], passes: Bool, word: String, colour: String
    ) {
        let seen = badge(verdicts, passes: passes)
        #expect(seen.isWellFormed)
        #expect(seen.names == ["svg", "title", "rect", "text", "rect", "text"])
        #expect(
            seen.texts.filter { $0 != "" && $0 != "\n" } == [
                "mine: battery 2.5 % a day, \(word)", "battery 2.5 % a day", word,
            ])
        #expect(seen.attributes[4]["fill"] == colour)
    }

    @Test("Without a figure the label is one word")
    func noFigure() {
        let seen = badge([.undecided], passes: false, nil)
        #expect(
            seen.texts.filter { $0 != "" && $0 != "\n" } == [
                "mine: battery, undecided", "battery", "undecided",
            ])
    }

    @Test("Text is escaped, fits its box, and no address is loaded")
    func escaped() throws {
        let nasty = "a <script>&\"'\u{1}\n]]>"
        let bytes = CheckBadge(nasty, "1 < 2 & \"3\"", [.met], nil, passes: true).svg
        let seen = XMLElements(bytes)
        #expect(seen.isWellFormed && !seen.names.contains("script"))
        #expect(seen.texts.contains("battery 1 < 2 & \"3\""))
        let text = String(decoding: bytes, as: UTF8.self)
            .replacing("http://www.w3.org/2000/svg", with: "")
        for word in ["http", "href", "url(", "<script"] { #expect(!text.contains(word), "\(word)") }
        for (box, words) in [(2, 3), (4, 5)] {
            let width = try #require(seen.attributes[box]["width"].flatMap { Int($0) })
            let length = try #require(seen.attributes[words]["textLength"].flatMap { Int($0) })
            #expect(length + 12 == width)
        }
    }
}
