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
        into folder: ResultFolder, _ manifest: Manifest, package: String,
        _ printing: PrintOptions
    ) async throws {
        let journal = WorkJournal<KeptPiece>(own, of: manifest, in: folder.path)
        if let note = journal.note(of: own.count) { talk(note) }
        let kept = try await printing.run(atMost: count) { try await computed(journal, $0) }
        guard kept.count == own.count else {
            throw Interruption.ended(
                "interrupted: \(kept.count) of \(own.count) pieces are done\n"
                    + "the same command resumes from there")
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

extension OutputOptions {
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
