struct OutputOptions: ParsableArguments {
    @Option(
        name: [.long, .customShort("o")],
        help: "Write the results into this folder: tables, pictures and report.html.")
    var out: String?

    @Option(
        help: """
            Format of the tables in that folder: rfc (data frames, English spreadsheets), excel \
            (marked as UTF-8), excel-eu (marked, with semicolons and decimal commas).
            """)
    var csv: CSVDialect = .rfc

    @Flag(
        help: """
            Also write \(ResultDatabase.fileName): the tables as one database, with views for \
            common questions.
            """)
    var sqlite = false

    @OptionGroup var replacing: ReplacingOption

    func validate() throws {
        try refuse(
            sqlite && out == nil, "\(OptionName.sqlite) writes a file: it needs \(OptionName.out).")
        try refuse(
            csv != .rfc && out == nil,
            "\(OptionName.csv) sets the format of the tables in a folder: it needs "
                + "\(OptionName.out).")
        if out == "" { throw ValidationError("\(OptionName.out) needs the name of a folder.") }
        try refuse(
            out == "-",
            "--out needs the name of a folder, and - is standard output. For a folder named - "
                + "write ./-")
    }

    /// The folder, after checking that it can be written; `nil` without `--out`.
    ///
    /// - Parameters:
    ///   - words: Evaluated only for a folder: collecting them is a sixth of a comparison's start.
    ///   - inputs: Files that must not be replaced.
    func folder(
        for words: @autoclosure () -> [String], reading inputs: [String]
    ) throws -> ResultFolder? {
        guard let out else { return nil }
        let folder = ResultFolder(
            path: out, words: words(), inputs: inputs, dialect: csv, hasDatabase: sqlite,
            isForced: replacing.force)
        try folder.probe()
        return folder
    }

    /// Throws if two options name one file, or a file inside the folder of `--out`.
    func refuseClashes(_ files: [(option: OptionName, file: OutputFile?)]) throws {
        var options: [String: OptionName] = [:]
        for (option, file) in files {
            guard let file, file.path != "/dev/null" else { continue }
            let place = try file.place
            if let other = options.updateValue(option, forKey: place) {
                throw CommandFailure(
                    message: "\(other) and \(option) would write one file: \(file.path)",
                    advice: "Name two files.", exitCode: .usage)
            }
            if let out, "\(place)/".hasPrefix(OutputFile.realPath(out) + "/") {
                throw CommandFailure(
                    message: "\(option) would write \(file.path) into the folder of "
                        + "\(OptionName.out), \(out)",
                    advice: "Name a file outside that folder.", exitCode: .usage)
            }
        }
    }
}

extension CSVDialect: ExpressibleByArgument {}

struct ReplacingOption: ParsableArguments {
    @Flag(
        help: """
            Also replace files that this command did not write, or that have changed since; never \
            a file that it reads.
            """)
    var force = false
}

extension NameSpecification.Element {
    static func option(_ name: OptionName) -> Self { .customLong(name.rawValue) }
}

extension NameSpecification { static func option(_ name: OptionName) -> Self { [.option(name)] } }

/// Restricts which files a command may read, whichever files name them.
struct ReadingOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Read no file outside this folder; may be repeated. Links count by their targets.",
            valueName: "folder"))
    var within: [String] = []

    /// Sets the fence; nothing has been opened before.
    func validate() throws {
        if within.isEmpty { return }
        do throws(FileOpening.Fault) {
            FileOpening.fence = try FileFence(within, and: ProfilesFolder.path)
        } catch {
            throw ValidationError(
                "\(OptionName.within) needs a folder: "
                    + "\(within.joined(separator: ", ")): \(error.reason).")
        }
    }
}
