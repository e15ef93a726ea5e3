struct PhoneCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "phone",
        abstract: "Read a phone's own record: what it drew, did, and could save.",
        usage: "tailwatt phone [<options>] <file>",
        discussion: """
            Reads a battery history (adb shell dumpsys batterystats, also with -c or --checkin) or \
            a bug report (adb bugreport), of Android 5 to 16, also in gzip or zip. Prints the \
            measured drain with its interval, what the phone did, the system's own count beside \
            the battery's gauge, and what fewer starts of the radio would save on the radios of \
            its kind. Names of accounts and texts of events are neither printed nor written.

            Of an iPhone it reads MetricKit payloads (JSON: one, an array, or one a line) and a \
            Powerlog (.PLSQL), of either system a Bluetooth log (btsnoop).

            With --out it writes phone.csv, phone-apps.csv, datapackage.json and manifest.json.

            Example: tailwatt phone batterystats.txt --details
            """)

    @Argument(help: "Battery history, bug report, MetricKit payload, Powerlog or Bluetooth log.")
    var file: String

    @Option(
        help: """
            Radios of the modem: a kind (umts, lte, 5g) or names, separated by commas; by default \
            the kind that the record names, else lte.
            """,
        completion: .names(of: .radio))
    var radio: String?

    @Option(
        help: "Phone whose powers turn counted times into currents (default: iphone-13).",
        completion: .names(of: .device))
    var device: String?

    @OptionGroup var reading: ReadingOptions
    @OptionGroup var output: OutputOptions
    @OptionGroup var printing: PrintOptions

    func run() async throws {
        let library = try ProfilesFolder.library
        let folder = try output.folder(for: words, reading: [file])
        let trace = try TraceFile(path: file, isHashed: folder != nil)
        let tally = try PhoneTally(trace)
        let history = try tally == nil ? BatteryHistory(trace) : nil
        let cellular = try radios(radio ?? history?.radioKind ?? "lte", .radio, in: library)
        let wifi = try radios("wifi", .radio, in: library)
        let phone = try library.loadDevice(device ?? "iphone-13")
        let values = (cellular.map(\.value), wifi.map(\.value))
        let account =
            tally.map { PhoneAccount($0, on: phone.value, cellular: values.0, wifi: values.1) }
            ?? PhoneAccount(history!, cellular: values.0, wifi: values.1)
        var profiles = (cellular + wifi).map(\.file)
        if tally != nil {
            let isEstimated = account.figures.contains { $0.name.hasPrefix("tailwatt") }
            profiles = isEstimated ? [phone.file] + profiles : []
        }
        if let folder {
            let input = Manifest.File(name: file, sha256: try trace.sha256())
            try folder.publish(
                ResultFiles(
                    ResultCatalogue.phone, of: account, package: "phone",
                    manifest: Manifest(
                        command: words, version: Version.number, seed: 0,
                        inputs: [input] + profiles.map(\.manifestFile)), read: profiles))
        }
        try printing.print(
            account.screen(head: tally.map { "\(name): \($0.span)." } ?? head(history!)).with(
                assumptionsOf: profiles),
            ResultCatalogue.phone, of: account, leading: "phone")
    }

    private func radios(
        _ text: String, _ option: OptionName, in library: ProfileLibrary
    ) throws -> [ProfileDocument<RadioProfile>] {
        try RadioNames(text, of: option).names(in: library).map { try library.loadRadio($0) }
    }

    private var name: String { PrintableText.line(file) }

    private func head(_ history: BatteryHistory) -> String {
        let span = history.hours.map { ReadableNumber.text($0, decimals: 1) + " h of history" }
        let other =
            history.unknownItems == 0
            ? "" : "; other flags and events, not used: \(history.unknownItems)"
        return "\(name): \(span ?? "no history")\(other)."
    }
}
