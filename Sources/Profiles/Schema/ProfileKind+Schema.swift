import Studies

extension ProfileKind {
    /// The JSON Schema of such files, for editors.
    ///
    /// - Parameter apps: those that are shipped, which scenarios name.
    public func schema(with apps: [ShippedApp]) -> String {
        let shape = self == .app ? AppSchema.file : shape
        return SchemaFile(kind: self, shape: shape, others: others(apps), demands: demands).text
    }

    /// Definitions that no other kind has.
    private func others(_ apps: [ShippedApp]) -> [SchemaNode.Member] {
        switch self {
        case .budget: BudgetSchema.definitions
        case .scenario: ScenarioSchema(apps: apps).definitions
        case .app: AppSchema.definitions
        case .device, .radio, .system, .movement, .cells, .user: []
        }
    }

    /// What no form can say of the whole file.
    private var demands: [SchemaNode.Member] { self == .radio ? RadioSchema.demands : [] }

    /// What the name of such a file is, in a sentence.
    var aboutName: String {
        self == .budget ? "What results call it." : "The same as the file's name, without .yaml."
    }
}

/// The part of the budgets' schema that no form says.
enum BudgetSchema {
    /// What only budgets define: amounts in the unit of whatever metric they limit.
    static let definitions: [SchemaNode.Member] = [
        define(
            "limitAmount",
            "In the metric's unit, 2 kJ, of a count 0.5; against another policy 5 % more, 20 J "
                + "less or 1.05 times.",
            [.init("type", .text("number"))], sign: "[-+]?", "( +(more|less|times))?"),
        define(
            "toleranceAmount", "In the metric's unit, or a share: 1 %.",
            [.init("type", .text("number")), .init("minimum", .number(0))], sign: "\\+?", ""),
        .init(
            "traceAmount",
            .object([
                .init("description", .text("Energy above zero, of a trace or in a time.")),
                .init("anyOf", .list([traceAmount, QuantitySchema.marked(traceAmount)])),
            ])),
    ]

    private static let traceAmount = SchemaNode.object([
        .init("type", .text("string")),
        .init(
            "pattern",
            .text(
                "^(\\d+\\.?\\d*|\\.\\d+)([eE][-+]?\\d+)? *("
                    + TraceLimit.unitTexts.joined(separator: "|") + ") *$")),
    ])

    private static func define(
        _ name: String, _ about: String, _ number: [SchemaNode.Member], sign: String,
        _ end: String
    ) -> SchemaNode.Member {
        let digits = "(\\d+\\.?\\d*|\\.\\d+)([eE][-+]?\\d+)?"
        let text: [SchemaNode.Member] = [
            .init("type", .text("string")),
            .init(
                "pattern",
                .text("^ *\(sign)\(digits) *(\(units.joined(separator: "|")))?\(end) *$")),
        ]
        let plain = SchemaNode.object([
            .init("anyOf", .list([.object(number), .object(text)]))
        ])
        return .init(
            name,
            .object([
                .init("description", .text(about)),
                .init("anyOf", .list([plain, QuantitySchema.marked(plain)])),
            ]))
    }

    private static let units = [
        "mJ", "J", "kJ", "MJ", "mJ/s", "J/s", "%/h", "%", "ns", "µs", "us", "ms", "s", "min", "h",
        "d", "B", "kB", "KiB", "MB", "MiB", "GB", "GiB", "m", "km", "points",
    ]
}

/// The part of the radios' schema that no form says.
enum RadioSchema {
    /// A radio with a state that has rates says how long a round trip takes.
    static let demands: [SchemaNode.Member] = {
        let withoutRates = SchemaNode.object([.init("not", FormSchema.required(["uplink"]))])
        let states = SchemaNode.object([.init("additionalProperties", withoutRates)])
        return [
            .init(
                "anyOf",
                .list([
                    FormSchema.required(["round-trip"]),
                    .object([.init("properties", .object([.init("states", states)]))]),
                ]))
        ]
    }()
}
