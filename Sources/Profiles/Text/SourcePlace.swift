/// Where in a text something stands: a word in a line, counted from one.
public struct SourcePlace: Hashable, Sendable, Comparable {
    public let line: Int
    /// In Unicode scalars, as editors and YAML parsers count; the first one is 1.
    public let column: Int
    /// How many scalars of the line belong to it, at least one.
    public let length: Int
    /// The edit of the text that it stands in, from 0; `nil` for the text itself.
    let edit: Int?

    public init(line: Int, column: Int, length: Int = 1) {
        self.init(line: line, column: column, length: length, edit: nil)
    }

    init(line: Int, column: Int, length: Int, edit: Int?) {
        self.line = line
        self.column = column
        self.length = max(1, length)
        self.edit = edit
    }

    func edited(_ index: Int) -> SourcePlace {
        SourcePlace(line: line, column: column, length: length, edit: index)
    }

    /// In the order of reading, and edits after the text.
    public static func < (left: SourcePlace, right: SourcePlace) -> Bool {
        (left.edit ?? -1, left.line, left.column, left.length)
            < (right.edit ?? -1, right.line, right.column, right.length)
    }
}
