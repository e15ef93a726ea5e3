import ArgumentParser
import DeviceModel
import Experiments
import Profiles
import Reports
import Show
import Traces

struct PhoneCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "phone",
        abstract: "Read an Android phone's own record: what it drew, did, and could save.",
        usage: "tailwatt phone [<options>] <file>",
        discussion: """
            Reads a battery history (adb shell dumpsys batterystats, also with -c or --checkin) or \
            a bug report (adb bugreport), of Android 5 to 16, also in gzip or zip. Prints the \
            measured drain with its interval, what the phone did, the system's own count beside \
            the battery's gauge, and what fewer starts of the radio would save on the radios of \
            its kind. Names of accounts and texts of events are neither printed nor written.

            With --out it writes phone.csv, phone-apps.csv, datapackage.json and manifest.json.

            Example: tailwatt phone batterystats.txt --details
            """)

    @Argument(help: "Battery history or bug report.")
    var file: String

    @Option(
        help: """
            Radios of the modem: a kind (umts, lte, 5g) or names, separated by commas; by default \
            the kind that the record names, else lte.
            """,
        completion: .names(of: .radio))
    var radio: String?

    @OptionGroup var reading: ReadingOptions

    @OptionGroup var output: OutputOptions

    @OptionGroup var printing: PrintOptions

    func run() async throws {
        let library = try ProfilesFolder.library
        let folder = try output.folder(for: words, reading: [file])
        let trace = try TraceFile(path: file, isHashed: folder != nil)
        let history = try BatteryHistory(trace)
        let cellular = try radios(radio ?? history.radioKind, .radio, in: library)
        let wifi = try radios("wifi", .radio, in: library)
        let account = PhoneAccount(
            history, cellular: cellular.map(\.value), wifi: wifi.map(\.value))
        let profiles = (cellular + wifi).map(\.file)
        if let folder {
            let input = Manifest.File(name: file, sha256: try trace.sha256())
            try ResultFiles(
                ResultCatalogue.phone, of: account, package: "phone",
                manifest: Manifest(
                    command: words, version: Version.number, seed: 0,
                    inputs: [input] + profiles.map(\.manifestFile)), read: profiles
            ).publish(to: folder)
        }
        try printing.print(
            account.screen(head: head(history)).with(assumptionsOf: profiles),
            ResultCatalogue.phone, of: account, leading: "phone")
    }

    private func radios(
        _ text: String, _ option: OptionName, in library: ProfileLibrary
    ) throws -> [ProfileDocument<RadioProfile>] {
        try RadioNames(text, of: option).names(in: library).map { try library.loadRadio($0) }
    }

    private func head(_ history: BatteryHistory) -> String {
        let span = history.hours.map { ReadableNumber.text($0, decimals: 1) + " h of history" }
        let other =
            history.unknownItems == 0
            ? "" : "; other flags and events, not used: \(history.unknownItems)"
        return "\(PrintableText.line(file)): \(span ?? "no history")\(other)."
    }
}
