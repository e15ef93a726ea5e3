import Forms
import Kernel
import Studies
import Traces

/// A file of `kind: budget`: for a scenario, or for a recorded trace.
enum BudgetFileText {
    case scenario(BudgetText)
    case trace(TraceBudgetText)

    init(_ root: MappingReader, name: String) {
        let question = root.exactlyOne(of: ["scenario", "trace"])
        self =
            question?.key == "trace"
            ? .trace(TraceBudgetText(root, name: name)) : .scenario(BudgetText(root, name: name))
    }
}

/// A budget of a trace as its file has it: radios and device are still names.
struct TraceBudgetText {
    let name: String
    let trace: PlacedText
    let radios: [PlacedText]
    let device: PlacedText?
    let apps: PlacedText?
    let horizon: TimeSpan?
    let addresses: [IPAddress]
    let interfaces: [String]
    let undecidedPasses: Bool
    let limits: [TraceLimitText]

    init(_ root: MappingReader, name: String) {
        self.name = name
        trace = root.placedText("trace")
        radios = root.placedTexts("radios")
        device = root.optionalPlacedText("device")
        apps = root.optionalPlacedText("apps")
        horizon = root.givenSpan("horizon", .aboveZero)
        addresses =
            root.entry("addresses") == nil
            ? [] : root.placedTexts("addresses").compactMap { Self.address($0, root.log) }
        interfaces =
            root.entry("interfaces") == nil ? [] : root.placedTexts("interfaces").map(\.text)
        let undecided: BudgetText.Undecided? = root.optionalChoice(
            "undecided", what: "what to do with what is not decided")
        undecidedPasses = undecided == .pass
        limits = root.list("limits", count: 1...200) { TraceLimitText($0) }
        check(root)
    }

    /// Reports limits on radios that the budget does not list.
    ///
    /// For when the listed ones are known to be there: a name that is wrong in the list, and right
    /// in a limit, is a fault of the list.
    func checkRadios(_ log: ReadingLog) {
        let possible = radios.map(\.text)
        for radio in limits.compactMap(\.radio) where !possible.contains(radio.text) {
            let fault = BudgetFault.unknownRadio(radio.text, possible: possible)
            log.report(.meaning(.budget(fault)), at: radio.place)
        }
    }

    private static func address(_ text: PlacedText, _ log: ReadingLog) -> IPAddress? {
        if let address = IPAddress(text.text) { return address }
        log.report(.meaning(.budget(.noAddress(text.text))), at: text.place)
        return nil
    }

    private func check(_ root: MappingReader) {
        let log = root.log
        func report(_ fault: BudgetFault, _ place: SourcePlace) {
            log.report(.meaning(.budget(fault)), at: place)
        }
        if radios.isEmpty, root.has("radios") {
            report(.noRadios, root.keyPlace(of: "radios"))
        }
        log.refuseRepeated(limits.map(\.name)) { .budget(.twoLimits($0, firstLine: $1)) }
        for limit in limits {
            if device == nil, let amount = limit.amount, amount.value.unit.needsBattery {
                report(.needsDevice(amount.text), amount.place)
            }
        }
    }
}

/// One limit on a trace as the file has it.
struct TraceLimitText {
    /// Where it has none, at the amount.
    let name: PlacedText
    let radio: PlacedText?
    let subject: TraceLimit.Subject
    /// `nil` where it is at fault.
    let amount: Amount?

    struct Amount {
        let value: (amount: Double, unit: TraceLimit.Unit, period: TraceLimit.Period?)
        let text: String
        let place: SourcePlace
    }

    init(_ reader: MappingReader) {
        let stated = reader.entry("name") == nil ? nil : reader.name("name")
        let (host, app) = (
            reader.optionalPlacedText("host"), reader.optionalPlacedText("app")
        )
        _ = reader.atMostOne(of: ["host", "app"])
        radio = reader.optionalPlacedText("radio")
        subject = Self.subject(host, app)
        if let host, HostPattern(host.text) == nil {
            reader.log.report(.meaning(.budget(.noHost(host.text))), at: host.place)
        }
        amount = Self.amount(reader)
        let words = subject.words + (radio.map { " on \($0.text)" } ?? "")
        name = stated ?? PlacedText(text: words, place: amount?.place ?? reader.place)
    }

    private static func subject(_ host: PlacedText?, _ app: PlacedText?) -> TraceLimit.Subject {
        if let host { return .host(host.text) }
        return app.map { .app($0.text) } ?? .all
    }

    private static func amount(_ reader: MappingReader) -> Amount? {
        guard let entry = reader.requiredEntry("at-most"), let value = reader.marked(entry) else {
            return nil
        }
        guard case .text(let text) = value.node.content, !text.isNothing else {
            reader.reportWrongNode(value.node, expected: "an amount")
            return nil
        }
        reader.log.record(reader.path(entry.key), text.text, value.origin, at: value.node.place)
        guard let amount = TraceLimit.amount(text.text) else {
            reader.log.report(
                .meaning(.budget(.notTraceAmount(text.text))), at: value.node.place)
            return nil
        }
        return Amount(value: amount, text: text.text, place: value.node.place)
    }

    /// `nil` where there are faults.
    ///
    /// - Parameter radio: the name of the radio that the file names, as its profile has it.
    func limit(radio: String?) -> TraceLimit? {
        amount.map {
            TraceLimit(
                name: name.text, subject: subject, radio: radio, amount: $0.value.amount,
                unit: $0.value.unit, period: $0.value.period)
        }
    }
}
