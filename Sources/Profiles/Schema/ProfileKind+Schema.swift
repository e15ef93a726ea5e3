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

enum RadioSchema {
    /// A radio with a state that has rates says how long a round trip takes.
    static let demands: JSONValue = [
        "anyOf": [
            .required(["round-trip"]),
            ["properties": ["states": ["additionalProperties": ["not": .required(["uplink"])]]]],
        ]
    ]
}

/// The part of the scenarios' schema that the catalogue of behaviours says.
struct ScenarioSchema {
    /// The shipped apps, which are also keys of policies.
    let apps: [ShippedApp]

    private var keys: [String] { Behaviour.all.map(\.key) + apps.map(\.key) }

    var definitions: [JSONValue.Member] {
        let noApp = [Behaviour.none.key, PolicyKeys.apps, "baseline"]
        let named = JSONValue.one(of: ["name", Behaviour.app.key])
        let own: JSONValue = [
            "transfer": FormSchema.object(TransferShape.form.shape, showsDefaults: false),
            "appWorld": FormSchema.object(AppWorldProfile.form.shape),
            "policyFamily": family,
            "varyingOptions": [
                "description":
                    "Options as under policies, each with one value or a list of values.",
                "type": "object",
            ],
            "entry": entry, "policy": Self.entry(without: ["world"], and: .required(["name"])),
            "app": Self.fileAlone(or: Self.entry(without: noApp, and: ["anyOf": named])),
            "names": [
                "description": "A list of names.", "type": "array", "items": .reference("name"),
            ],
        ]
        return own.members + AppSchema.definitions
    }

    /// An entry of one of the two lists, which has not all keys.
    private static func entry(without keys: [String], and demand: JSONValue) -> JSONValue {
        ["allOf": [.reference("entry"), demand, .not(keys.map { .required([$0]) })]]
    }

    private var entry: JSONValue {
        let own: JSONValue = [
            "name": .reference("name"),
            "baseline": [
                "description": .string(
                    "Marks the baseline, which the others are compared with; by default the "
                        + "first policy."),
                "type": "boolean",
            ],
        ]
        let behaviours = JSONValue.object(
            Behaviour.all.map { behaviour in
                let options = FormSchema.object(behaviour.shape)
                let isApp = behaviour.key == Behaviour.app.key
                return .init(behaviour.key, isApp ? Self.fileAlone(or: options) : options)
            })
        let files = JSONValue.object(apps.map { .init($0.key, FormSchema.object($0.shape)) })
        let others: JSONValue = [
            "world": JSONValue.reference("appWorld").described("World of an app in the list apps."),
            PolicyKeys.with: Self.with, PolicyKeys.apps: Self.severalApps,
        ]
        return [
            "description":
                "Background behaviour of an app, under its name in results.",
            "type": "object", "properties": own.with(behaviours).with(files).with(others),
            "additionalProperties": false, "oneOf": .one(of: keys + [PolicyKeys.apps]),
        ]
    }

    private static func fileAlone(or app: JSONValue) -> JSONValue {
        ["anyOf": [.reference("words"), app]]
    }

    private static let with: JSONValue = [
        "description": "Parameters of an app that is a file.", "type": "object",
    ]

    private static let severalApps: JSONValue = [
        "description":
            "Several apps of the list apps on one phone; by default all of them.",
        "type": "object",
        "properties": [
            "without": JSONValue.reference("names").described("All apps except these."),
            "only": JSONValue.reference("names").described("Only these apps."),
            "each": [
                "description":
                    "One policy per app, NAME-APP: without the app, or with it alone.",
                "enum": .words(AppsReader.Each.allCases.map(\.rawValue)),
            ],
        ],
        "additionalProperties": [
            "description": "Parameters of the app with this name.", "type": "object",
        ],
    ]

    private var family: JSONValue {
        let options = JSONValue.reference("varyingOptions")
        let name = JSONValue.reference("name").described(
            "Start of the names of its policies, before the values (by default the policy's key).")
        let behaviours = keys.map { key in
            let isApp = key == Behaviour.app.key
            return JSONValue.Member(key, isApp ? Self.fileAlone(or: options) : options)
        }
        let properties = [.init("name", name)] + behaviours + [.init(PolicyKeys.with, Self.with)]
        return [
            "description":
                "A policy and its options; lists of values make one policy per combination.",
            "type": "object", "properties": .object(properties),
            "additionalProperties": false, "oneOf": .one(of: keys),
        ]
    }
}

/// The whole schema of a kind of file, of what a form says of it.
struct SchemaFile {
    let kind: ProfileKind
    let shape: FormShape
    /// Definitions that only this kind has.
    var others: [JSONValue.Member] = []
    var demands: JSONValue = [:]

    /// As its file has it.
    var text: String {
        let head: JSONValue = [
            "$schema": "http://json-schema.org/draft-07/schema#",
            "title": .string(kind.words.prefix(1).uppercased() + kind.words.dropFirst()),
        ]
        let body = FormSchema.object(shape, after: common, requiring: ["kind", "name"])
        let root = head.with(body).with(demands)
        return root.with(["definitions": .object(definitions(for: body))]).laidOut() + "\n"
    }

    private var common: JSONValue {
        let own: JSONValue = [
            "kind": ["description": "Kind of file.", "const": .string(kind.rawValue)],
            "name": JSONValue.reference("name").described(kind.aboutName),
            "description": JSONValue.reference("words").described("Note for readers."),
            "source": JSONValue.reference("source").described(
                "Source of all numbers without their own."),
            "sources": [
                "description": "Sources, by the names that values use.", "type": "object",
                "additionalProperties": .reference("sourceDetails"),
            ],
        ]
        let uncertain = ScenarioShape.uncertain
        return kind.mayBeUncertain
            ? own.with(.object([.init(uncertain.key, FormSchema.field(uncertain))])) : own
    }

    /// The definitions that `body` refers to, directly or indirectly, in order of appearance.
    private func definitions(for body: JSONValue) -> [JSONValue.Member] {
        var known = SchemaDefinitions(mayBeUncertain: kind.mayBeUncertain).byName
        for other in others { known[other.name] = other.value }
        for part in shape.namedParts + [ScenarioShape.uncertainValue] {
            known[part.name ?? ""] = FormSchema.object(part)
        }
        var found: [JSONValue.Member] = []
        var names = body.references
        while !names.isEmpty {
            let name = names.removeFirst()
            if found.contains(where: { $0.name == name }) { continue }
            guard let node = known[name] else { preconditionFailure("nothing is called \(name)") }
            found.append(.init(name, node))
            names += node.references
        }
        return found
    }
}

extension FormShape {
    /// The parts that have a name, of this form and of its parts.
    var namedParts: [FormShape] {
        fields.flatMap(\.content.parts).flatMap { ($0.name == nil ? [] : [$0]) + $0.namedParts }
    }
}

extension FieldContent {
    fileprivate var parts: [FormShape] {
        switch self {
        case .part(let part): [part]
        case .stated(let content), .list(let content, _), .named(let content, _),
            .paths(let content):
            content.parts
        case .either(let contents): contents.flatMap(\.parts)
        case .quantity, .plain, .quantityOrWord, .decimal, .count, .flag, .choice, .text, .name,
            .law,
            .defined:
            []
        }
    }
}

extension JSONValue {
    /// The names of the definitions that are referred to, in the order of the text.
    fileprivate var references: [String] {
        switch self {
        case .string, .number, .integer, .boolean, .null: []
        case .array(let items): items.flatMap(\.references)
        case .object(let members):
            members.flatMap { member -> [String] in
                if member.name == "$ref", case .string(let path) = member.value {
                    return [String(path.dropFirst(Self.definitions.count))]
                }
                return member.value.references
            }
        }
    }
}
