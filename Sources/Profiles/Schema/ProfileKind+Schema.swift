import Show
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
    private func others(_ apps: [ShippedApp]) -> [JSONValue.Member] {
        switch self {
        case .budget: BudgetSchema.definitions
        case .scenario: ScenarioSchema(apps: apps).definitions
        case .app: AppSchema.definitions
        case .device, .radio, .system, .movement, .cells, .user: []
        }
    }

    /// Conditions on the whole file that no form can express.
    private var demands: JSONValue { self == .radio ? RadioSchema.demands : [:] }

    /// The meaning of the name of such a file, in a sentence.
    var aboutName: String {
        self == .budget ? "Name in results." : "Name of the file, without .yaml."
    }
}

/// The part of the budgets' schema that no form says.
enum BudgetSchema {
    /// Definitions that only budgets have: amounts in the unit of the limited metric.
    static var definitions: [JSONValue.Member] {
        let metricUnits = "(\(units.joined(separator: "|")))?"
        let traceUnits = TraceLimit.unitTexts.joined(separator: "|")
        let definitions: JSONValue = [
            "limitAmount": either(
                [
                    "anyOf": [
                        ["type": "number"],
                        amount(" *[-+]?", "\(metricUnits)( +(more|less|times))?"),
                    ]
                ],
                "Amount in the metric's unit, such as 2 kJ, or 0.5 for a count; against another "
                    + "policy 5 % more, 20 J less or 1.05 times."),
            "toleranceAmount": either(
                ["anyOf": [["type": "number", "minimum": 0], amount(" *\\+?", metricUnits)]],
                "Amount in the metric's unit, or a share such as 1 %."),
            "traceAmount": either(
                amount("", "(\(traceUnits))"), "Energy above zero, of a trace or per time."),
        ]
        return definitions.members
    }

    /// A number between these.
    private static func amount(_ sign: String, _ end: String) -> JSONValue {
        QuantitySchema.text("^\(sign)(\\d+\\.?\\d*|\\.\\d+)([eE][-+]?\\d+)? *\(end) *$")
    }

    /// An amount, alone or beside its source.
    private static func either(_ plain: JSONValue, _ about: String) -> JSONValue {
        ["description": .string(about), "anyOf": [plain, QuantitySchema.marked(plain)]]
    }

    private static let units = [
        "mJ", "J", "kJ", "MJ", "mJ/s", "J/s", "%/h", "%", "ns", "µs", "us", "ms", "s", "min", "h",
        "d", "B", "kB", "KiB", "MB", "MiB", "GB", "GiB", "m", "km", "points",
    ]
}

/// The part of the radios' schema that no form says.
enum RadioSchema {
    /// A radio with a state that has rates says how long a round trip takes.
    static let demands: JSONValue = [
        "anyOf": [
            .required(["round-trip"]),
            [
                "properties": [
                    "states": ["additionalProperties": ["not": .required(["uplink"])]]
                ]
            ],
        ]
    ]
}
