import Quantities
import Traces

/// What was read of a trace, what was left out, and what had to be decided.
public struct TraceText {
    private let label: String
    private let summary: TraceSummary
    private let isCutShort: Bool
    private let otherwise: String

    /// - Parameters:
    ///   - label: what the trace is called.
    ///   - summary: what its reader found.
    ///   - isCutShort: whether the trace broke off.
    ///   - otherwise: what names the phone's address, where the trace does not.
    public init(
        label: String, _ summary: TraceSummary, isCutShort: Bool,
        otherwise: String = OptionName.deviceIp.flag
    ) {
        self.otherwise = otherwise
        self.label = label
        self.summary = summary
        self.isCutShort = isCutShort
    }

    public var text: String {
        let parts = [format, "\(count(summary.packets, "packet"))", direction].compactMap { $0 }
        let notes = [brokenOff, skipped, clamped, fragments, columns].compactMap { $0 }
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
        case .mostFrequent(let address, let packets, let among):
            "the phone is taken to be \(address), the private address of most packets "
                + "(\(packets) of \(among); \(otherwise) says otherwise)"
        }
    }

    private var brokenOff: String? {
        isCutShort ? "broken off: what follows is of the packets before" : nil
    }

    private var skipped: String? {
        guard !summary.skipped.isEmpty else { return nil }
        let parts = summary.skipped.map { "\($0.packets) \($0.reason.name)" }
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
