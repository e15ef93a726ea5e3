import Kernel

/// The frame that all pages have: the question and its answer on top, at the end what is assumed
/// and how to repeat it.
package struct ReportPage {
    /// Of every folder of results.
    package static let fileName = "report.html"

    private let title: String
    private let context: PageContext
    package var text = PageText()

    package init(title: String, answer: String?, facts: String, _ context: PageContext) {
        (self.title, self.context) = (title, context)
        text.heading(title, level: 1)
        if let answer {
            let lines = answer.split(separator: "\n")
            text.paragraph(lines.joined(separator: " "), class: "answer")
        }
        for change in context.changes { text.paragraph(change) }
        text.paragraph(facts, class: "facts")
    }

    /// The whole page.
    package func document(notes: [String] = []) -> [UInt8] {
        var text = text
        // What compares results rests on no numbers but theirs.
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

/// What a page says of a result beside its figures: how it was made, and on what it rests.
public struct PageContext: Sendable {
    package let command: [String]
    package let version: String
    package let inputs: [String]
    /// How many numbers of which file were not measured, a line each.
    package let assumptions: [String]
    /// In what the figures are for something else than the question, a line each.
    package let changes: [String]

    public init(_ manifest: Manifest, assumptions: [String] = [], changes: [String] = []) {
        (command, version) = (manifest.command, manifest.version)
        inputs = manifest.inputs.map(\.name)
        (self.assumptions, self.changes) = (assumptions, changes)
    }

    /// As the command names what was simulated; `nil`: it names nothing.
    package var scenario: String? { command.dropFirst().first.map(Self.quoted) }

    /// The command as a shell takes it.
    var commandLine: String {
        (["tailwatt"] + command).map(Self.quoted).joined(separator: " ")
    }

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
