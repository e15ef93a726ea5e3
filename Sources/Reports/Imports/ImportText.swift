/// An import as the terminal shows it, with the results of Android's own calculators.
public struct ImportText {
    public typealias Written = (path: String, profile: ImportedProfile)

    private let figures: PowerFigures
    private let settings: ImportSettings
    private let written: [Written]
    private let times: [(state: AndroidState, time: Seconds)]

    /// - `times`: The input of Android's calculators; empty for an hour of each state.
    public init(
        _ figures: PowerFigures, _ settings: ImportSettings, written: [Written],
        times: [(state: AndroidState, time: Seconds)]
    ) {
        (self.figures, self.settings) = (figures, settings)
        (self.written, self.times) = (written, times)
    }

    public var screen: Screen {
        Screen(
            answer: files, table: charges, notes: traps + unknown,
            details: taken.map { .table($0) } + [.words(assumptions)])
    }

    public var numbers: Dataset {
        typealias Number = (profile: String, taken: ImportedProfile.Taken)
        let rows = written.map(\.profile).flatMap { profile in
            profile.taken.map { (profile.name, $0) }
        }
        return Dataset(
            Table<Number>("import", rows: rows).with(columns: [
                .text("profile", "Profile written.", \.profile),
                .text("path", "Path of the number in the profile.", \.taken.path),
                .text("value", "Number with its unit.", \.taken.value),
                .text("element", "Element of the file that it is from.", \.taken.from),
            ]))
    }

    private var files: String {
        written.map { file in
            let profile = file.profile
            return "wrote \(TextTable.printable(file.path)): \(profile.kind.rawValue) "
                + "\(profile.name), \(profile.taken.count) numbers from the file, "
                + "\(profile.assumed) assumed\n"
        }.joined()
    }

    private var taken: [TextTable] {
        written.map { file in
            file.profile.taken.table([
                .left("\(file.profile.name) from the file", \.path), .right("value", \.value),
                .left("element", \.from),
            ])
        }
    }

    private var traps: String {
        let found = PowerTraps(figures).all
        if found.isEmpty { return "traps: none of those that are known\n" }
        var text = "traps in the file\n"
        for trap in found {
            let line = trap.line.map { " (line \($0))" } ?? ""
            text += WrappedText.line(
                "\(trap.kind.rawValue): \(trap.elements.joined(separator: ", "))\(line): "
                    + "\(trap.found); \(trap.meaning)", indent: "  ")
        }
        return text
    }

    private var unknown: String {
        let names = figures.profile.unknown.map { "\($0.name) (line \($0.line))" }
        if names.isEmpty { return "" }
        return WrappedText.line("passed over, unknown to Android: \(names.joined(separator: ", "))")
    }

    private var background: OperatingPoint? {
        settings.background ?? CPUFigures(figures).usualBackground
    }

    private var assumptions: String {
        var lines: [String] = []
        let cpu = CPUFigures(figures)
        if let point = background {
            lines.append(
                "background work runs at \(words(point, cpu)): --operating-point changes it")
        } else {
            lines.append("the file has no processor speeds: a Nexus 4's lowest clock is used")
        }
        if let point = settings.foreground ?? cpu.usualForeground {
            lines.append(
                "the app in front runs at \(words(point, cpu)): --foreground-point says otherwise")
        }
        lines.append(
            "the battery's nominal voltage is \(settings.voltage), also of every element that has "
                + "none of its own: --voltage says otherwise")
        if figures.modem(for: .lte) != nil {
            lines.append(
                "sending is at transmit power \(figures.transmitLevel) of 0 to 4: --tx-level says "
                    + "otherwise")
        } else {
            lines.append("the file has no figures of a modem: no cellular radio is written")
        }
        if figures.wifi == nil {
            lines.append("the file has no figures of Wi-Fi: no Wi-Fi radio is written")
        }
        return "assumed\n"
            + lines.map { WrappedText.line($0, indent: "  ") }.joined()
            + "  each profile lists the others: tailwatt profiles show FILE\n"
    }

    private func words(_ point: OperatingPoint, _ cpu: CPUFigures) -> String {
        let cores = point.cores == 1 ? "one core" : "\(point.cores) cores"
        let clusters = cpu.clusters.count
        return "\(point), \(cores) of cluster \(point.cluster) of \(clusters) at "
            + "\(ReadableNumber.text(Double(point.speed) / 1000, decimals: 0)) MHz"
    }

    private var charges: Screen.Part {
        let asked =
            times.isEmpty ? AndroidState.allCases.map { ($0, Seconds(3600)) } : times.map { $0 }
        var table = TextTable(columns: [
            .init("by Android's calculators"), .init("time", .right), .init("mAh", .right),
        ])
        var sum = 0.0
        for (state, time) in asked {
            let charge = state.charge(for: time, in: figures.profile, at: background)
            if charge == nil && times.isEmpty { continue }
            sum += charge?.magnitude ?? 0
            table.add([
                state.rawValue, "\(time)",
                charge.map { ReadableNumber.text($0.magnitude, significantDigits: 6) } ?? "",
            ])
        }
        if !times.isEmpty {
            table.add(["together", "", ReadableNumber.text(sum, significantDigits: 6)])
        }
        return .table(
            table,
            below: "Current times time, as AOSP counts: zeros as they stand, no voltage. cpu is "
                + "\(background.map { "\($0)" } ?? "not given"), above awake.\n")
    }
}
