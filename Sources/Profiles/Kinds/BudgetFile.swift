/// A budget as its file has it, for a scenario or for a recorded trace.
///
/// Scenario, radios, device and system are still names.
struct BudgetFile {
    var name = ""
    var isTrace = false
    /// The scenario, or the trace.
    var subject = PlacedText(text: "", place: .first)
    var radios: [PlacedText] = []
    var radio: PlacedText?
    var device: PlacedText?
    var system: PlacedText?
    var apps: PlacedText?
    var addresses: [IPAddress] = []
    var interfaces: [String] = []
    var horizon: TimeSpan?
    var seed: UInt64?
    var replications: Int?
    var confidence = 0.95
    var undecided = Undecided.fail
    var limits: [BudgetLimitText] = []
    var traceLimits: [TraceLimitText] = []

    enum Undecided: String, CaseIterable { case fail, pass }

    private static let scenarioKeys = [
        "scenario", "radio", "system", "seed", "replications", "confidence",
    ]
    private static let traceKeys = ["trace", "radios", "apps", "addresses", "interfaces"]

    static func read(_ root: MappingReader, name: String) -> BudgetFile {
        let question = root.exactlyOne(of: ["scenario", "trace"])?.key
        let standard = BudgetFile(name: name, isTrace: question == "trace")
        let others = standard.isTrace ? scenarioKeys : traceKeys
        let unknown = question == nil ? others + ["scenario"] : others
        let file = Form(standard, about).and(fields(except: unknown)).value(from: root)
        file.check(root)
        return file
    }

    static var shape: FormShape {
        Form(
            BudgetFile(), about, alternatives: [scenarioKeys, traceKeys],
            exclusive: [["scenario", "trace"]]
        ).and(fields(except: [])).shape
    }

    private static func fields(except keys: [String]) -> [Field<BudgetFile>] {
        (subjects + parts + runs).filter { !keys.contains($0.key) }
    }

    private static let about =
        "Limits on the cost and service of a scenario's policies, or on a recorded trace; see "
        + "docs/guide/checks.md."

    private static let subjects: [Field<BudgetFile>] = [
        .placed(
            "scenario", \.subject,
            "Shipped scenario, or a path that ends in .yaml, relative to this file."),
        .placed("trace", \.subject, "Path of a capture or packet CSV, relative to this file."),
        .own(
            "radios", .list(.text, 1...200),
            "Radios of the replay: shipped profiles, or paths that end in .yaml, relative to "
                + "this file.",
            isRequired: true
        ) { $1.radios = $0.placedTexts("radios") },
    ]

    private static let place =
        " instead of the scenario's: a shipped profile, or a path that ends in .yaml, relative "
        + "to this file."

    private static let parts: [Field<BudgetFile>] = [
        .placed("radio", \.radio, "Radio\(place)"),
        .placed(
            "device", \.device,
            "Device\(place.dropLast()); for a trace, the phone whose battery counts."),
        .placed("system", \.system, "System\(place)"),
        .placed(
            "apps", \.apps,
            "Path of a CSV file with the columns app, host and port, relative to this file; for "
                + "connections that the capture does not name."),
        .own(
            "addresses", .list(.text, nil), "Addresses of the phone, if the capture does not tell."
        ) { reader, file in
            file.addresses = reader.placedTexts("addresses").compactMap { text in
                let address = IPAddress(text.text)
                if address == nil {
                    reader.log.report(
                        "\(quoted(text.text)) is no IP address",
                        advice: "Write one such as 192.168.1.7 or 2001:db8::7, without port.",
                        at: text.place)
                }
                return address
            }
        },
        .own(
            "interfaces", .list(.text, nil),
            "Interfaces of a capture whose packets count: name, number, cellular or wifi."
        ) { $1.interfaces = $0.texts("interfaces") },
    ]

    private static let runs: [Field<BudgetFile>] = [
        .span(
            "horizon", \.horizon, "Length of a run, or of the recorded one.", .aboveZero,
            otherwise: .without("the scenario's; of a trace until the radio rests")),
        .own(
            "seed", .count(0...Int.max), "Seed of all random numbers.", without: "the scenario's"
        ) { $1.seed = $0.count("seed", in: 0...UInt64.max, default: 1) },
        .count(
            "replications", \.replications, "Exact number of replications.",
            in: 2...ReplicationPlan.most,
            otherwise: .without("as many as the scenario's precision needs")),
        Field.own(
            "confidence", .quantity(Fraction.self, .aboveZero),
            "Confidence level of all limits without their own, 60 % to 99.99 %."
        ) { reader, file in
            if let stated = BudgetLimitText.confidence(reader) { file.confidence = stated }
        }.spelled("95 %"),
        .choice(
            "undecided", \.undecided, what: "a treatment of undecided limits",
            "Outcome of the check if a limit is shown to be neither kept nor broken."
        ).without(nil).spelled(Undecided.fail.rawValue),
        .own(
            "limits",
            .list(
                .either([.part(BudgetLimitText.shape), .part(TraceLimitText.form.shape)]), 1...200),
            "Limits to check.", isRequired: true
        ) { reader, file in
            if file.isTrace {
                file.traceLimits = reader.list("limits", count: 1...200, TraceLimitText.read)
            } else {
                let standard = file.confidence
                file.limits = reader.list("limits", count: 1...200) {
                    BudgetLimitText($0, confidence: standard)
                }
            }
        },
    ]

    private func check(_ root: MappingReader) {
        if isTrace, radios.isEmpty, root.has("radios") {
            root.log.report(
                "there is no radio", advice: "Name one or more, as in radios: [lte-huang-2012].",
                at: root.keyPlace(of: "radios"))
        }
        root.log.refuseRepeated(limits.map(\.name) + traceLimits.map(\.name), "limit", "limits")
        for amount in traceLimits.compactMap(\.amount)
        where device == nil && amount.value.unit.needsBattery {
            root.log.report(
                "without a device \(quoted(amount.text)) says nothing",
                advice: "Add device: with the phone whose battery is meant, or write joules.",
                at: amount.place)
        }
    }

    /// Reports limits on radios that the budget does not list.
    ///
    /// For when the listed ones are known to be there: a name that is wrong in the list, and right
    /// in a limit, is a fault of the list.
    func checkRadios(_ log: ReadingLog) {
        let possible = radios.map(\.text)
        for radio in traceLimits.compactMap(\.radio) where !possible.contains(radio.text) {
            log.report(
                .unknown(
                    radio.text, among: possible,
                    "the budget has no radio named \(quoted(radio.text))"), at: radio.place)
        }
    }
}
