struct BudgetLimitText {
    /// Where it has none, at the policy.
    let name: PlacedText
    let policy: PlacedText
    let against: PlacedText?
    /// `nil` where there are faults.
    let limit: BudgetLimit?

    init(_ reader: MappingReader, confidence standard: Double) {
        let policy = reader.placedText("policy")
        let metric: Metric? =
            reader.requiredEntry("metric") == nil
            ? nil : reader.optionalChoice("metric", what: "a metric")
        let against = reader.optionalPlacedText("against")
        let stated = reader.entry("name") == nil ? nil : reader.name("name")
        let words =
            [policy.text, metric?.rawValue ?? ""] + (against.map { ["against", $0.text] } ?? [])
        let name = stated?.text ?? words.joined(separator: " ")
        let confidence = Self.confidence(reader) ?? standard
        let entry = reader.exactlyOne(of: ["at-most", "at-least"])
        (self.policy, self.against) = (policy, against)
        self.name = PlacedText(text: name, place: stated?.place ?? policy.place)
        if let against, against.text == policy.text {
            reader.log.report(
                "\(quoted(against.text)) is compared with itself",
                advice: "Name another policy after against:, or leave it out.", at: against.place)
        }
        guard let metric else {
            // Asked for, so that it is known.
            _ = reader.entry("tolerance")
            limit = nil
            return
        }
        let amounts = BudgetAmounts(reader: reader, metric: metric, against: against?.text)
        let bound = entry.flatMap { amounts.limit($0) }
        let tolerance = amounts.tolerance(of: bound)
        limit = bound.flatMap { bound in
            tolerance.map { tolerance in
                BudgetLimit(
                    name: name, policy: policy.text, metric: metric,
                    sense: entry?.key == "at-least" ? .atLeast : .atMost, quantity: bound.quantity,
                    limit: bound.value, tolerance: tolerance, confidence: confidence)
            }
        }
    }

    /// Far enough from a coin's toss and from certainty to be tested.
    private static let confidences = Fraction(0.6)...Fraction(0.9999)

    /// The confidence that a budget or a limit states, if it does.
    static func confidence(_ reader: MappingReader) -> Double? {
        guard let share: Fraction = reader.givenQuantity("confidence", .aboveZero) else {
            return nil
        }
        if confidences.contains(share) { return share.magnitude }
        reader.log.report(
            .notBetween("\(share)", "\(confidences.lowerBound)", "\(confidences.upperBound)"),
            at: reader.valuePlaces["confidence"] ?? reader.place)
        return nil
    }

    static let shape = FormShape(
        "A limit on the mean of one metric of one policy.", name: "limit",
        alternatives: [["at-most"], ["at-least"]],
        [
            .optional("name", .name, "Name in results.", without: "policy and metric"),
            .needed("policy", .text, "Policy of the scenario."),
            .needed("metric", .defined("metric"), "Limited metric."),
            .optional(
                "against", .text,
                "Policy of the scenario that it is compared with, paired by world."),
            .needed("at-most", .defined("limitAmount"), "Largest allowed mean."),
            .needed("at-least", .defined("limitAmount"), "Smallest allowed mean."),
            .optional(
                "tolerance", .defined("toleranceAmount"),
                "Allowed overshoot beyond the limit: in the metric's unit, or as a share of the "
                    + "limit. For a limit in times or per cent of another policy's mean, a share "
                    + "of that mean.",
                standard: "0"),
            .optional(
                "confidence", .quantity(Fraction.self, .aboveZero),
                "Confidence level of the limit, 60 % to 99.99 %.", without: "the budget's"),
        ])
}

/// Reads how much a limit allows, and its tolerance.
private struct BudgetAmounts {
    let reader: MappingReader
    let metric: Metric
    let against: String?

    struct Bound {
        let quantity: BudgetLimit.Measure
        let value: Double
    }

    private var log: ReadingLog { reader.log }

    /// The amount after `at-most` or `at-least`.
    func limit(_ entry: RawEntry) -> Bound? {
        guard let (text, place) = reader.amount(entry) else { return nil }
        let words = text.split(separator: " ")
        let last = words.last.map(String.init) ?? ""
        let rest = words.dropLast().joined(separator: " ")
        let isRelative = ["more", "less", "times"].contains(last)
        guard let against else {
            if isRelative {
                log.report(
                    "\(quoted(text)) does not say of what",
                    advice: "Add against: with the name of the other policy.", at: place)
                return nil
            }
            return log.amount(text, of: metric, at: place).map { Bound(quantity: .mean, value: $0) }
        }
        guard isRelative else {
            let example = metric.unit.exampleOfDifference
            log.report(
                "\(quoted(text)) does not say how the two policies are compared",
                advice: "Write, for example, 5 % more, 5 % less, 1.05 times or \(example) more.",
                at: place)
            return nil
        }
        if last == "times" { return ratio(rest, text, to: against, at: place) }
        let sign: Double = last == "more" ? 1 : -1
        if rest.hasSuffix("%") {
            return share(rest, text, at: place).map {
                Bound(quantity: .ratio(to: against), value: 1 + sign * $0)
            }
        }
        return log.amount(rest, of: metric, isDifference: true, .zeroOrMore, at: place).map {
            Bound(quantity: .difference(from: against), value: sign * $0)
        }
    }

    private func ratio(
        _ number: String, _ text: String, to other: String, at place: SourcePlace
    ) -> Bound? {
        guard let value = log.number(number, .any, at: place) else { return nil }
        guard value > 0 else {
            log.report(
                "\(quoted(text)) is no number of times above zero",
                advice: "Write, for example, 1.05 times.", at: place)
            return nil
        }
        return Bound(quantity: .ratio(to: other), value: value)
    }

    /// A share of another policy's mean, or of a limit.
    private func share(_ share: String, _ text: String, at place: SourcePlace) -> Double? {
        if metric.unit == .percent {
            log.report(
                "\(quoted(text)) can be meant in two ways: the metric is a share itself",
                advice: "Write percentage points, as in 5 points, or a factor, as in 1.05 times.",
                at: place)
            return nil
        }
        let value: Fraction? = log.quantity(share, .zeroOrMore, in: log.source, at: place)
        return value?.magnitude
    }

    /// The allowed overshoot beyond the limit: a share of the other policy's mean for a ratio,
    /// otherwise an amount or a share of the limit.
    ///
    /// - Returns: `nil` if the tolerance is at fault; 0 if the file has none.
    func tolerance(of bound: Bound?) -> Double? {
        guard let entry = reader.entry("tolerance") else { return 0 }
        guard let (text, place) = reader.amount(entry), let bound else { return nil }
        switch bound.quantity {
        case .ratio:
            let value: Fraction? = log.quantity(text, .zeroOrMore, in: log.source, at: place)
            return value?.magnitude
        case .mean, .difference:
            if text.hasSuffix("%") {
                return share(text, text, at: place).map { $0 * bound.value.magnitude }
            }
            let isDifference = metric.unit == .percent
            return log.amount(text, of: metric, isDifference: isDifference, .zeroOrMore, at: place)
        }
    }

}

extension MappingReader {
    /// The text of an amount, which may say where it came from.
    fileprivate func amount(_ entry: RawEntry) -> (text: String, place: SourcePlace)? {
        guard let value = marked(entry),
            let text = scalar(value.node, expected: "an amount")?.text
        else { return nil }
        record(value, under: entry.key, as: text)
        return (text, value.node.place)
    }
}

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

    static let form = Form(
        Self(), "Limit on the energy that a recorded trace, or a part of it, causes on a radio.",
        name: "traceLimit", exclusive: [["host", "app"]]
    ).optional(
        .own("name", .name, "Name in results.", without: "packets and radio") {
            $1.stated = $0.name("name")
        },
        .own(
            "host", .text,
            "Only connections to this host: a name, *. and a name for all below it, or an address."
        ) { reader, limit in
            limit.host = reader.optionalPlacedText("host")
            guard let host = limit.host, HostPattern(host.text) == nil else { return }
            reader.log.report(
                "\(quoted(host.text)) is no host",
                advice: "Write a name, *. and a name for all below it, or an address.",
                at: host.place)
        },
        .placed("app", \.app, "Only connections of this app."),
        .placed("radio", \.radio, "Radio of the budget that it applies to.", without: "each")
    ).required(
        .own(
            "at-most", .defined("traceAmount"),
            "Largest energy that the packets may cause: 20 J, 300 J/h, 5 mAh, 0.5 %/h, 2 %/day."
        ) { $1.amount = amount($0) })

    private static func amount(_ reader: MappingReader) -> Amount? {
        guard let entry = reader.requiredEntry("at-most"),
            let (text, place) = reader.amount(entry)
        else { return nil }
        guard let amount = TraceLimit.amount(text) else {
            reader.log.report(
                "\(quoted(text)) is no energy above zero, in a time or not",
                advice: "Write, for example, 20 J, 300 J/h, 5 mAh, 0.5 %/h or 2 %/day.", at: place)
            return nil
        }
        return Amount(value: amount, text: text, place: place)
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
