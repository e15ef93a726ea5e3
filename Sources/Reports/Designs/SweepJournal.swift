import Foundation
import Traces

/// The points of a sweep that are done, kept in a folder until all are: a sweep that was
/// interrupted goes on where it was.
///
/// The folder is named after everything that decides the results; another command, or other
/// files, keep their points elsewhere. Each point is one file, which appears whole or not at all
/// and begins with its lengths and its hash. What is not as it was written is run again.
public struct SweepJournal: Sendable {
    /// By point, from 0.
    public let points: [Int: SweepOutcome.Point]
    /// Points of which something was kept that cannot be believed, from 0.
    let damaged: [Int]
    private let folder: String

    /// - Parameters:
    ///   - own: the points that are run here.
    ///   - manifest: of the sweep, whichever of its points are run here.
    ///   - out: the folder of results.
    public init(_ own: [Int], of manifest: Manifest, in out: String) {
        let hash = SHA256.hexadecimal(of: JSONText.bytes(manifest.json))
        folder = "\(out)/unfinished-\(hash.prefix(12))"
        var (points, damaged) = ([Int: SweepOutcome.Point](), [Int]())
        for point in own {
            let path = "\(folder)/\(Self.name(of: point))"
            guard FileManager.default.fileExists(atPath: path) else { continue }
            if let bytes = FileContent.bytes(path, limit: Self.sizeAtMost),
                let kept = SweepEntry(bytes), kept.point.isOnly(point + 1)
            {
                points[point] = kept.point
            } else {
                damaged.append(point)
            }
        }
        (self.points, self.damaged) = (points, damaged)
    }

    /// A point has thousands of rows at most.
    private static let sizeAtMost = 1 << 26

    private static func name(of point: Int) -> String { "point-\(point + 1).csv" }

    /// What a user is told before the work goes on; `nil` where nothing was kept.
    ///
    /// - Parameter count: of the points that are run here.
    public func note(of count: Int) -> String? {
        guard !points.isEmpty || !damaged.isEmpty else { return nil }
        let numbers = damaged.map { "\($0 + 1)" }.joined(separator: ", ")
        return "note: going on: \(points.count) of \(count) points were done before"
            + (damaged.isEmpty
                ? "" : "; what was kept of \(numbers) is not as it was written, and is run again")
    }

    /// Keeps a point.
    ///
    /// - Parameters:
    ///   - point: its rows.
    ///   - index: its number, from 0.
    /// - Throws: ``OutputError`` where it cannot be written.
    public func keep(_ point: SweepOutcome.Point, at index: Int) throws {
        // The folder's name holds a hash of all that decides the results: it is this sweep's own.
        let claim = OutputClaim(command: ["sweep"], inputs: [], isForced: true)
        var directory = OutputDirectory(path: folder, claim: claim)
        directory.add(Self.name(of: index), SweepEntry(point: point).bytes)
        try directory.publish()
    }

    /// Forgets all points, which are in the results now.
    public func remove() { try? FileManager.default.removeItem(atPath: folder) }
}

/// A point as the journal keeps it: a line that says what follows, `sweep.csv` and
/// `sweep-comparison.csv` of that point alone.
struct SweepEntry {
    let point: SweepOutcome.Point

    init(point: SweepOutcome.Point) { self.point = point }

    var bytes: [UInt8] {
        let (rows, comparisons) = point.files
        let body = rows + comparisons
        let words = [
            Self.mark, "\(rows.count)", "\(comparisons.count)", SHA256.hexadecimal(of: body),
        ]
        return Array((words.joined(separator: " ") + "\n").utf8) + body
    }

    private static let mark = "tailwatt-point-1"

    /// An entry as it was written; `nil` if it was not written so, to the last byte.
    init?(_ bytes: [UInt8]) {
        guard let end = bytes.prefix(200).firstIndex(of: UInt8(ascii: "\n")) else { return nil }
        let words = String(decoding: bytes[..<end], as: UTF8.self).split(separator: " ")
        let body = Array(bytes[(end + 1)...])
        guard words.count == 4, words[0] == Self.mark, let first = Int(words[1]),
            let second = Int(words[2]), first >= 0, first <= body.count,
            second == body.count - first, words[3] == SHA256.hexadecimal(of: body),
            let point = SweepOutcome.Point(
                rows: Array(body[..<first]), comparisons: Array(body[first...]))
        else { return nil }
        self.point = point
    }
}

extension SweepOutcome.Point {
    /// Whether there are rows, all of them of the point of that number.
    fileprivate func isOnly(_ number: Int) -> Bool {
        !rows.isEmpty && rows.allSatisfy { $0.point == number }
            && comparisons.allSatisfy { $0.point == number }
    }
}
