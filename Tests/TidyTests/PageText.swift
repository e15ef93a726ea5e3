import Foundation

/// A page's headings, links and lines of prose.
struct PageText: Sendable {
    let path: String
    /// The targets of links to headings, after `#`.
    let anchors: Set<String>
    let links: [Link]
    /// The numbers of lines that are too wide, although they could be broken.
    let wideLines: [Int]

    struct Link: Sendable {
        let line: Int
        /// As written, such as `../model.md#10-scope-and-limitations`.
        let target: String
    }

    static let width = 100

    init(_ file: SourceTree.File) {
        var (links, wide): ([Link], [Int]) = ([], [])
        var headings: [String: Int] = [:]
        var isCode = false
        for (number, line) in zip(1..., file.lines) {
            if line.drop(while: { $0 == " " }).hasPrefix("```") {
                isCode.toggle()
                continue
            }
            if isCode || line.hasPrefix("    ") { continue }
            if line.hasPrefix("#") { headings[Self.anchor(line), default: 0] += 1 }
            links += Self.targets(line).map { Link(line: number, target: $0) }
            if Self.isWide(line) { wide.append(number) }
        }
        path = file.path
        (self.links, wideLines) = (links, wide)
        anchors = Set(
            headings.flatMap { anchor, times in
                [anchor] + (1..<times).map { "\(anchor)-\($0)" }
            })
    }

    /// GitHub's anchor for a heading: letters, digits and hyphens.
    static func anchor(_ heading: Substring) -> String {
        let words = heading.drop { $0 == "#" }.drop { $0 == " " }
            .replacing(/\]\([^)]*\)/, with: "")
        return String(
            words.lowercased().compactMap { character -> Character? in
                if character == " " { return "-" }
                let isKept = character.isLetter || character.isNumber || "-_".contains(character)
                return isKept ? character : nil
            })
    }

    /// The targets of a line's links, except in code.
    static func targets(_ line: Substring) -> [String] {
        line.replacing(/`[^`]*`/, with: "`").matches(of: /\]\(([^)\s]+)\)/)
            .map { String($0.output.1) }
    }

    /// Whether a line exceeds ``width`` and has a space where it could be broken. Tables, headings,
    /// comments and code must be one line.
    static func isWide(_ line: Substring) -> Bool {
        guard line.count > width, !["|", "#", "<!--"].contains(where: { line.hasPrefix($0) })
        else { return false }
        let words = line.drop { $0 == " " }.replacing(/^(?:[-*]|\d+\.) +/, with: "")
        return words.replacing(/`[^`]*`/, with: "").contains(" ")
    }
}
