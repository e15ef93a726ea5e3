import ArgumentParser
import Experiments
import Profiles
import Reports
import Traces

/// One part of the replications of an experiment, or of several, for other machines to run the
/// others.
struct ReplicationShard {
    private let shard: Shard
    /// Of all shards, in order.
    private let pieces: [(experiment: Experiment, replications: Range<Int>)]
    /// The numbers of those that are simulated here.
    private var own: [Int] { pieces.indices.filter(shard.contains) }

    /// - Parameters:
    ///   - shard: which part.
    ///   - experiments: whose pieces are shared out, one experiment after the other.
    init(_ shard: Shard, of experiments: [Experiment]) {
        self.shard = shard
        pieces = experiments.flatMap { experiment in
            experiment.pieces(for: shard.count).map { (experiment, $0) }
        }
    }

    /// How many replications are simulated here.
    var replicationCount: Int { own.reduce(0) { $0 + pieces[$1].replications.count } }

    /// Simulates the shard's pieces, each kept as soon as it is done, and writes them.
    ///
    /// - Parameters:
    ///   - folder: for the result.
    ///   - manifest: of the result, with the shard in its command.
    ///   - package: the name of the data package.
    ///   - isQuiet: whether progress is not shown.
    func run(
        into folder: ResultFolder, _ manifest: Manifest, package: String, isQuiet: Bool
    ) async throws {
        let own = own
        let journal = WorkJournal<KeptPiece>(own, of: manifest, in: folder.path)
        if let note = journal.note(of: own.count) { talk(note) }
        let progress = Progress(atMost: replicationCount, isQuiet: isQuiet)
        let outcome = await Interruption.cancelling { () -> Result<[KeptPiece], any Error> in
            do { return .success(try await simulated(journal, progress)) } catch {
                return .failure(error)
            }
        }
        progress.clear()
        let kept = try outcome.get()
        guard kept.count == own.count else {
            talk("interrupted: \(kept.count) of \(own.count) pieces are done")
            talk("the same command goes on from there")
            throw ExitCode(Interruption.exitCode)
        }
        try ResultFiles(
            ResultCatalogue.replicationShard, of: ReplicationPieces(kept.map(\.bytes)),
            package: package, manifest: manifest
        ).publish(to: folder)
        journal.remove()
        talk("\(replicationCount) replications are in \(folder.path), for tailwatt merge")
    }

    /// The shard's pieces in order; fewer if the user ended it.
    private func simulated(
        _ journal: WorkJournal<KeptPiece>, _ progress: Progress
    ) async throws -> [KeptPiece] {
        var kept: [KeptPiece] = []
        var done = 0
        for number in own {
            let (experiment, replications) = pieces[number]
            if let part = journal.parts[number] {
                kept.append(part)
            } else {
                let before = done
                let piece = try await experiment.run(replications) { progress.show(before + $0) }
                guard let piece else { break }
                let part = KeptPiece(piece)
                try journal.keep(part, at: number)
                kept.append(part)
            }
            done += replications.count
        }
        return kept
    }
}

extension ScenarioOptions {
    /// Simulates a shard, and writes it where the options say.
    ///
    /// - Parameters:
    ///   - shard: which part.
    ///   - experiments: whose replications are shared out.
    ///   - loaded: the scenario.
    ///   - files: that decide the result.
    ///   - words: the command without the shard.
    ///   - isQuiet: whether progress is not shown.
    func run(
        _ shard: Shard, of experiments: [Experiment], _ loaded: LoadedScenario,
        from files: [InputFile], words: [String], isQuiet: Bool
    ) async throws {
        let words = words + OptionName.shard.words(shard)
        guard let folder = try folder(for: words, reading: loaded.files + files) else { return }
        let part = ReplicationShard(shard, of: experiments)
        try await part.run(
            into: folder,
            Manifest(
                words, of: loaded.scenario, replications: .count(part.replicationCount),
                inputs: files.map(\.manifestFile)),
            package: loaded.scenario.name, isQuiet: isQuiet)
    }
}

extension OutputOptions {
    /// Stops where what is asked for goes with the whole alone.
    ///
    /// - Parameter shard: `nil`: the whole is wanted.
    func refuseTables(of shard: Shard?) throws {
        guard shard != nil else { return }
        if out == nil {
            throw ValidationError(
                "\(OptionName.shard) keeps a part for tailwatt merge: it needs \(OptionName.out).")
        }
        if csv != .rfc || sqlite {
            throw ValidationError(
                "A shard has no tables: leave out \(OptionName.csv) and \(OptionName.sqlite), and "
                    + "give them to tailwatt merge.")
        }
    }
}
