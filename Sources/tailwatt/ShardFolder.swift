struct ShardFolder {
    let path: String
    let shard: Shard
    let head: Head
    let manifest: Manifest

    struct Head: Equatable {
        /// Without the shard's option.
        let command: [String]
        let version: String
        let seed: UInt64
        let inputs: [Manifest.File]
    }

    /// - Throws: If there is no folder, or no shard wrote it.
    init(_ path: String) throws {
        self.path = path
        if Manifest.data(of: path) == nil { throw Self.missing("\(path)/\(Manifest.fileName)") }
        guard let manifest = Manifest(folder: path),
            let text = OptionName.shard.value(in: manifest.command), let shard = Shard(text),
            let flag = manifest.command.firstIndex(of: OptionName.shard.flag)
        else { throw Self.failure(path, "is not a shard") }
        guard CSVDialect(of: manifest.command) == .rfc else {
            throw Self.failure(path, "is not in the dialect that shards have")
        }
        (self.shard, self.manifest) = (shard, manifest)
        var command = manifest.command
        command.removeSubrange(flag...flag + 1)
        head = Head(
            command: command, version: manifest.version, seed: manifest.seed,
            inputs: manifest.inputs)
    }

    /// The bytes of a file, checked against the manifest.
    func bytes(of name: String) throws -> [UInt8] {
        let integrity = ResultIntegrity(of: path, by: manifest)
        do throws(ResultIntegrityError) {
            return try integrity.bytes(of: name, limit: Self.sizeAtMost)
        } catch {
            switch error {
            case .missing(let path): throw Self.missing(path)
            case .notVouched: throw failure("has a manifest that does not vouch for \(name)")
            case .notAsWritten: throw error
            }
        }
    }

    /// Enough for ten thousand points, and for as many replications as fit into memory.
    private static let sizeAtMost = 1 << 34

    /// The shard; `nil`, with a note, unless its files are as they were written.
    static func whole(in path: String) throws -> ShardFolder? {
        do {
            let shard = try ShardFolder(path)
            let isSweep = shard.head.command.first == "sweep"
            let names = isSweep ? SweepPart.names : ReplicationParts.names
            for name in names { _ = try shard.bytes(of: name) }
            return shard
        } catch {
            let known = (error as? ResultIntegrityError)?.message
            guard let fault = known ?? (error as? CommandFailure)?.message else { throw error }
            talk(PrintableText.line("note: \(fault)"))
            return nil
        }
    }

    func failure(_ what: String) -> CommandFailure { Self.failure(path, what) }

    private static func missing(_ path: String) -> CommandFailure {
        CommandFailure(
            message: "there is no file \(path)",
            advice: "Name the folders that were written with \(OptionName.shard) K/N.",
            exitCode: .noInput)
    }

    private static func failure(_ folder: String, _ what: String) -> CommandFailure {
        CommandFailure(
            message: "\(folder) \(what)",
            advice: "Merge shards of one command with --shard 1/N to N/N; tailwatt merge "
                + "\(OptionName.missing) lists those to run again.", exitCode: .badData)
    }

    /// All shards of one job, in order.
    ///
    /// - Throws: Unless each is present exactly once.
    static func whole(_ folders: [ShardFolder]) throws -> [ShardFolder] {
        _ = try missing(from: folders, needed: true)
        return folders.sorted { $0.shard.number < $1.shard.number }
    }

    /// The numbers of a job's shards that are not there, in order.
    ///
    /// - Throws: If a shard is of another job or repeated, or missing and needed.
    static func missing(from folders: [ShardFolder], needed: Bool = false) throws -> [Int] {
        guard let first = folders.first else {
            throw failure("the list of folders", "has no whole shard: run all shards again")
        }
        for folder in folders where folder.head != first.head {
            throw folder.failure("is not a shard of the job of \(first.path)")
        }
        if let other = folders.first(where: { $0.shard.count != first.shard.count }) {
            throw other.failure("is shard \(other.shard), and \(first.path) is \(first.shard)")
        }
        let byNumber = Dictionary(grouping: folders, by: \.shard.number)
        let missing = (1...first.shard.count).filter { byNumber[$0] == nil }
        let repeated = byNumber.values.filter { $0.count > 1 }.sorted {
            $0[0].shard.number < $1[0].shard.number
        }
        var faults: [String] = []
        if needed, !missing.isEmpty {
            faults.append("lacks " + few(missing.map { "\($0)/\(first.shard.count)" }))
        }
        if !repeated.isEmpty {
            let names = repeated.map { same in
                "\(same[0].shard) as \(same.map(\.path).joined(separator: " and as "))"
            }
            faults.append("has " + few(names))
        }
        guard faults.isEmpty else {
            throw failure("the list of folders", faults.joined(separator: ", and "))
        }
        return missing
    }

    private static func few(_ names: [String]) -> String {
        let more = names.count - 10
        return names.prefix(10).joined(separator: ", ") + (more > 0 ? ", and \(more) more" : "")
    }
}
