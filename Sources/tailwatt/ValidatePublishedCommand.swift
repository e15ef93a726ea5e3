import ArgumentParser
import Foundation
import Lab
import Profiles
import Reports
import Show
import Traces

struct ValidatePublishedCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "published",
        abstract: "Reproduce the published results that tailwatt claims, and list misses.",
        usage: "tailwatt validate published [<options>]",
        discussion: """
            Computes each published result of the shipped table from the shipped profiles, and \
            compares it within the stated bound. Results that miss stay in the table, with the \
            reason; a result with the same source as the profile is called a check of arithmetic. \
            Writes validation.csv, or without --out prints a table. A table of your own has the \
            same columns: result, evidence and because; for a comparison also published, bound, \
            measure and with. --measures lists the measures.

            Example: tailwatt validate published --only X55
            """)

    @Option(help: "Table of your own results (CSV), added after the shipped ones.")
    var add: String?

    @Option(
        help: "Only results with this text in their ids, source or words, in any case.")
    var only: String?

    @Flag(help: "List the measures that a table can name.")
    var measures = false

    @OptionGroup var reading: ReadingOptions

    @OptionGroup var output: OutputOptions

    @OptionGroup var printing: PrintOptions

    func run() async throws {
        if measures {
            let list = PublishedStudy.measures
            return try printing.print(MeasureText.screen(list), [MeasureText.dataset(list)])
        }
        let words = words(below: "validate")
        let library = try ProfilesFolder.library
        let shipped = "\(library.root)/published/\(PublishedStudy.fileName)"
        let own = add.map { [(path: $0, label: $0)] } ?? []
        let sources = [(path: shipped, label: PublishedStudy.label)] + own
        let folder = try output.folder(for: words, reading: sources.map(\.path))
        var rows: [PublishedRow] = []
        var tables: [Manifest.File] = []
        for (path, label) in sources {
            let bytes = try LogFile.bytes(of: path)
            rows += try PublishedRows(path: path, bytes: bytes).rows
            tables.append(Manifest.File(name: label, bytes: bytes))
        }
        let study = try PublishedStudy(chosen(rows), library: library)
        let progress = Progress(atMost: study.count, isQuiet: printing.quiet)
        let results = try study.run { progress.show($0, of: "results") }
        progress.clear()
        if let folder {
            try ResultFiles(
                LabCatalogue.published, of: results, package: "validate-published",
                manifest: Manifest(
                    command: words, version: Version.number, seed: 1,
                    inputs: tables + study.files.map(\.manifestFile))
            ).publish(to: folder)
        }
        try printing.print(
            PublishedText(results).screen, LabCatalogue.published, of: results,
            leading: "validation")
    }

    private func chosen(_ rows: [PublishedRow]) throws -> [PublishedRow] {
        guard let text = only?.lowercased() else { return rows }
        let chosen = rows.filter { row in
            [row.ids, row.source, row.result].contains { $0.lowercased().contains(text) }
        }
        if chosen.isEmpty {
            throw CommandFailure(
                message: "no published result has \"\(only ?? "")\" in its ids, source or words",
                advice: "tailwatt validate published lists all.", exitCode: .usage)
        }
        return chosen
    }
}
