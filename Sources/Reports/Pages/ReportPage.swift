import Traces

/// The frame that all pages have: the question and its answer on top, at the end what is assumed
/// and how to repeat it.
package struct ReportPage {
    /// Of every folder of results.
    static let fileName = "report.html"

    private let title: String
    private let context: PageContext
    package var text = PageText()

    /// - Parameters:
    ///   - title: the question, or what else the page is about.
    ///   - answer: in a sentence or two; `nil`: there is none.
    ///   - facts: of what kind of phone and run the figures are.
    ///   - context: how the result was made.
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
    ///
    /// - Parameter notes: what a reader must know beside the figures, a line each.
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
