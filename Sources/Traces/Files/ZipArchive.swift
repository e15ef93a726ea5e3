/// Finds the file of a zip archive that a reader wants (PKWARE, APPNOTE 6.3.10, section 4).
enum ZipArchive {
    /// Where the packed bytes of the main file begin; `nil` if `file` is no archive, or has none.
    ///
    /// Main is the text of a bug report, which `main_entry.txt` stands beside, else the only file.
    static func mainEntry(of file: TraceFile) -> Int? {
        guard bytes(of: file, at: 0, count: 4).starts(with: [0x50, 0x4B, 3, 4]) else { return nil }
        let files = entries(of: file).filter { !$0.name.hasSuffix("/") }
        let reports = files.filter {
            $0.name.hasPrefix("bugreport") && $0.name.hasSuffix(".txt") && !$0.name.contains("/")
        }
        guard let entry = files.count == 1 ? files.first : reports.first, entry.isDeflated else {
            return nil
        }
        let header = bytes(of: file, at: entry.header, count: 30)
        guard header.count == 30 else { return nil }
        let start = entry.header + 30 + number(header, 26, 2) + number(header, 28, 2)
        return start < file.size ? start : nil
    }

    private struct Entry {
        let name: String
        let isDeflated: Bool
        let header: Int
    }

    /// The central directory, whose end record is within the last 64 KiB.
    private static func entries(of file: TraceFile) -> [Entry] {
        let start = max(0, file.size - (1 << 16) - 22)
        let tail = bytes(of: file, at: start, count: file.size - start)
        guard tail.count >= 22,
            let end = (0...tail.count - 22).last(where: {
                tail[$0...].starts(with: [0x50, 0x4B, 5, 6])
            })
        else { return [] }
        let offset = number(tail, end + 16, 4)
        // A directory of more than this is no phone's.
        let directory = bytes(of: file, at: offset, count: min(number(tail, end + 12, 4), 1 << 24))
        var entries: [Entry] = []
        var place = 0
        while place + 46 <= directory.count, directory[place...].starts(with: [0x50, 0x4B, 1, 2]) {
            let name = number(directory, place + 28, 2)
            let next =
                place + 46 + name + number(directory, place + 30, 2)
                + number(directory, place + 32, 2)
            guard next <= directory.count else { break }
            entries.append(
                Entry(
                    name: String(
                        decoding: directory[place + 46..<place + 46 + name], as: UTF8.self),
                    isDeflated: number(directory, place + 10, 2) == 8,
                    header: number(directory, place + 42, 4)))
            place = next
        }
        return entries
    }

    /// Fewer than `count` where the file ends.
    private static func bytes(of file: TraceFile, at offset: Int, count: Int) -> [UInt8] {
        guard offset < file.size else { return [] }
        return Array(unsafeUninitializedCapacity: max(0, count)) { buffer, used in
            used = max(0, file.read(at: offset, into: UnsafeMutableRawBufferPointer(buffer)))
        }
    }

    /// Little endian.
    private static func number(_ bytes: [UInt8], _ place: Int, _ size: Int) -> Int {
        (0..<size).reduce(0) { $0 | Int(bytes[place + $1]) << (8 * $1) }
    }
}
