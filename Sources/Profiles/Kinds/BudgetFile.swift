import DeviceModel
import Forms
import Kernel
import Studies
import Traces

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

    /// What happens to a check that cannot say.
    enum Undecided: String, CaseIterable {
        case fail
        case pass
    }

    private static let scenarioKeys = [
        "scenario", "radio", "system", "seed", "replications", "confidence",
    ]
    private static let traceKeys = ["trace", "radios", "apps", "addresses", "interfaces"]

    static func read(_ root: MappingReader, name: String) -> BudgetFile {
        let question = root.exactlyOne(of: ["scenario", "trace"])?.key
        let standard = BudgetFile(name: name, isTrace: question == "trace")
        let others = standard.isTrace ? scenarioKeys : traceKeys
        let unknown = question == nil ? others + ["scenario"] : others
        let file = Form(about, standard: standard, fields: fields(except: unknown))
            .value(from: root)
        file.check(root)
        return file
    }

    static var shape: FormShape {
        Form(
            about, standard: BudgetFile(), alternatives: [scenarioKeys, traceKeys],
            exclusive: [["scenario", "trace"]], fields: fields(except: [])
        ).shape
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
        .placed(
            "trace", \.subject, "Path of a capture or packet CSV, relative to this file."),
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
                    reader.log.report(.meaning(.budget(.noAddress(text.text))), at: text.place)
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
            .list(.either([.part(BudgetLimitText.shape), .part(TraceLimitText.shape)]), 1...200),
            "Limits to check.", isRequired: true
        ) { reader, file in
            if file.isTrace {
                file.traceLimits = reader.list("limits", count: 1...200) { TraceLimitText($0) }
            } else {
                let standard = file.confidence
                file.limits = reader.list("limits", count: 1...200) {
                    BudgetLimitText($0, confidence: standard)
                }
            }
        },
    ]
}

extension BudgetFile {
    private func check(_ root: MappingReader) {
        func report(_ fault: BudgetFault, _ place: SourcePlace) {
            root.log.report(.meaning(.budget(fault)), at: place)
        }
        if isTrace, radios.isEmpty, root.has("radios") {
            report(.noRadios, root.keyPlace(of: "radios"))
        }
        root.log.refuseRepeated(limits.map(\.name) + traceLimits.map(\.name)) {
            .budget(.twoLimits($0, firstLine: $1))
        }
        for amount in traceLimits.compactMap(\.amount)
        where device == nil && amount.value.unit.needsBattery {
            report(.needsDevice(amount.text), amount.place)
        }
    }

    /// Reports limits on radios that the budget does not list.
    ///
    /// For when the listed ones are known to be there: a name that is wrong in the list, and right
    /// in a limit, is a fault of the list.
    func checkRadios(_ log: ReadingLog) {
        let possible = radios.map(\.text)
        for radio in traceLimits.compactMap(\.radio) where !possible.contains(radio.text) {
            let fault = BudgetFault.unknownRadio(radio.text, possible: possible)
            log.report(.meaning(.budget(fault)), at: radio.place)
        }
    }
}
