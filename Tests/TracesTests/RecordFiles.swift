import Foundation
import TestSupport

/// Small records as phones and browsers write them, made up.
enum RecordFile {
    /// Three hours without charger: ten seconds with the display on, then off, two starts of the
    /// modem, and the display on at the end.
    static let history = text("history.txt")
    /// That history in checkin form.
    static let checkin = text("checkin.txt")
    /// A new connection over 90 ms with a request of 500 B and an answer of 2900 B, an answer from
    /// a cache, and an earlier answer that tells only its content.
    static let archive = text("page.har")
    /// Numbers of its own constants; the last line is of a killed browser.
    static let netlog = text("net.json")

    private static func text(_ name: String) -> String {
        let url = Repository.url("Tests/Fuzz/Seeds/records/\(name)")
        return (try? String(contentsOf: url, encoding: .utf8)) ?? ""
    }

    /// A zip archive (APPNOTE 6.3.10) of these files.
    static func zip(_ files: [(name: String, text: String)]) -> [UInt8] {
        func little(_ number: Int, _ size: Int) -> [UInt8] {
            (0..<size).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
        }
        var (bytes, directory): ([UInt8], [UInt8]) = ([], [])
        for (name, text) in files {
            let plain = Array(text.utf8)
            // A gzip file is a header of 10 bytes, the packed bytes, and 8 more.
            let gzip = GzipTests.gzip(plain)
            let packed = Array(gzip[10..<gzip.count - 8])
            let sizes =
                Array(gzip.suffix(8).prefix(4)) + little(packed.count, 4)
                + little(plain.count, 4) + little(name.utf8.count, 2) + little(0, 2)
            let common = [20, 0, 8, 0, 8, 0, 0, 0, 0, 0] + sizes
            directory +=
                [0x50, 0x4B, 1, 2, 20, 0] + common + Wire.zeros(10)
                + little(bytes.count, 4) + Array(name.utf8)
            bytes += [0x50, 0x4B, 3, 4] + common + Array(name.utf8) + packed
        }
        let end =
            Wire.zeros(4) + little(files.count, 2) + little(files.count, 2)
            + little(directory.count, 4) + little(bytes.count, 4) + little(0, 2)
        return bytes + directory + [0x50, 0x4B, 5, 6] + end
    }
}
