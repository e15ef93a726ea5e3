/// The files that a check writes for CI servers.
struct CheckOptions: ParsableArguments {
    @Option(help: "Write the outcomes as JUnit XML into this file; - is standard output.")
    var junit: String?

    @Option(
        help: """
            Write the figures for which less is better as JSON for github-action-benchmark \
            (customSmallerIsBetter) into this file.
            """)
    var benchmarkJson: String?

    @Option(
        help: "Write the figures for which more is better (customBiggerIsBetter) into this file.")
    var benchmarkJsonBigger: String?

    @Option(
        help: """
            With --format md: address of a picture (.svg, .png) or a report to show in the \
            comment.
            """)
    var link: String?

    @OptionGroup var reading: ReadingOptions
    @OptionGroup var output: OutputOptions
    @OptionGroup var printing: PrintOptions

    func validate() throws {
        if let link {
            try refuse(printing.format != .md, "\(OptionName.link) needs \(OptionName.format) md.")
            let isAddress = link.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F }
            try refuse(
                link.isEmpty || !isAddress || link.contains(where: { "()<>[]\\".contains($0) }),
                "\(OptionName.link) needs an address without spaces and brackets.")
        }
    }

    /// Checks that the files can be written.
    func files(
        for words: [String], reading inputs: [String], badge: String? = nil
    ) throws -> CheckFiles {
        let claim = OutputClaim(command: words, inputs: inputs, isForced: output.replacing.force)
        func file(_ option: OptionName, _ path: String?) throws -> OutputFile? {
            guard let path else { return nil }
            let name = path.split(separator: "/", omittingEmptySubsequences: false).last ?? ""
            try refuse(
                name.isEmpty || name.hasPrefix("."),
                "\(option) needs the name of a file, not \"\(path)\".")
            let file = OutputFile(path: path, claim: claim)
            try file.probe()
            return file
        }
        let files = CheckFiles(
            folder: try output.folder(for: words, reading: inputs), junit: try file(.junit, junit),
            smaller: try file(.benchmarkJson, benchmarkJson),
            larger: try file(.benchmarkJsonBigger, benchmarkJsonBigger),
            badge: try file(.badge, badge), printing: printing, link: link)
        try output.refuseClashes(
            [(.junit, files.junit), (.benchmarkJson, files.smaller)]
                + [(.benchmarkJsonBigger, files.larger), (.badge, files.badge)])
        return files
    }

    /// Throws if the only requested file would be empty, which github-action-benchmark takes for a
    /// fault.
    ///
    /// If both files are requested, an empty one is skipped instead.
    func refuseEmptyLists(_ sides: [Metric.Direction?]) throws {
        if benchmarkJson != nil, benchmarkJsonBigger != nil { return }
        for (path, side, words, other) in [
            (
                benchmarkJson, Metric.Direction.smaller, "less",
                "--benchmark-json-bigger takes the others"
            ),
            (
                benchmarkJsonBigger, Metric.Direction.larger, "more",
                "--benchmark-json takes the others"
            ),
        ] {
            guard let path, !sides.contains(side) else { continue }
            throw CommandFailure(
                message: "\(path) would be empty: no limit is on a metric of which \(words) is "
                    + "better",
                advice: "Leave that option out; \(other).", exitCode: .badData)
        }
    }
}

struct CheckFiles {
    let folder: ResultFolder?
    let junit: OutputFile?
    let smaller: OutputFile?
    let larger: OutputFile?
    let badge: OutputFile?
    let printing: PrintOptions
    let link: String?

    /// Writes the requested files, each whole or not at all, and prints the result.
    ///
    /// The result goes to stderr if one of the files is standard output.
    ///
    /// - `leading`: The table that represents the result.
    /// - Throws: Also an exit code, unless the check passes.
    func publish<Result>(
        _ contents: @autoclosure () -> ResultFiles, _ catalogue: [ResultFile<Result>],
        of result: Result, leading: String, _ report: @autoclosure () -> JUnitReport,
        _ entries: BenchmarkEntries, _ screen: Screen?, passes: Bool, badge: CheckBadge? = nil
    ) throws {
        if let folder { try contents().publish(to: folder) }
        let data = printing.datasets(catalogue, of: result, leading: leading)
        try publish(report(), entries)
        if let badge { try self.badge?.publish(badge.svg, sealed: .xml) }
        try print(screen, data)
        if !passes { throw ExitCode(1) }
    }

    private func publish(
        _ report: @autoclosure () -> JUnitReport, _ entries: BenchmarkEntries
    ) throws {
        try junit?.publish(report().xml, sealed: .xml)
        var leftOut = entries.all.count
        for (file, side) in [(smaller, Metric.Direction.smaller), (larger, .larger)] {
            guard let file else { continue }
            guard let json = entries.json(side) else {
                talk(
                    PrintableText.line(
                        "note: \(file.path) is not written: it would have no figures"))
                continue
            }
            try file.publish(json, sealed: .json)
            leftOut -= entries.entries(side).count
        }
        if smaller != nil || larger != nil, leftOut > 0 {
            talk(
                "note: figures of one side are in a file: \(leftOut) others are left out; "
                    + "docs/guide/checks.md, For servers")
        }
    }

    private func print(_ screen: Screen?, _ data: [Dataset]) throws {
        let isTaken = [junit, smaller, larger, badge].contains { $0?.isStandardOutput == true }
        // Where nothing differs, people get no text, but programs still get their data.
        guard var screen = screen ?? (data.isEmpty ? nil : Screen(answer: "")) else { return }
        screen.link = link
        if isTaken {
            let bytes = printing.bytes(screen, data, isToOutput: false)
            talk(String(decoding: bytes, as: UTF8.self), terminator: "")
        } else {
            try printing.print(screen, data)
        }
    }
}

/// An earlier result of a check, which a new one is compared with.
struct CheckBase {
    let result: RecordedCheck
    private let path: String

    /// Reads the result; throws if its folder was changed since it was written.
    init(path: String) throws {
        self.path = path
        result = try RecordedCheck(path: path)
        guard let manifest = result.manifest else { return }
        try ResultIntegrity(of: path, by: manifest).check(reading: [result.kind.fileName])
    }

    var note: String {
        guard let version = result.manifest?.version, version != Version.number else { return "" }
        return WrappedText.line(
            "Version \(PrintableText.excerpt(version, to: 40)) of tailwatt made the base; this "
                + "is \(Version.number).")
    }

    static func files(_ path: String) -> [String] {
        [path]
            + ([Manifest.fileName] + RecordedCheck.Kind.allCases.map(\.fileName))
            .map { "\(path)/\($0)" }
    }

    /// Calls `compare` with the result; throws if that is a check of the other kind.
    func compare(
        budget: String, _ compare: (RecordedCheck) throws(OtherKindOfCheck) -> Void
    ) throws {
        do throws(OtherKindOfCheck) { try compare(result) } catch {
            let (own, other) =
                error.base == .trace ? ("a scenario", "a trace") : ("a trace", "a scenario")
            throw CommandFailure(
                message: "\(path) is a check of \(other), but \(budget) is a budget of \(own)",
                advice: "Name an earlier check of the same budget.", exitCode: .badData)
        }
    }
}
