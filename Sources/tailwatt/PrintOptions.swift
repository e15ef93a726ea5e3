import Foundation

struct PrintOptions: ParsableArguments {
    @Option(
        name: [.long, .customShort("f")],
        help: """
            Output format: text (for people), md (for comments on pull requests), csv (the main \
            table), json (answer, notes and that table; with --details all).
            """)
    var format: PrintedForm = .text

    @Flag(help: "Short for --format json.")
    var json = false

    @Flag(
        name: [.long, .customShort("v")],
        help: "Print everything, not only the answer and one table.")
    var details = false

    @Flag(name: .shortAndLong, help: "Print only the answer, without progress.")
    var quiet = false

    @Flag(help: "Print no colours; so does the environment variable NO_COLOR.")
    var noColor = false

    mutating func validate() throws {
        try refuse(
            json && format != .text && format != .json,
            "\(OptionName.json) and \(OptionName.format) \(format) exclude each other.")
        if json { format = .json }
        try refuse(
            quiet && details,
            "\(OptionName.quiet) prints only the answer, \(OptionName.details) everything.")
    }

    var showsHints: Bool { format == .text && !quiet && !details }

    func bytes(_ screen: Screen, _ data: [Dataset], isToOutput: Bool = true) -> [UInt8] {
        format.bytes(
            of: screen, data, quiet ? .answer : details ? .details : .table, width: Terminal.width,
            isColoured: isToOutput && !noColor && Terminal.hasColours)
    }

    func print(_ screen: Screen, _ data: [Dataset]) throws {
        // Each part of a screen is escaped on its own, so that colour codes can stay.
        try StandardOutput.write(bytes(screen, data))
    }

    /// Prints a result that has files; the table named `leading` represents it.
    func print<Result>(
        _ screen: Screen, _ catalogue: [ResultFile<Result>], of result: @autoclosure () -> Result,
        leading: String
    ) throws { try print(screen, datasets(catalogue, of: result(), leading: leading)) }

    func datasets<Result>(
        _ catalogue: [ResultFile<Result>], of result: @autoclosure () -> Result, leading: String
    ) -> [Dataset] {
        guard format == .csv || format == .json else { return [] }
        let result = result()
        let all = catalogue.compactMap { $0.dataset(result) }
        return all.filter { $0.name == leading } + all.filter { $0.name != leading }
    }
}

extension PrintedForm: ExpressibleByArgument {}

enum Terminal {
    /// The columns: the variable `COLUMNS`, else the terminal's own, else the minimum width.
    static var width: Int {
        if let text = ProcessInfo.processInfo.environment["COLUMNS"], let columns = Int(text),
            (1...10_000).contains(columns)
        {
            return columns
        }
        var size = winsize()
        guard isatty(1) == 1, ioctl(1, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else {
            return Screen.narrow
        }
        return Int(size.ws_col)
    }

    /// Whether verdicts are coloured: on a colour terminal, unless the user says otherwise
    /// (https://no-color.org).
    static var hasColours: Bool {
        let environment = ProcessInfo.processInfo.environment
        return isatty(1) == 1 && (environment["NO_COLOR"] ?? "").isEmpty
            && environment["TERM"] != "dumb"
    }
}
