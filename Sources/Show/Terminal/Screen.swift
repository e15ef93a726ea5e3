import Kernel

/// What a command says of its result to people: the answer first, then one table and what must be
/// known to read it, and behind `--details` all else.
public struct Screen: Sendable {
    /// The columns of a terminal that does not say how many it has.
    public static let narrow = 80
    /// No terminal is taken to be narrower.
    public static let narrowest = 40

    /// A part of what is shown.
    public enum Part: Sendable {
        /// Lines of words, each ended by a line feed and broken where the terminal ends.
        case words(String)
        /// A table, and lines that stand directly below it.
        case table(TextTable, below: String = "")
        /// What is laid out already: only lines that are too long are broken.
        case laidOut(String)
        /// What is written to be copied: never broken.
        case verbatim(String)
    }

    public var answer: String
    public var table: Part?
    /// What a reader of the answer must know: lines, each ended by a line feed.
    public var notes: String
    /// Everything else, in the order in which it is read.
    public var details: [Part]
    /// What else could be asked, in lines: below a table on a terminal, and nowhere else.
    public var hint = ""
    /// What a comment has above it; `nil`: nothing.
    public var title: String?
    /// The address of a picture or a report that a comment shows; `nil`: none.
    public var link: String?

    public init(
        answer: String, table: Part? = nil, notes: String = "", details: [Part] = []
    ) {
        (self.answer, self.table) = (answer, table)
        (self.notes, self.details) = (notes, details)
    }

    public func with(notes more: String = "", details: [Part] = []) -> Screen {
        var screen = self
        screen.notes += more
        screen.details += details
        return screen
    }

    public func with(hint: String) -> Screen {
        var screen = self
        screen.hint += hint
        return screen
    }

    /// All of it, for a terminal.
    public func text(
        within width: Int = narrow, _ extent: Extent = .details, isColoured: Bool = false
    ) -> String {
        let width = max(width, Self.narrowest)
        return parts(extent, isTerminal: true).map { part in
            switch part {
            case .words(let lines), .laidOut(let lines):
                WrappedText.lines(lines, within: width)
            case .table(let table, let below):
                table.text(within: width, isColoured: isColoured)
                    + WrappedText.lines(below, within: width)
            case .verbatim(let text): PrintableText.line(text, keeping: ["\n", "\t"])
            }
        }.filter { !$0.isEmpty }.joined(separator: "\n")
    }

    /// All of it, as a comment on a pull request has it.
    public func markdown(_ extent: Extent) -> String {
        let head = title.map { ["### \(MarkdownText.line($0))\n"] } ?? []
        return (head + markdownParts(extent) + foot).filter { !$0.isEmpty }
            .joined(separator: "\n")
    }

    /// A picture where the address is one of a picture, else where the report is.
    private var foot: [String] {
        guard let link else { return [] }
        let isPicture = [".svg", ".png"].contains { link.hasSuffix($0) }
        let words = MarkdownText.picture(answer.prefix { $0 != "\n" }.description)
        return [isPicture ? "![\(words)](\(link))\n" : "[The report](\(link))\n"]
    }

    private func markdownParts(_ extent: Extent) -> [String] {
        parts(extent, isTerminal: false).map { part in
            switch part {
            case .words(let lines): MarkdownText.lines(lines)
            case .table(let table, let below):
                table.markdown + (below.isEmpty ? "" : "\n" + MarkdownText.lines(below))
            case .laidOut(let text), .verbatim(let text): MarkdownText.block(text)
            }
        }
    }

    private static let moreHint = "More with --details.\n"

    private func parts(_ extent: Extent, isTerminal: Bool) -> [Part] {
        let first = Part.words(Self.lines(answer))
        switch extent {
        case .answer: return [first]
        case .table:
            let hints = Self.lines(hint) + (details.isEmpty ? "" : Self.moreHint)
            return [first] + (table.map { [$0] } ?? [])
                + [.words(notes + (isTerminal ? hints : ""))]
        case .details: return [first] + (table.map { [$0] } ?? []) + [.words(notes)] + details
        }
    }

    public enum Extent: Sendable {
        case answer
        case table
        case details
    }

    private static func lines(_ text: String) -> String {
        text.isEmpty || text.hasSuffix("\n") ? text : text + "\n"
    }
}
