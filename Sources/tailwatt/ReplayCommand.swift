import Foundation

struct ReplayCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "replay",
        abstract: "Replay a recorded trace on radios: its energy, and ways to save some.",
        discussion: """
            Reads packet CSV (t,bytes,direction), pcap or pcapng of any size, a browser's HAR or \
            netlog, or an Android battery history, also in gzip or zip. With --radio it prints \
            states and advice, with --details also bursts and hosts; each advice is tested by \
            replaying the changed trace. With --compare it prints the energy on each radio and the \
            spread.

            With --out it writes residence.csv, causes.csv, radios.csv, promotions.csv, \
            datapackage.json and manifest.json; with --radio also bursts.csv, flows.csv, hosts.csv \
            and advice.csv, with --perfetto \(PerfettoReplay.fileName). If the trace breaks off, \
            its good packets count, the fault is shown, and the command exits with 65.

            Example: tailwatt replay phone.pcap \\
            --compare umts-att-2010,lte-huang-2012,wifi-psm
            """)

    @Argument(help: "Trace: packet CSV, pcap, pcapng, HAR, netlog or battery history.")
    var trace: String

    @Option(
        help: """
            Radio: a shipped profile or a path; umts, lte, 5g or wifi compares the radios of that \
            kind.
            """,
        completion: .names(of: .radio))
    var radio: String?

    @Option(
        help: "Several radios: names or paths, separated by commas.",
        completion: .names(of: .radio))
    var compare: String?

    @Option(
        help: "End of the replay, with its unit; by default when the radio is at rest.",
        transform: quantity)
    var horizon: Seconds?

    @Option(help: "Placement of promotions: as in the profile, none, or delaying the packets.")
    var promotion: PromotionMode = .inferred

    @Option(
        help: "Address of the phone, if the capture does not tell; may be repeated.",
        transform: address)
    var deviceIp: [IPAddress] = []

    @Option(
        help: """
            Interface of a capture whose packets count: name, number, cellular or wifi; may be \
            repeated.
            """)
    var interface: [String] = []

    @Option(help: "Time 0 of a CSV file: zero (as written) or first-packet.")
    var origin: TraceOptions.Origin = .zero

    @Option(
        help: "Device, for shares of its battery: a shipped profile or a path.",
        completion: .names(of: .device))
    var device: String?

    @Flag(
        help: """
            Also write \(PerfettoReplay.fileName), the replay for https://ui.perfetto.dev; needs \
            --out and --radio.
            """)
    var perfetto = false

    @OptionGroup var reading: ReadingOptions
    @OptionGroup var output: OutputOptions
    @OptionGroup var printing: PrintOptions

    func validate() throws {
        try refuse(
            (radio == nil) == (compare == nil),
            "Give one radio with \(OptionName.radio), or several with \(OptionName.compare).")
        let several = try several
        try refuse(
            perfetto && (output.out == nil || several != nil),
            "\(OptionName.perfetto) writes a file of one radio: it needs \(OptionName.radio) "
                + "and \(OptionName.out).")
        try refuse(
            several != nil && device != nil,
            "\(OptionName.device) needs a single radio (\(OptionName.radio)).")
        if let horizon, horizon <= .zero || horizon > Seconds(100 * 365.25 * 86_400) {
            throw ValidationError("The horizon must be longer than zero, at most 100 years.")
        }
    }

    func run() async throws {
        let library = try ProfilesFolder.library
        if let names = try several?.names(in: library) {
            try self.compare(try names.map { try library.loadRadio($0) })
        } else if let radio {
            let device = try device.map { try library.loadDevice($0) }
            try replay(try library.loadRadio(radio), on: device)
        }
    }

    /// `nil` for a single radio.
    private var several: RadioNames? {
        get throws {
            if let compare { return try RadioNames(compare, of: .compare) }
            guard let radio, RadioNames.isSeveral(radio),
                !FileManager.default.fileExists(atPath: radio)
            else { return nil }
            return try RadioNames(radio, of: .radio)
        }
    }

    private var settings: ReplaySettings {
        ReplaySettings(mode: promotion, horizon: horizon.map { .start + TimeSpan($0) })
    }

    private func input(for radios: [RadioProfile]) throws -> ReplayInput {
        ReplayInput(
            file: try TraceFile(path: trace, isHashed: output.out != nil),
            options: TraceOptions(
                deviceAddresses: deviceIp, interfaces: interface,
                preferred: InterfaceKind.passed(on: radios), origin: origin))
    }

    private func replay(
        _ radio: ProfileDocument<RadioProfile>, on device: ProfileDocument<DeviceProfile>?
    ) throws {
        let profiles = [radio.file] + (device.map { [$0.file] } ?? [])
        let folder = try folder(reading: profiles)
        var replay = TraceReplay(radio.value, settings: settings, hasTimeline: folder != nil)
        let file = try (perfetto ? folder : nil).map {
            try OutputDirectory(path: $0.path, claim: $0.claim).stage(PerfettoReplay.fileName)
        }
        var drawing = try file.map {
            try PerfettoReplay(replay.plan, radio: radio.value.name, to: $0.write)
        }
        let input = try input(for: [radio.value])
        let reading = try input.read { batch in replay.carry(batch) { drawing?.add($0) } }
        let result = replay.finish { drawing?.add($0) }
        try drawing.take()?.finish(result)
        try file?.finish()
        let advice = try self.advice(about: result, in: input)
        try publish(
            ReplayFiles(one: result, advice: advice, perfetto: file), profiles, reading, of: input,
            to: folder, result.screen(advice: advice, battery: device?.value.battery))
    }

    private func advice(
        about result: TraceReplayResult, in input: ReplayInput
    ) throws -> [ReplayAdvice] {
        let questions = AdviceQuestion.all(about: result)
        guard !questions.isEmpty else { return [] }
        let replays = questions.map { ChangedReplay(result, change: $0.change) }
        _ = try input.read { batch in
            for replay in replays { replay.carry(batch) }
        }
        return zip(questions, replays).map { $0.answered(by: $1) }
    }

    private func compare(_ radios: [ProfileDocument<RadioProfile>]) throws {
        try RadioNames.refuseEqualNames(radios.map { ($0.value.name, $0.file.label) })
        let folder = try folder(reading: radios.map(\.file))
        var comparison = RadioComparison(radios.map(\.value), settings: settings)
        let input = try input(for: radios.map(\.value))
        let reading = try input.readPackets { comparison.carry($0) }
        let beyondHorizon = comparison.beyondHorizon
        let results = comparison.finish()
        try publish(
            ReplayFiles(many: results, beyondHorizon: beyondHorizon), radios.map(\.file), reading,
            of: input, to: folder, results.screen(beyondHorizon: beyondHorizon))
    }

    private func folder(reading profiles: [InputFile]) throws -> ResultFolder? {
        try output.folder(for: words, reading: [trace] + profiles.map(\.path))
    }

    private func publish(
        _ files: @autoclosure () -> ReplayFiles, _ profiles: [InputFile], _ reading: ReplayReading,
        of input: ReplayInput, to folder: ResultFolder?, _ screen: Screen
    ) throws {
        if let failure = reading.failure, reading.summary.packets == 0 { throw failure }
        if let folder {
            let file = Manifest.File(name: trace, sha256: try input.file.sha256())
            let inputs = [file] + profiles.map(\.manifestFile)
            try ResultFiles(
                ResultCatalogue.replay, of: files(), package: "replay",
                manifest: Manifest(
                    command: words, version: Version.number, seed: 0,
                    settings: [
                        .init("packets", .count(Int(reading.summary.packets))),
                        .init("trace", .string(reading.failure == nil ? "whole" : "broken off")),
                    ], inputs: inputs), read: profiles
            ).publish(to: folder)
        }
        let head = reading.summary.text(of: trace, isCutShort: reading.failure != nil)
        try printing.print(
            screen.with(notes: head).with(assumptionsOf: profiles), ResultCatalogue.replay,
            of: files(), leading: "radios")
        for note in notes(on: reading) { talk(note) }
        if let failure = reading.failure { throw failure }
    }

    /// Warnings about options that have no effect and times that may be meant otherwise.
    private func notes(on reading: ReplayReading) -> [String] {
        let format = reading.summary.format
        var notes: [String] = []
        if reading.summary.packets == 0 {
            notes.append("warning: no packet of the phone was replayed")
        }
        if !format.isCapture, !interface.isEmpty {
            notes.append("note: --interface has no effect: the file names no interfaces")
        }
        if !format.isCapture, !deviceIp.isEmpty {
            notes.append("note: --device-ip has no effect: the file has directions")
        }
        if format != .csv, origin != .zero {
            notes.append("note: --origin has no effect: times count from the first packet")
        }
        if format == .csv, origin == .zero, let first = reading.first, first.seconds > Self.aYear {
            notes.append(
                "note: the first packet passes at \(first.seconds); --origin first-packet counts "
                    + "from there")
        }
        return notes
    }

    private static let aYear = Seconds(365.25 * 86_400)

    private var words: [String] { words(without: origin == .zero ? [.origin] : []) }
}

extension PromotionMode: ExpressibleByArgument {}
extension TraceOptions.Origin: ExpressibleByArgument {}

private func address(_ text: String) throws -> IPAddress {
    if let address = IPAddress(text) { return address }
    throw ValidationError(
        "\"\(text)\" is not an IP address. Write one such as 192.168.1.7 or 2001:db8::7, "
            + "without port.")
}

struct ReplayInput {
    let file: TraceFile
    let options: TraceOptions

    /// Emits the packets in batches, and returns an error that breaks the trace off with the
    /// summary.
    ///
    /// - Throws: If the trace cannot be opened, or changes while it is read.
    func read(to emit: ([TracedPacket]) -> Void) throws -> ReplayReading {
        var batch: [TracedPacket] = []
        return try readBatches { trace throws(TraceFailure) in
            guard try trace.read(into: &batch) else { return nil }
            emit(batch)
            return batch.first?.packet.time
        }
    }

    func readPackets(to emit: ([Packet]) -> Void) throws -> ReplayReading {
        var batch: [Packet] = []
        return try readBatches { trace throws(TraceFailure) in
            guard try trace.read(into: &batch) else { return nil }
            emit(batch)
            return batch.first?.time
        }
    }

    /// - Parameter next: Reads a batch and returns its first packet's time; `nil` at the end.
    private func readBatches(
        _ next: (inout PacketTrace) throws(TraceFailure) -> Instant?
    ) throws -> ReplayReading {
        var trace = try PacketTrace(file, options: options)
        var first: Instant?
        do throws(TraceFailure) {
            while let time = try next(&trace) { first = first ?? time }
        } catch {
            if error.fault == .changed { throw error }
            return ReplayReading(summary: trace.summary, first: first, failure: error)
        }
        return ReplayReading(summary: trace.summary, first: first, failure: nil)
    }
}

struct ReplayReading {
    let summary: TraceSummary
    let first: Instant?
    let failure: TraceFailure?
}
