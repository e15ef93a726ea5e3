import Lab

/// A command whose replications or experiments can be computed in shards.
protocol CutCommand: AsyncParsableCommand {
    associatedtype Work: CutWork
    associatedtype Found

    var shard: Shard? { get }
    var output: OutputOptions { get }
    var printing: PrintOptions { get }
    var words: [String] { get }

    func course() throws -> CutCourse<Work, Found>
}

/// The steps of a command, from reading its files to printing its output.
struct CutCourse<Work: CutWork, Found> {
    /// The name of a shard's data package.
    let package: String
    /// A shard's manifest, from its words, its number of replications and its inputs.
    let manifest: ([String], Int, [Manifest.File]) -> Manifest
    let reading: [InputFile]
    /// The files that shards record, and that must not have changed when they are merged.
    let files: () throws -> [InputFile]
    let cut: (Int) -> Work
    let run: () async throws -> Found
    /// Makes the whole of the pieces that a function reads by their numbers.
    let whole: (Work, (Int) throws -> Work.Piece) async throws -> Found
    let result: (Found) -> ResultFiles
    let show: (Found) throws -> Void
}

extension CutCourse {
    /// The course of a command that simulates a scenario.
    ///
    /// - `files`: Those that shards record; `nil` for the scenario's own.
    init(
        of loaded: LoadedScenario, files: (() throws -> [InputFile])? = nil,
        cut: @escaping (Int) -> Work, run: @escaping () async throws -> Found,
        whole: @escaping (Work, (Int) throws -> Work.Piece) async throws -> Found,
        result: @escaping (Found) -> ResultFiles, show: @escaping (Found) throws -> Void
    ) {
        let scenario = loaded.scenario
        self.init(
            package: scenario.name,
            manifest: { words, count, inputs in
                Manifest(words, of: scenario, replications: .count(count), inputs: inputs)
            }, reading: loaded.files, files: files ?? { loaded.files }, cut: cut, run: run,
            whole: whole, result: result, show: show)
    }
}

extension CutCommand {
    func run() async throws { try await runCourse() }

    func runCourse() async throws {
        let course = try course()
        if let shard { return try await run(shard, of: course) }
        let folder = try output.folder(for: words, reading: course.reading.map(\.path))
        let found = try await course.run()
        if let folder { try course.result(found).publish(to: folder) }
        try course.show(found)
    }

    private func run(_ shard: Shard, of course: CutCourse<Work, Found>) async throws {
        let part = ReplicationShard(shard, of: course.cut(shard.count))
        let words = words + OptionName.shard.words(shard)
        let files = try course.files()
        let read = (course.reading + files).map(\.path)
        guard let folder = try output.folder(for: words, reading: read) else { return }
        try await part.run(
            into: folder, course.manifest(words, part.count, files.map(\.manifestFile)),
            package: course.package, printing)
    }

    /// Writes the result that one run would have given.
    func merge(
        _ parts: ReplicationParts, into folder: ([InputFile]) throws -> ResultFolder?
    ) async throws {
        let course = try course()
        let files = try course.files()
        try parts.requireSame(files)
        guard let folder = try folder(course.reading + files) else { return }
        let work = course.cut(parts.count)
        try course.result(try await course.whole(work, parts.reader(of: work))).publish(to: folder)
    }
}

struct StudyOptions: ParsableArguments {
    @OptionGroup var output: OutputOptions
    @OptionGroup var printing: PrintOptions

    @OptionGroup var sharding: ShardOptions

    func validate() throws { try output.refuseTables(of: sharding.part) }
}

/// A study of `tailwatt validate`.
protocol StudyCommand: CutCommand { var options: StudyOptions { get } }

extension StudyCommand {
    var shard: Shard? { options.sharding.part }
    var output: OutputOptions { options.output }
    var printing: PrintOptions { options.printing }
    var words: [String] { words(below: "validate") }

    /// - `leading`: The table that represents the result.
    func course(
        _ catalogue: [ResultFile<Found>], leading: String, seed: UInt64, files: [InputFile] = [],
        cut: @escaping (Int) -> Work, run: @escaping () async throws -> Found,
        whole: @escaping (Work, (Int) throws -> Work.Piece) throws -> Found,
        screen: @escaping (Found) -> Screen
    ) -> CutCourse<Work, Found> {
        let package = "validate-\(Self.configuration.commandName ?? "")"
        func manifest(_ words: [String], _ inputs: [Manifest.File] = []) -> Manifest {
            Manifest(command: words, version: Version.number, seed: seed, inputs: inputs)
        }
        return CutCourse(
            package: package, manifest: { words, _, inputs in manifest(words, inputs) },
            reading: files, files: { files }, cut: cut, run: run, whole: whole,
            result: {
                ResultFiles(catalogue, of: $0, package: package, manifest: manifest(words))
            },
            show: { try printing.print(screen($0), catalogue, of: $0, leading: leading) })
    }
}

/// One shard of a job that several machines share.
struct ReplicationShard {
    private let work: any CutWork
    private let sizes: [Int]
    private let own: [Int]

    init(_ shard: Shard, of work: any CutWork) {
        self.work = work
        sizes = work.sizes
        own = sizes.indices.filter(shard.contains)
    }

    /// How many replications, or other units of the job, the shard computes.
    var count: Int { own.reduce(0) { $0 + sizes[$1] } }

    /// Computes the shard's pieces, keeps each as soon as it is done, and writes them.
    func run(
        into folder: ResultFolder, _ manifest: Manifest, package: String, _ printing: PrintOptions
    ) async throws {
        let journal = WorkJournal<KeptPiece>(own, of: manifest, in: folder.path)
        if let note = journal.note(of: own.count) { talk(note) }
        let kept = try await printing.run(atMost: count) { try await computed(journal, $0) }
        guard kept.count == own.count else {
            throw Interruption.ended(
                "interrupted: \(kept.count) of \(own.count) pieces are done\n"
                    + "the same command resumes from there")
        }
        try folder.publish(
            ResultFiles(
                ResultCatalogue.replicationShard, of: ReplicationPieces(kept.map(\.bytes)),
                package: package, manifest: manifest))
        journal.remove()
        talk("\(count) \(work.unit) are in \(folder.path), for tailwatt merge")
    }

    /// The shard's pieces in order; fewer if the user interrupts.
    private func computed(
        _ journal: WorkJournal<KeptPiece>, _ progress: Progress
    ) async throws -> [KeptPiece] {
        let unit = work.unit
        var kept: [KeptPiece] = []
        var done = 0
        for number in own {
            if let part = journal.parts[number] {
                kept.append(part)
            } else {
                let before = done
                let bytes = try await work.bytes(of: number) {
                    progress.show(before + $0, of: unit)
                }
                guard let bytes else { break }
                let part = KeptPiece(bytes)
                try journal.keep(part, at: number)
                kept.append(part)
            }
            done += sizes[number]
        }
        return kept
    }
}

extension OutputOptions {
    /// Throws if a shard has no folder, or asks for tables, which only the whole result has.
    func refuseTables(of shard: Shard?) throws {
        guard shard != nil else { return }
        try refuse(
            out == nil,
            "\(OptionName.shard) keeps a part for tailwatt merge: it needs \(OptionName.out).")
        try refuse(
            csv != .rfc || sqlite,
            "A shard has no tables: leave out \(OptionName.csv) and \(OptionName.sqlite), "
                + "and give them to tailwatt merge.")
    }
}

/// The pieces of all shards of one job, read from their folders.
struct ReplicationParts {
    private let shards: [ShardFolder]
    private let pieces: [[[UInt8]]]

    static let names = ResultCatalogue.replicationShard.map(\.listing.name)

    /// - Parameter shards: All shards of one job, in order.
    /// - Throws: If a file was changed since it was written, or its version is not this program's.
    init(_ shards: [ShardFolder]) throws {
        self.shards = shards
        if shards[0].head.version != Version.number {
            throw shards[0].failure(
                "is of version \(shards[0].head.version), and this program is \(Version.number)")
        }
        pieces = try shards.map { shard in
            guard let pieces = ReplicationPieces(file: try shard.bytes(of: Self.names[0])) else {
                throw Self.unreadable(shard)
            }
            return pieces.pieces
        }
    }

    var count: Int { shards.count }

    func requireSame(_ files: [InputFile]) throws {
        let (old, new) = (shards[0].head.inputs, files.map(\.manifestFile))
        let changed = old.first { !new.contains($0) } ?? new.first { !old.contains($0) }
        if let changed { throw shards[0].failure("was made with a different \(changed.name)") }
    }

    /// A function that reads a piece by its number and throws if the piece is invalid.
    ///
    /// - Throws: If a shard does not have exactly its share of the pieces.
    func reader<Work: CutWork>(of work: Work) throws -> (Int) throws -> Work.Piece {
        let all = work.sizes.indices
        for (folder, own) in zip(shards, pieces)
        where own.count != all.count(where: folder.shard.contains) { throw Self.unreadable(folder) }
        return { number in
            let shard = number % count
            do throws(UnreadableNumbers) {
                return try work.piece(number, reading: pieces[shard][number / count])
            } catch { throw Self.unreadable(shards[shard]) }
        }
    }

    private static func unreadable(_ shard: ShardFolder) -> CommandFailure {
        shard.failure("has pieces that this version of the program does not write")
    }
}
