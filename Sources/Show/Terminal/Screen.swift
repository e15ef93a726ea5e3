/// A command's result for people: the answer, one table with notes, and details for `--details`.
public struct Screen: Sendable {
    /// The width of a terminal that does not report one.
    public static let narrow = 80
    public static let narrowest = 40

    public enum Part: Sendable {
        /// Lines ended by line feeds, wrapped to the terminal.
        case words(String)
        case table(TextTable, below: String = "")
        /// Preformatted text: only too long lines are wrapped.
        case laidOut(String)
        /// Text to copy, never wrapped.
        case verbatim(String)
    }

    public var answer: String
    public var table: Part?
    /// The answer's caveats, in lines ended by line feeds.
    public var notes: String
    public var details: [Part]
    /// Further questions, shown below a table on a terminal only.
    public var hint = ""
    /// The heading of a pull request comment.
    public var title: String?
    /// The address of a picture or report for a comment.
    public var link: String?

    public init(answer: String, table: Part? = nil, notes: String = "", details: [Part] = []) {
        (self.answer, self.table) = (answer, table)
        (self.notes, self.details) = (notes, details)
    }

    public func with(notes more: String = "", details: [Part] = []) -> Screen {
        modified(self) {
            $0.notes += more
            $0.details += details
        }
    }

    public func with(hint: String) -> Screen { modified(self) { $0.hint += hint } }

    public func text(
        within width: Int = narrow, _ extent: Extent = .details, isColoured: Bool = false
    ) -> String {
        let width = max(width, Self.narrowest)
        return parts(extent, isTerminal: true).map { part in
            switch part {
            case .words(let lines), .laidOut(let lines): WrappedText.lines(lines, within: width)
            case .table(let table, let below):
                table.text(within: width, isColoured: isColoured)
                    + WrappedText.lines(below, within: width)
            case .verbatim(let text): PrintableText.line(text, keeping: ["\n", "\t"])
            }
        }.filter { !$0.isEmpty }.joined(separator: "\n")
    }

    /// For a comment on a pull request.
    public func markdown(_ extent: Extent) -> String {
        let head = title.map { ["### \(MarkdownText.line($0))\n"] } ?? []
        return (head + markdownParts(extent) + foot).filter { !$0.isEmpty }.joined(separator: "\n")
    }

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

    /// Ends an answer that is only about some policies; left out where no table follows.
    public static let othersBelow = "; the other policies are below"

    private static let moreHint = "More with --details.\n"

    private func parts(_ extent: Extent, isTerminal: Bool) -> [Part] {
        let first = Part.words(Self.lines(answer))
        switch extent {
        case .answer: return [.words(Self.lines(answer.replacing(Self.othersBelow, with: "")))]
        case .table:
            let hints = Self.lines(hint) + (details.isEmpty ? "" : Self.moreHint)
            return [first] + (table.map { [$0] } ?? [])
                + [.words(notes + (isTerminal ? hints : ""))]
        case .details: return [first] + (table.map { [$0] } ?? []) + [.words(notes)] + details
        }
    }

    public enum Extent: Sendable { case answer, table, details }

    private static func lines(_ text: String) -> String {
        text.isEmpty || text.hasSuffix("\n") ? text : text + "\n"
    }
}
