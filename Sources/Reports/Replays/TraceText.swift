/// A summary of a read trace: packets, omissions and choices.
extension TraceSummary {
    /// - `otherwise`: The option or key that names the phone's address.
    /// - `choice`: The option or key that names the interfaces to count.
    public func text(
        of label: String, isCutShort: Bool, otherwise: String = OptionName.deviceIp.flag,
        choice: String = OptionName.interface.flag
    ) -> String {
        let layer = linkLayer.map { " (\($0))" } ?? ""
        let parts = [
            "\(format.rawValue)\(layer)", "\(count(packets, "packet"))",
            direction(otherwise: otherwise),
        ].compactMap { $0 }
        let notes =
            findings + [format.limits].compactMap { $0 }
            + [
                isCutShort ? "broken off: what follows is of the packets before" : nil,
                radios(choice: choice), leftOut, steppedBack, laterParts, columns,
            ].compactMap { $0 }
        return "\(TextTable.printable(label)): \(parts.joined(separator: ", "))\n"
            + notes.map { "  \($0)\n" }.joined()
    }

    private func direction(otherwise: String) -> String? {
        switch directionRule {
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
    private func radios(choice: String) -> String? {
        guard isRadioGuessed else { return nil }
        func list(_ isTaken: Bool) -> String {
            interfaces.filter { $0.isTaken == isTaken && $0.kind != .tunnel }
                .map { "\(TextTable.printable($0.name)) (\($0.kind.rawValue))" }
                .joined(separator: ", ")
        }
        return "warning: several radios are in it: taken is interface \(list(true)), left out "
            + "\(list(false)); \(choice) chooses"
    }

    private var leftOut: String? {
        guard !skipped.isEmpty else { return nil }
        let parts = skipped.map { "\($0.packets) \(TextTable.printable($0.reason.name))" }
        return "left out: " + parts.joined(separator: ", ")
    }

    private var steppedBack: String? {
        guard clamped > 0 else { return nil }
        let step = ReadableNumber.text(
            largestStepBack.seconds.magnitude * 1e3, significantDigits: 3)
        return "\(count(clamped, "packet")) stepped back in time, by at most \(step) ms: "
            + "taken to have passed with the one before"
    }

    private var laterParts: String? {
        fragments > 0
            ? "\(count(fragments, "packet")) without ports: later parts of larger ones"
            : nil
    }

    private var columns: String? {
        guard !ignoredColumns.isEmpty else { return nil }
        let names = ignoredColumns.map { TextTable.printable($0) }
        return "columns not used: " + names.joined(separator: ", ")
    }

    private func count(_ number: Int, _ what: String) -> String {
        "\(ReadableNumber.text(Double(number), decimals: 0)) \(what)\(number == 1 ? "" : "s")"
    }
}
