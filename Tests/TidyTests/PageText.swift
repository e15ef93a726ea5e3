import Foundation

/// A page as its reader goes through it: headings and links.
struct PageText: Sendable {
    let path: String
    /// What a link to a heading says behind `#`.
    let anchors: Set<String>
    let links: [Link]

    struct Link: Sendable {
        let line: Int
        /// As it stands, such as `../model.md#10-scope-and-limitations`.
        let target: String
    }

    init(_ file: SourceTree.File) {
        var links: [Link] = []
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
        }
        path = file.path
        self.links = links
        anchors = Set(
            headings.flatMap { anchor, times in
                [anchor] + (1..<times).map { "\(anchor)-\($0)" }
            })
    }

    /// As GitHub makes it of a heading: letters, digits and hyphens.
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

    /// The targets of a line's links, but for those in code.
    static func targets(_ line: Substring) -> [String] {
        line.replacing(/`[^`]*`/, with: "`").matches(of: /\]\(([^)\s]+)\)/)
            .map { String($0.output.1) }
    }
}
