import ArgumentParser
import Experiments
import Foundation
import Reports

/// Shards of one sweep → the files of the whole.
struct SweepMergeCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "merge",
        abstract: "Put the shards of a sweep together: the same bytes as one run.",
        discussion: "Example: tailwatt sweep merge part-1 part-2 --out whole")

    @Argument(help: "The folders that the shards were written to, all N of them.")
    var folders: [String]

    @Option(help: "Write the results as files into this folder.")
    var out: String

    func run() async throws {
        try await reportingFailures {
            let parts = try folders.map { try SweepPart($0) }
            let whole = try SweepPart.merged(parts)
            for folder in folders { try requireVouched(folder) }
            try whole.publish(to: out)
            talk("merged \(parts.count) shards into \(out)")
        }
    }
}

/// One shard of a sweep, read from its folder.
private struct SweepPart {
    let folder: String
    let shard: String
    let head: Head
    let design: [UInt8]
    let points: SweepOutcome.Point

    /// What all shards of a sweep have in common.
    struct Head: Equatable {
        let command: [String]
        let version: String
        let seed: UInt64
        let settings: SweepSettings
        let inputs: [Input]
    }

    struct Input: Decodable, Equatable {
        let name: String
        let sha256: String
    }

    private struct Stored: Decodable {
        let command: [String]
        let version: String
        let seed: String
        let inputs: [Input]
    }

    init(_ folder: String) throws {
        self.folder = folder
        let manifest = Data(try Self.bytes("manifest.json", in: folder))
        guard let stored = try? JSONDecoder().decode(Stored.self, from: manifest),
            let settings = try? JSONDecoder().decode(SweepSettings.self, from: manifest),
            let flag = stored.command.firstIndex(of: "--shard"),
            flag + 1 < stored.command.count, let seed = UInt64(stored.seed),
            (1...ExperimentDesign.mostPoints).contains(settings.points)
        else { throw Self.failure(folder, "is no shard of a sweep") }
        shard = stored.command[flag + 1]
        var command = stored.command
        command.removeSubrange(flag...flag + 1)
        head = Head(
            command: command, version: stored.version, seed: seed, settings: settings,
            inputs: stored.inputs)
        design = try Self.bytes("design.csv", in: folder)
        guard
            let points = SweepOutcome.Point(
                rows: try Self.bytes("sweep.csv", in: folder),
                comparisons: try Self.bytes("sweep-comparison.csv", in: folder))
        else { throw Self.failure(folder, "has tables of another version of this program") }
        self.points = points
    }

    private static func bytes(_ name: String, in folder: String) throws -> [UInt8] {
        guard let data = FileManager.default.contents(atPath: "\(folder)/\(name)") else {
            throw CommandFailure(
                message: "there is no file \(folder)/\(name)",
                advice: "Name the folders that sweep --shard K/N --out wrote.", exitCode: .noInput)
        }
        return [UInt8](data)
    }

    private static func failure(_ folder: String, _ what: String) -> CommandFailure {
        CommandFailure(
            message: "\(folder) \(what)",
            advice: "Shards are merged that come from one command with --shard 1/N to N/N.",
            exitCode: .badData)
    }

    /// - Throws: unless the parts are all shards of one sweep, each once.
    static func merged(_ parts: [SweepPart]) throws -> ResultFiles {
        let first = parts[0]
        for part in parts where part.head != first.head || part.design != first.design {
            throw failure(part.folder, "is no shard of the same sweep as \(first.folder)")
        }
        let shards = parts.compactMap { Shard($0.shard) }
        guard let count = shards.first?.count, shards.count == parts.count,
            shards.map(\.number).sorted() == Array(1...count),
            shards.allSatisfy({ $0.count == count })
        else {
            throw failure(
                "the list of folders",
                "has the shards \(parts.map(\.shard).joined(separator: ", ")), which do not make "
                    + "one whole")
        }
        for (part, shard) in zip(parts, shards) { try part.requireWhole(shard) }
        let manifest = Manifest(
            command: first.head.command, version: first.head.version,
            seed: first.head.seed, settings: first.head.settings.members,
            inputs: first.head.inputs.map { Manifest.File(name: $0.name, sha256: $0.sha256) })
        // Rows of a point stand together in one shard, and sorting keeps their order.
        return ResultFiles.sweep(
            manifest, package: first.head.settings.scenario, design: first.design,
            factors: try factors(first),
            parts.flatMap(\.points.rows).sorted(by: { $0.point < $1.point }),
            parts.flatMap(\.points.comparisons).sorted(by: { $0.point < $1.point }))
    }

    /// - Throws: unless the tables have rows of the shard's own points, all of them and no others.
    private func requireWhole(_ shard: Shard) throws {
        let own = (0..<head.settings.points).filter(shard.contains).map { $0 + 1 }
        let found = Set(points.rows.map(\.point))
        if let missing = own.first(where: { !found.contains($0) }) {
            throw Self.failure(folder, "has no rows of point \(missing), which is its own")
        }
        let others = found.union(points.comparisons.map(\.point)).subtracting(own)
        if let other = others.min() {
            throw Self.failure(folder, "has rows of point \(other), which is not its own")
        }
    }

    /// The factors, from the header of `design.csv`.
    private static func factors(_ part: SweepPart) throws -> [String] {
        guard let header = CSVRows.header(of: part.design), header.first == "point" else {
            throw failure(part.folder, "has no design")
        }
        return Array(header.dropFirst())
    }
}
