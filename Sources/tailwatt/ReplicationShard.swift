import ArgumentParser
import Experiments
import Profiles
import Reports
import Show

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
        into folder: ResultFolder, _ manifest: Manifest, package: String, isQuiet: Bool
    ) async throws {
        let journal = WorkJournal<KeptPiece>(own, of: manifest, in: folder.path)
        if let note = journal.note(of: own.count) { talk(note) }
        let progress = Progress(atMost: count, isQuiet: isQuiet)
        let outcome = await Interruption.cancelling { () -> Result<[KeptPiece], any Error> in
            do { return .success(try await computed(journal, progress)) } catch {
                return .failure(error)
            }
        }
        progress.clear()
        let kept = try outcome.get()
        guard kept.count == own.count else {
            talk("interrupted: \(kept.count) of \(own.count) pieces are done")
            talk("the same command resumes from there")
            throw ExitCode(Interruption.exitCode)
        }
        try ResultFiles(
            ResultCatalogue.replicationShard, of: ReplicationPieces(kept.map(\.bytes)),
            package: package, manifest: manifest
        ).publish(to: folder)
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

extension ScenarioOptions {
    func run(
        _ shard: Shard, of work: any CutWork, _ loaded: LoadedScenario,
        from files: [InputFile], words: [String], isQuiet: Bool
    ) async throws {
        let part = ReplicationShard(shard, of: work)
        let words = words + OptionName.shard.words(shard)
        guard let folder = try folder(for: words, reading: loaded.files + files) else { return }
        try await part.run(
            into: folder,
            Manifest(
                words, of: loaded.scenario, replications: .count(part.count),
                inputs: files.map(\.manifestFile)),
            package: loaded.scenario.name, isQuiet: isQuiet)
    }
}

extension OutputOptions {
    func run(
        _ shard: Shard, of work: any CutWork, study name: String, seed: UInt64,
        from files: [InputFile] = [], words: [String], isQuiet: Bool
    ) async throws {
        let words = words + OptionName.shard.words(shard)
        guard let folder = try folder(for: words, reading: files.map(\.path)) else { return }
        try await ReplicationShard(shard, of: work).run(
            into: folder,
            Manifest(
                command: words, version: Version.number, seed: seed,
                inputs: files.map(\.manifestFile)),
            package: "validate-\(name)", isQuiet: isQuiet)
    }

    /// Throws if a shard has no folder, or asks for tables, which only the whole result has.
    func refuseTables(of shard: Shard?) throws {
        guard shard != nil else { return }
        if out == nil {
            throw ValidationError(
                "\(OptionName.shard) keeps a part for tailwatt merge: it needs \(OptionName.out).")
        }
        if csv != .rfc || sqlite {
            throw ValidationError(
                "A shard has no tables: leave out \(OptionName.csv) and \(OptionName.sqlite), "
                    + "and give them to tailwatt merge.")
        }
    }
}
