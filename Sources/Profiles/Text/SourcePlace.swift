/// The place of a word in a line of a text, counted from 1.
public struct SourcePlace: Hashable, Sendable, Comparable {
    public let line: Int
    /// In Unicode scalars, as editors and YAML parsers count; from 1.
    public let column: Int
    /// In Unicode scalars, at least 1.
    public let length: Int
    /// The index of the edit that it is in; `nil` for the text itself.
    private(set) var edit: Int?

    public init(line: Int, column: Int, length: Int = 1) {
        (self.line, self.column, self.length) = (line, column, max(1, length))
    }

    func edited(_ index: Int) -> SourcePlace { modified(self) { $0.edit = index } }

    /// In reading order, with edits after the text.
    public static func < (left: SourcePlace, right: SourcePlace) -> Bool {
        (left.edit ?? -1, left.line, left.column, left.length)
            < (right.edit ?? -1, right.line, right.column, right.length)
    }
}

struct PlacedText: Hashable {
    let text: String
    let place: SourcePlace
}

extension Excerpt {
    static let width = 90

    /// The part of a line that a diagnostic shows.
    ///
    /// Long lines are cut on both sides of the word, so that a line of a megabyte still fits on a
    /// screen.
    init(of line: ArraySlice<Unicode.Scalar>, around place: SourcePlace) {
        let start = line.startIndex + min(place.column - 1, line.count)
        let end = min(start + place.length, line.endIndex)
        let word = cut(line[start..<end], to: 50)
        let before = cut(
            line[..<start], to: min(60, Self.width - 20 - word.count), keepingEnd: true)
        let after = cut(line[end...], to: max(10, Self.width - before.count - word.count))
        self.init(before: before, word: word, after: after)
    }
}

private func cut(
    _ scalars: ArraySlice<Unicode.Scalar>, to length: Int, keepingEnd: Bool = false
) -> String {
    if scalars.count <= length { return text(scalars) }
    let kept = length - 3
    return keepingEnd ? "..." + text(scalars.suffix(kept)) : text(scalars.prefix(kept)) + "..."
}

private func text(_ scalars: ArraySlice<Unicode.Scalar>) -> String {
    String(String.UnicodeScalarView(scalars))
}
