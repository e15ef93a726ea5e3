/// Where in a text something stands: a word in a line, counted from one.
public struct SourcePlace: Hashable, Sendable, Comparable {
    public let line: Int
    /// In Unicode scalars, as editors and YAML parsers count; the first one is 1.
    public let column: Int
    /// How many scalars of the line belong to it, at least one.
    public let length: Int

    public init(line: Int, column: Int, length: Int = 1) {
        self.line = line
        self.column = column
        self.length = max(1, length)
    }

    /// In the order of reading.
    public static func < (left: SourcePlace, right: SourcePlace) -> Bool {
        (left.line, left.column, left.length) < (right.line, right.column, right.length)
    }
}
