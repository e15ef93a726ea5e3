/// Finds the file of a zip archive that a reader wants (PKWARE, APPNOTE 6.3.10, section 4).
enum ZipArchive {
    struct Entry {
        let name: String
        /// APPNOTE 4.4.5: 0 is stored, 8 deflated.
        let method: Int
        let checksum: UInt
        let packedBytes: Int
        let header: Int
        /// Of its bytes in the archive.
        var start = 0
    }

    /// The main file; `nil` if `file` is no archive, or has none.
    ///
    /// Main is the text of a bug report, else the only file, else the only text.
    static func mainEntry(of file: TraceFile) -> Entry? {
        guard bytes(of: file, at: 0, count: 4).starts(with: [0x50, 0x4B, 3, 4]) else { return nil }
        let files = entries(of: file).filter {
            !$0.name.hasSuffix("/") && !$0.name.hasPrefix("__MACOSX/")
        }
        let texts = files.filter { $0.name.hasSuffix(".txt") }
        let reports = texts.filter {
            ["bugreport", "dumpstate-"].contains(where: $0.name.hasPrefix)
        }
        let only = [reports, files, texts].first { $0.count == 1 }
        guard var entry = only?.first, [0, 8].contains(entry.method) else { return nil }
        let header = bytes(of: file, at: entry.header, count: 30)
        guard header.count == 30 else { return nil }
        entry.start = entry.header + 30 + number(header, 26, 2) + number(header, 28, 2)
        return entry.start + entry.packedBytes <= file.size ? entry : nil
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
                    method: number(directory, place + 10, 2),
                    checksum: UInt(number(directory, place + 16, 4)),
                    packedBytes: number(directory, place + 20, 4),
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
