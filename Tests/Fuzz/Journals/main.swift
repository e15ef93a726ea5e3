import DeviceModel
import Experiments
import Foundation
import FuzzDriver
import Reports

let work = KeptWork()
let words = [
    "point", "policy", "metric", "unit", "n", "mean", "sd", "ci_low", "ci_high", "ci_method",
    "baseline", "difference", "ratio", "p_adjusted", "verdict", "exact", "t", "bootstrap", "lower",
    "higher", "no difference shown", "sweep.csv", "sweep-comparison.csv",
]

/// Reads the tables of a sweep's point, with their correct hash.
func readPoint(_ tables: [[UInt8]]) {
    let kept = SealedParts.bytes("tailwatt-point-1", tables)
    guard let point = SweepOutcome.Point(kept: kept, number: 0) else { return }
    precondition(point.kept == kept, "a point that is kept otherwise than it was read")
    var outcome = SweepOutcome()
    outcome.add(point)
    _ = SweepTables.sweep(outcome.rows).csv()
}

/// Reads a file unchanged, in the folder of a journal and as the pieces of a shard.
func readKept(_ bytes: [UInt8]) {
    _ = bytes.withUnsafeBufferPointer {
        file(of: $0.baseAddress, count: $0.count, name: work.keptFile)
    }
    let journal = work.read()
    precondition(journal.note(of: 1) != nil, "a file that is neither a piece nor damaged")
    if let piece = journal.parts[0] { readPiece(piece.bytes) }
    if let pieces = ReplicationPieces(file: bytes) { pieces.pieces.forEach(readPiece) }
}

/// Puts an accepted piece through everything that a result is asked for.
func readPiece(_ bytes: [UInt8]) {
    guard let result = work.result(of: bytes) else { return }
    _ = (result.summaries(), result.comparisons(hasRanks: true))
    for policy in result.policies {
        _ = (policy.bookedEnergy, policy.table.residenceRows(), policy.table.causeRows())
        for pool in policy.durations {
            for share in [0, 0.5, 0.99, 1] { _ = pool.quantile(share) }
        }
    }
    _ = SweepOutcome.Point(result, at: 0).kept
}

/// Writes what the job itself keeps, in this version's format.
func writeSeeds(to folder: String) {
    let piece = work.piece.bytes
    let kept = Array("k".utf8) + SealedParts.bytes("tailwatt-pieces-1", [piece, piece])
    guard let result = work.result(of: piece) else { preconditionFailure("no piece") }
    let point = SweepOutcome.Point(result, at: 0).kept
    guard let tables = SealedParts.parts(of: point, "tailwatt-point-1"), tables.count == 2 else {
        preconditionFailure("no point")
    }
    let names = ["==> sweep.csv <==\n", "==> sweep-comparison.csv <==\n"].map { Array($0.utf8) }
    let seeds = [
        "pieces": Array("p".utf8) + piece, "kept": kept,
        "point": names[0] + tables[0] + names[1] + tables[1],
    ]
    for (name, bytes) in seeds {
        precondition(
            FileManager.default.createFile(atPath: "\(folder)/\(name)", contents: Data(bytes)))
    }
}

if CommandLine.arguments.count == 3, CommandLine.arguments[1] == "--seeds" {
    writeSeeds(to: CommandLine.arguments[2])
    exit(0)
}

// Any journal of an interrupted job, or of part of one, is refused or is as good as the original.
fuzz(JournalForm(words: words + Metric.allCases.map(\.columnName))) { bytes, count in
    let content = Array(UnsafeBufferPointer(start: bytes, count: count))
    let files = FolderForm.files(content)
    if !files.isEmpty {
        readPoint(files.map(\.bytes))
    } else if content.first == UInt8(ascii: "k") {
        readKept(Array(content.dropFirst()))
    } else {
        readPiece(Array(content.dropFirst()))
    }
    return 0
}
