import Forms
import Kernel
import Studies
import Traces

/// One limit on a trace as the file has it.
struct TraceLimitText {
    private(set) var radio: PlacedText?
    /// `nil` where it is at fault.
    private(set) var amount: Amount?
    private var stated: PlacedText?
    private var host: PlacedText?
    private var app: PlacedText?
    private var place = SourcePlace.first

    struct Amount {
        let value: (amount: Double, unit: TraceLimit.Unit, period: TraceLimit.Period?)
        let text: String
        let place: SourcePlace
    }

    /// Where it has none, at the amount.
    var name: PlacedText {
        let words = subject.words + (radio.map { " on \($0.text)" } ?? "")
        return stated ?? PlacedText(text: words, place: amount?.place ?? place)
    }

    private var subject: TraceLimit.Subject {
        if let host { return .host(host.text) }
        return app.map { .app($0.text) } ?? .all
    }

    static func read(_ reader: MappingReader) -> TraceLimitText {
        var limit = form.value(from: reader)
        limit.place = reader.place
        return limit
    }

    static let form: Form<TraceLimitText> = Form(
        "Limit on the energy that a recorded trace, or a part of it, causes on a radio.",
        name: "traceLimit", standard: TraceLimitText(), exclusive: [["host", "app"]],
        fields: [
            .own("name", .name, "Name in results.", without: "packets and radio") {
                $1.stated = $0.name("name")
            },
            .own(
                "host", .text,
                "Only connections to this host: a name, *. and a name for all below it, or an "
                    + "address."
            ) { reader, limit in
                limit.host = reader.optionalPlacedText("host")
                guard let host = limit.host, HostPattern(host.text) == nil else { return }
                reader.log.report(
                    "\(quoted(host.text)) is no host",
                    advice: "Write a name, *. and a name for all below it, or an address.",
                    at: host.place)
            },
            .placed("app", \.app, "Only connections of this app."),
            .placed("radio", \.radio, "One of the radios, by its name there.", without: "each"),
            .own(
                "at-most", .defined("traceAmount"),
                "Largest energy that the packets may cause: 20 J, 300 J/h, 5 mAh, 0.5 %/h, "
                    + "2 %/day.",
                isRequired: true
            ) { $1.amount = amount($0) },
        ])

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
