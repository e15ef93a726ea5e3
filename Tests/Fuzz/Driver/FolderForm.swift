/// A folder as one text, with a line before each file that names it: `==> manifest.json <==`.
public struct FolderForm: Form {
    private let table: TableForm
    private static let mark = Array("==> ".utf8)
    private static let end = Array(" <==".utf8)

    /// - Parameter words: Words that occur in files of these folders.
    public init(words: [String]) { table = TableForm(words: words) }

    /// The files of a folder with their names. Text before the first name is left out.
    public static func files(_ bytes: [UInt8]) -> [(name: String, bytes: [UInt8])] {
        var files: [(name: String, bytes: [UInt8])] = []
        for line in Words.lines(of: bytes) {
            if isName(line) {
                let name = line.dropFirst(mark.count).dropLast(end.count + 1)
                files.append((String(decoding: name, as: UTF8.self), []))
            } else if !files.isEmpty {
                files[files.count - 1].bytes += line
            }
        }
        return files
    }

    private static func isName(_ line: [UInt8]) -> Bool {
        line.starts(with: mark) && line.dropLast().suffix(end.count).elementsEqual(end)
    }

    public func pieces(of bytes: [UInt8]) -> [[UInt8]] { Words.lines(of: bytes) }

    /// A whole file at a name's line, otherwise some lines.
    public func block(
        _ pieces: [[UInt8]], at place: Int, _ dice: inout Dice
    ) -> Range<Int> {
        guard Self.isName(pieces[place]), !dice.isOne(in: 4) else {
            return place..<min(pieces.count, place + 1 + dice.below(3))
        }
        let next = pieces[(place + 1)...].firstIndex(where: Self.isName)
        return place..<(next ?? pieces.count)
    }

    public func change(_ pieces: inout [[UInt8]], at place: Int, _ dice: inout Dice) {
        table.change(&pieces, at: place, &dice)
    }
}
