/// The frame of all pages: question and answer first, assumptions and the command last.
package struct ReportPage {
    package static let fileName = "report.html"

    private let title: String
    private let context: PageContext
    package var text = PageText()

    package init(title: String, answer: String?, facts: String, _ context: PageContext) {
        (self.title, self.context) = (title, context)
        text.source = context.commandLine
        text.heading(title, level: 1)
        if let answer {
            let lines = answer.split(separator: "\n")
            let tone = ["Passed": " good", "Failed": " bad"].first { answer.contains("\($0.key):") }
            text.paragraph(lines.joined(separator: " "), class: "answer\(tone?.value ?? "")")
        }
        for change in context.changes { text.paragraph(change) }
        text.paragraph(facts, class: "facts")
    }

    package mutating func figures() { for picture in context.pictures { text.figure(picture) } }

    package func document(notes: [String] = []) -> [UInt8] {
        var text = text
        // A comparison of results uses no numbers but theirs.
        if !notes.isEmpty || !context.assumptions.isEmpty { text.heading("What is assumed") }
        text.list(notes)
        if !context.assumptions.isEmpty {
            text.paragraph(
                "Numbers that were not measured, by file; tailwatt profiles show NAME says where "
                    + "each is from.")
            text.list(context.assumptions)
        }
        text.heading("How to repeat it")
        text.code(context.commandLine)
        let inputs =
            context.inputs.isEmpty ? "" : " It read \(context.inputs.joined(separator: ", "))."
        text.paragraph(
            "tailwatt \(context.version) gives the same bytes again.\(inputs) manifest.json has "
                + "the hash of each file that was read or written, docs/reference/columns.md the "
                + "meaning of each column.", class: "facts")
        return text.document(title: title)
    }
}

/// How a page's result was made, and what it assumes.
public struct PageContext: Sendable {
    package let command: [String]
    package let version: String
    package let inputs: [String]
    package let assumptions: [String]
    /// How the figures depart from the question, one line each.
    package let changes: [String]
    package var pictures: [Picture] = []

    public init(_ manifest: Manifest, assumptions: [String] = [], changes: [String] = []) {
        (command, version) = (manifest.command, manifest.version)
        inputs = manifest.inputs.map(\.name)
        (self.assumptions, self.changes) = (assumptions, changes)
    }

    /// The simulated scenario or file as the command names it; `nil` without one.
    package var scenario: String? { command.dropFirst().first.map(Self.quoted) }

    package func picture(_ name: String) -> Picture? { pictures.first { $0.name == name } }
    var commandLine: String { (["tailwatt"] + command).map(Self.quoted).joined(separator: " ") }

    private static func quoted(_ word: String) -> String {
        let isPlain =
            !word.isEmpty
            && word.utf8.allSatisfy { byte in
                switch byte {
                case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                    UInt8(ascii: "0")...UInt8(ascii: "9"):
                    true
                default: "-_./,:=+%@".utf8.contains(byte)
                }
            }
        return isPlain
            ? word
            : "'"
                + word.split(separator: "'", omittingEmptySubsequences: false)
                .joined(separator: "'\\''") + "'"
    }
}
