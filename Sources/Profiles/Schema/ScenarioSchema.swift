import DeviceModel
import Forms
import Show

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

    /// An entry of `policies:` or `apps:`.
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
            "world": JSONValue.reference("appWorld").described(
                "World of an app in the list apps."),
            PolicyKeys.with: Self.with, PolicyKeys.apps: Self.severalApps,
        ]
        return [
            "description":
                "Background behaviour of an app, under its name in results.",
            "type": "object", "properties": own.with(behaviours).with(files).with(others),
            "additionalProperties": false, "oneOf": .one(of: keys + [PolicyKeys.apps]),
        ]
    }

    /// The name or the path of an app's file, or the app itself.
    private static func fileAlone(or app: JSONValue) -> JSONValue {
        ["anyOf": [.reference("words"), app]]
    }

    private static let with: JSONValue = [
        "description": "Parameters of an app that is a file.",
        "type": "object",
    ]

    /// The choice among the apps.
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
            "description": "Parameters of the app with this name.",
            "type": "object",
        ],
    ]

    /// An entry of a frontier's `policies:`.
    private var family: JSONValue {
        let options = JSONValue.reference("varyingOptions")
        let name = JSONValue.reference("name").described(
            "Start of the names of its policies, before the values (by default the policy's key).")
        let behaviours = keys.map { key in
            let isApp = key == Behaviour.app.key
            return JSONValue.Member(key, isApp ? Self.fileAlone(or: options) : options)
        }
        let properties =
            [.init("name", name)] + behaviours + [.init(PolicyKeys.with, Self.with)]
        return [
            "description":
                "A policy and its options; lists of values make one policy per combination.",
            "type": "object", "properties": .object(properties),
            "additionalProperties": false, "oneOf": .one(of: keys),
        ]
    }
}
