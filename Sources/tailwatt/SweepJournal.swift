import Foundation
import Reports

/// The points of a sweep that are done, kept in a folder until all are: a sweep that was
/// interrupted goes on where it was.
///
/// The folder is named after everything that decides the results; another command, or other
/// files, keep their points elsewhere.
struct SweepJournal: Sendable {
    /// By point, from 0.
    let points: [Int: SweepOutcome.Point]
    private let folder: String

    private static let rows = SweepTables.sweep([])
    private static let comparisons = SweepTables.comparison([])

    /// - Throws: never for a journal that cannot be read, whose points are run again.
    init(_ sweep: Sweep, in out: String) throws {
        var manifest = sweep.manifest
        manifest.command = sweep.words
        let hash = SHA256.hexadecimal(of: JSONText.bytes(manifest.json))
        folder = "\(out)/unfinished-\(hash.prefix(12))"
        var points: [Int: SweepOutcome.Point] = [:]
        for point in sweep.own {
            if let kept = Self.point(in: "\(folder)/\(point + 1)"), kept.isOnly(point + 1) {
                points[point] = kept
            }
        }
        self.points = points
    }

    /// Keeps a point: both its files appear, or neither counts.
    func keep(_ point: SweepOutcome.Point, at index: Int) throws {
        var directory = OutputDirectory(path: "\(folder)/\(index + 1)")
        directory.add("sweep.csv", Self.rows.with(point.rows).csv)
        directory.add("sweep-comparison.csv", Self.comparisons.with(point.comparisons).csv)
        try directory.publish()
    }

    /// Forgets all points, which are in the results now.
    func remove() { try? FileManager.default.removeItem(atPath: folder) }

    private static func point(in folder: String) -> SweepOutcome.Point? {
        // The second file is published last.
        guard let second = FileManager.default.contents(atPath: "\(folder)/sweep-comparison.csv"),
            let first = FileManager.default.contents(atPath: "\(folder)/sweep.csv")
        else { return nil }
        return SweepOutcome.Point(rows: [UInt8](first), comparisons: [UInt8](second))
    }
}

extension SweepOutcome.Point {
    /// Whether there are rows, all of them of the point of that number.
    fileprivate func isOnly(_ number: Int) -> Bool {
        !rows.isEmpty && rows.allSatisfy { $0.point == number }
            && comparisons.allSatisfy { $0.point == number }
    }

    /// Points as files have them; `nil` if those are no such files.
    init?(rows: [UInt8], comparisons: [UInt8]) {
        guard let cells = CSVRows.rows(of: rows, as: SweepTables.sweep([]).schema),
            let others = CSVRows.rows(of: comparisons, as: SweepTables.comparison([]).schema)
        else { return nil }
        self.rows = cells.compactMap { SweepRow($0) }
        self.comparisons = others.compactMap { SweepComparisonRow($0) }
        guard self.rows.count == cells.count, self.comparisons.count == others.count else {
            return nil
        }
    }
}
