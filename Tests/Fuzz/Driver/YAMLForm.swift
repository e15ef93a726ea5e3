import Foundation

/// Profiles: lines grouped by indentation, keys and words of the vocabulary, numbers with units.
public struct YAMLForm: Form {
    private let vocabulary: [[UInt8]]
    private static let units = [
        "s", "ms", "min", "h", "d", "µs", "ns", "mW", "W", "µW", "mJ", "J", "kJ", "mAh", "Ah", "mA",
        "V", "%", "B", "kB", "MB", "GB", "B/s", "kbit/s", "Mbit/s", "m", "km", "m/s", "km/h", "°",
        "dBm", "dB", "/h", "/d", "mW/(Mbit/s)", "Hz", "furlongs", "",
    ].map { Array($0.utf8) }
    private static let values = [
        "{}", "[]", "~", "\"\"", "true", "no", "none", "all", "{ value: 1 s, assumption: \"x\" }",
        "{ value: 2, source: { title: a, year: 2012 } }", "{ uniform: [1 s, 2 s] }",
        "{ exponential: 10 s }", "{ normal: { mean: 1 s, sd: 1 s } }", "{ file: values.txt }",
        "{ every: 1 s }", "[1, 2]", "[a, b]", "*a", "&a x", "!!str 1", "| ", "../a.yaml", "a.gpx",
        "2012-01-02", "08:00", "25:00", "24:00", "1 km", "-1 s", "1e30 h", "100 %", "0 %",
    ].map { Array($0.utf8) }

    /// - Parameter schemas: The folder of the schemas, which supply the vocabulary.
    public init(schemas: String) {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: schemas)) ?? []
        var words: Set<String> = []
        for name in names where name.hasSuffix(".json") {
            let text = (try? String(contentsOfFile: "\(schemas)/\(name)", encoding: .utf8)) ?? ""
            for word in text.split(separator: "\"")
            where word.utf8.count <= 40 && word.utf8.allSatisfy({ Words.isLetter($0) || $0 == 45 })
            {
                words.insert(String(word))
            }
        }
        precondition(words.count > 500, "\(schemas) has no schemas")
        vocabulary = words.sorted().map { Array($0.utf8) }
    }

    public func pieces(of bytes: [UInt8]) -> [[UInt8]] { Words.lines(of: bytes) }

    /// A line with the more indented lines below it, or with a line of its own.
    public func block(
        _ pieces: [[UInt8]], at place: Int, _ dice: inout Dice
    ) -> Range<Int> {
        if dice.isOne(in: 3) { return place..<place + 1 }
        let depth = Self.depth(of: pieces[place])
        let next = pieces[(place + 1)...].firstIndex { Self.depth(of: $0) <= depth }
        return place..<(next ?? pieces.count)
    }

    /// The block with the indentation of the line that follows it.
    public func fitted(_ block: [[UInt8]], before piece: [UInt8]?) -> [[UInt8]] {
        let shift = (piece.map(Self.depth) ?? 0) - (block.first.map(Self.depth) ?? 0)
        return block.map { line in
            let depth = max(0, Self.depth(of: line) + shift)
            return Array(repeating: UInt8(ascii: " "), count: depth)
                + line.drop { $0 == UInt8(ascii: " ") }
        }
    }

    private static func depth(of line: [UInt8]) -> Int {
        line.prefix { $0 == UInt8(ascii: " ") }.count
    }

    public func change(_ pieces: inout [[UInt8]], at place: Int, _ dice: inout Dice) {
        switch dice.below(12) {
        case 0...3: Words.changeNumber(in: &pieces[place], &dice)
        case 4...6: Words.changeWord(in: &pieces[place], of: vocabulary, &dice)
        case 7: changeUnit(in: &pieces[place], &dice)
        case 8: changeValue(in: &pieces[place], dice.pick(Self.values) ?? [])
        case 9: changeValue(in: &pieces[place], value(of: dice.pick(pieces) ?? []))
        case 10:
            let steps = [-2, -1, 1, 2]
            let depth = max(0, Self.depth(of: pieces[place]) + (dice.pick(steps) ?? 0))
            let text = pieces[place].drop { $0 == UInt8(ascii: " ") }
            pieces[place] = Array(repeating: UInt8(ascii: " "), count: depth) + text
        default: Words.insertSign(into: &pieces[place], dice: &dice)
        }
    }

    private func changeUnit(in line: inout [UInt8], _ dice: inout Dice) {
        let numbers = Words.runs(in: line) { Words.isDigit($0) || $0 == UInt8(ascii: ".") }
        guard let number = dice.pick(numbers) else { return }
        let rest = line[number.upperBound...]
        let end = rest.firstIndex { ",}]\n\"".utf8.contains($0) } ?? line.count
        let unit = [UInt8(ascii: " ")] + (dice.pick(Self.units) ?? [])
        line.replaceSubrange(number.upperBound..<end, with: unit)
    }

    /// The range of the value after a line's last colon.
    private func place(of line: [UInt8]) -> Range<Int>? {
        let end = line.last == UInt8(ascii: "\n") ? line.count - 1 : line.count
        guard let colon = line[..<end].firstIndex(of: UInt8(ascii: ":")) else { return nil }
        return min(end, colon + 2)..<end
    }

    private func value(of line: [UInt8]) -> [UInt8] {
        place(of: line).map { Array(line[$0]) } ?? []
    }

    private func changeValue(in line: inout [UInt8], _ value: [UInt8]) {
        guard let place = place(of: line) else { return }
        line.replaceSubrange(place, with: value)
    }
}
