import Forms
import Kernel
import Studies
import Traces

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
        let (host, app) = (reader.optionalPlacedText("host"), reader.optionalPlacedText("app"))
        _ = reader.atMostOne(of: ["host", "app"])
        radio = reader.optionalPlacedText("radio")
        subject = Self.subject(host, app)
        if let host, HostPattern(host.text) == nil {
            reader.log.report(
                "\(quoted(host.text)) is no host",
                advice: "Write a name, *. and a name for all below it, or an address.",
                at: host.place)
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
                "\(quoted(text.text)) is no energy above zero, in a time or not",
                advice: "Write, for example, 20 J, 300 J/h, 5 mAh, 0.5 %/h or 2 %/day.",
                at: value.node.place)
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

extension TraceLimitText {
    static let shape = FormShape(
        "The most that a recorded trace, or a part of it, may make a radio draw.",
        name: "traceLimit", exclusive: [["host", "app"]],
        [
            .optional(
                "name", .name, "What results call it.", without: "whose packets, and the radio"),
            .optional(
                "host", .text,
                "Only connections to this host: a name, *. and a name for all below it, or an "
                    + "address."),
            .optional("app", .text, "Only connections of this app."),
            .optional(
                "radio", .text, "One of the radios, as they name it.", without: "each"),
            .needed(
                "at-most", .defined("traceAmount"),
                "The most that the packets may cause: 20 J, 300 J/h, 5 mAh, 0.5 %/h, 2 %/day."),
        ])
}
