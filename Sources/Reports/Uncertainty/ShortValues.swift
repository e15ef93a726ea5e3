import Show

/// Values of one parameter as a table shows them: of mappings the parts in which they differ.
struct ShortValues {
    /// In the order of the values, each at most `width` columns wide.
    let texts: [String]

    static let width = 28

    init(_ values: [String]) {
        let isLong = values.contains { TextTable.width(of: $0) > Self.width }
        let shown = isLong ? Self.differences(of: values) : values
        texts = shown.map(Self.cut)
    }

    /// What is left without the parts that all values begin and end with.
    private static func differences(of values: [String]) -> [String] {
        let parts = values.map { value in
            value.split(whereSeparator: { "{},".contains($0) }).map(trimmed)
                .filter { !$0.isEmpty }
        }
        let most = parts.map(\.count).min() ?? 0
        let before = (0..<most).prefix { at in Set(parts.map { $0[at] }).count == 1 }.count
        let after = (0..<(most - before)).prefix { at in
            Set(parts.map { $0[$0.count - 1 - at] }).count == 1
        }.count
        let different = parts.map { $0.dropFirst(before).dropLast(after).joined(separator: ", ") }
        return zip(different, values).map { $0.isEmpty ? $1 : $0 }
    }

    private static func trimmed(_ text: Substring) -> String {
        text.split(separator: " ").joined(separator: " ")
    }

    private static func cut(_ text: String) -> String {
        TextTable.width(of: text) <= width ? text : String(text.prefix(width - 1)) + "…"
    }
}
