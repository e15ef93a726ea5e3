import Foundation

struct GPXCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "gpx", abstract: "Write a movement as GPX, for Xcode's simulator.",
        usage: "tailwatt gpx [<options>] <movement>",
        discussion: """
            Writes GPX 1.1 with a waypoint each --step while the phone moves, and every five \
            minutes while it stays. A movement, seed and replication give the same way here as in \
            compare and run; compare --movement FILE.gpx moves by the file. --speed gives times to \
            a planned way.

            Example: tailwatt gpx office-by-car -o day.gpx
            """)

    @Argument(
        help: "A shipped movement (tailwatt profiles list), a path, or a recorded track (FILE.gpx)."
    )
    var movement: String

    @Option(help: "Seed of the random streams: a whole number from 0.")
    var seed: UInt64 = 1

    @Option(help: "Number of the replication, from 0: one number is one way.")
    var replication: Int = 0

    @Option(help: "Horizon, with its unit: 24h, 90min; at most 31 d.", transform: quantity)
    var horizon = Seconds(86_400)

    @Option(
        help: """
            Interval between waypoints while the phone moves: whole seconds, at least 1s. By \
            default 1s.
            """,
        transform: quantity)
    var step = Seconds(1)

    @Option(
        name: [.customShort("o"), .option(.output)],
        help: "Write into this file; - is standard output.")
    var output: String?

    @Option(
        help: "Speed of the phone on a planned way, a track without times: 5km/h.",
        transform: quantity)
    var speed: MetersPerSecond?

    @OptionGroup var reading: ReadingOptions
    @OptionGroup var replacing: ReplacingOption

    func validate() throws {
        if let speed, speed <= .zero || !ProfileLibrary.isTrack(movement) {
            throw ValidationError(
                "\(OptionName.speed) must be above 0, and needs a GPX file without times.")
        }
        try refuse(
            replication < 0, "\(OptionName.replication) must be 0 or more, not \(replication).")
        try refuse(
            horizon < Seconds(1) || horizon > Seconds(31 * 86_400),
            "The horizon must be at least 1 s and at most 31 d, not \(horizon).")
        if step < Seconds(1) || step > Seconds(86_400) {
            throw ValidationError("The step must be at least 1 s and at most 24 h, not \(step).")
        }
        try refuse(step.magnitude != step.magnitude.rounded(), "The step must be whole seconds.")
        if let output, output.isEmpty || output.hasSuffix("/") {
            throw ValidationError("-o needs the name of a file, not \"\(output)\".")
        }
    }

    func run() async throws {
        let document = try ProfilesFolder.library.loadMovement(movement, at: speed)
        for note in document.notes { talk("note: \(PrintableText.line(note))") }
        let inputs = [document.file] + document.dataFiles
        let file = output.map {
            OutputFile(
                path: $0,
                claim: OutputClaim(
                    command: ["gpx"], inputs: inputs.map(\.path), isForced: replacing.force))
        }
        try file?.probe()
        let end = Instant.start + TimeSpan(horizon)
        let way = Itinerary(
            document.value, from: RandomSource(seed: seed, replication: UInt64(replication)),
            until: end)
        let writer = GPXWriter(step: TimeSpan(step))
        var text = ""
        writer.write(way, until: end) { text += $0 }
        guard let file else { return try StandardOutput.write(text) }
        try file.publish(Array(text.utf8), sealed: .xml)
    }
}
