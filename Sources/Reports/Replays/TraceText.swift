import Kernel
import Show
import Traces

/// A summary of a read trace: packets, omissions and choices.
public struct TraceText {
    private let label: String
    private let summary: TraceSummary
    private let isCutShort: Bool
    private let otherwise: String
    private let interfaces: String

    /// - `otherwise`: The option or key that names the phone's address.
    /// - `interfaces`: The option or key that names the interfaces to count.
    public init(
        label: String, _ summary: TraceSummary, isCutShort: Bool,
        otherwise: String = OptionName.deviceIp.flag,
        interfaces: String = OptionName.interface.flag
    ) {
        self.interfaces = interfaces
        self.otherwise = otherwise
        self.label = label
        self.summary = summary
        self.isCutShort = isCutShort
    }

    public var text: String {
        let parts = [format, "\(count(summary.packets, "packet"))", direction].compactMap { $0 }
        let notes = [brokenOff, radios, skipped, clamped, fragments, columns].compactMap { $0 }
        return "\(TextTable.printable(label)): \(parts.joined(separator: ", "))\n"
            + notes.map { "  \($0)\n" }.joined()
    }

    private var format: String {
        summary.linkLayer.map { "\(summary.format.rawValue) (\($0))" } ?? summary.format.rawValue
    }

    private var direction: String? {
        switch summary.directionRule {
        case .column, .nothingToDecide: nil
        case .linkLayer: "directions from the link layer"
        case .given(let addresses):
            "the phone is \(addresses.map(\.description).joined(separator: " and "))"
        case .found(let devices):
            "the phone is taken to be " + devices.map(Self.words).joined(separator: "), and ")
                + "; \(otherwise) says otherwise)"
        }
    }

    /// The address taken for the phone, and why: `10.0.0.2, the private address of most packets (9
    /// of 10`. The caller closes the bracket.
    private static func words(_ device: FoundDevice) -> String {
        let shown = device.addresses.prefix(4).map(\.description)
        let rest = device.addresses.count - shown.count
        let names = rest > 0 ? shown + ["\(rest) more"] : shown
        let link = device.linkAddress.map { " at link address \($0)" } ?? ""
        let why =
            switch device.reason {
            case .privateAddress: "the private address of most packets"
            case .everyPacket: "alone in every packet"
            case .beginsConnections: "which began most TCP connections"
            case .clientPorts: "whose ports are a client's"
            case .mostPackets: "alone in nearly all packets"
            case .linkLocal: "which has a link-local address"
            }
        return "\(names.joined(separator: " and "))\(link), \(why) "
            + "(\(device.packets) of \(device.among)"
    }

    /// A note if the trace has packets of several radios and the user chose none.
    private var radios: String? {
        guard summary.isRadioGuessed else { return nil }
        func list(_ isTaken: Bool) -> String {
            summary.interfaces.filter { $0.isTaken == isTaken && $0.kind != .tunnel }
                .map { "\(TextTable.printable($0.name)) (\($0.kind.rawValue))" }
                .joined(separator: ", ")
        }
        return "warning: several radios are in it: taken is interface \(list(true)), left out "
            + "\(list(false)); \(interfaces) chooses"
    }

    private var brokenOff: String? {
        isCutShort ? "broken off: what follows is of the packets before" : nil
    }

    private var skipped: String? {
        guard !summary.skipped.isEmpty else { return nil }
        let parts = summary.skipped.map {
            "\($0.packets) \(TextTable.printable($0.reason.name))"
        }
        return "left out: " + parts.joined(separator: ", ")
    }

    private var clamped: String? {
        guard summary.clamped > 0 else { return nil }
        let step = ReadableNumber.text(
            summary.largestStepBack.seconds.magnitude * 1e3, significantDigits: 3)
        return "\(count(summary.clamped, "packet")) stepped back in time, by at most \(step) ms: "
            + "taken to have passed with the one before"
    }

    private var fragments: String? {
        summary.fragments > 0
            ? "\(count(summary.fragments, "packet")) without ports: later parts of larger ones"
            : nil
    }

    private var columns: String? {
        guard !summary.ignoredColumns.isEmpty else { return nil }
        let names = summary.ignoredColumns.map { TextTable.printable($0) }
        return "columns not used: " + names.joined(separator: ", ")
    }

    private func count(_ number: Int, _ what: String) -> String {
        "\(ReadableNumber.text(Double(number), decimals: 0)) \(what)\(number == 1 ? "" : "s")"
    }
}
