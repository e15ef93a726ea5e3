import DeviceModel
import Forms

/// The part of the scenarios' schema that the catalogue of behaviours says.
struct ScenarioSchema {
    /// Those that are shipped, which are keys of policies too.
    let apps: [ShippedApp]

    private var keys: [String] { Behaviour.all.map(\.key) + apps.map(\.key) }

    var definitions: [SchemaNode.Member] {
        [
            .init("transfer", FormSchema.object(TransferShape.form.shape, showsDefaults: false)),
            .init("appWorld", FormSchema.object(AppWorldProfile.form.shape)),
            .init("policyFamily", family), .init("varyingOptions", Self.varyingOptions),
            .init("entry", entry),
            .init(
                "policy",
                Self.entry(without: [Self.world.key], and: FormSchema.required(["name"]))),
            .init(
                "app",
                Self.fileAlone(
                    or: Self.entry(
                        without: [Behaviour.none.key, PolicyKeys.apps, "baseline"],
                        and: .object([
                            .init(
                                "anyOf",
                                .list([
                                    FormSchema.required(["name"]),
                                    FormSchema.required([Behaviour.app.key]),
                                ]))
                        ])))),
            .init("names", Self.names),
        ] + AppSchema.definitions
    }

    private static let varyingOptions = SchemaNode.object([
        .init(
            "description",
            .text("The options as under policies, each with one value or a list of values.")),
        .init("type", .text("object")),
    ])

    private static let names = SchemaNode.object([
        .init("description", .text("A list of names.")), .init("type", .text("array")),
        .init("items", .object([SchemaNode.reference("name")])),
    ])

    /// An entry of one of the two lists, which has not all keys.
    private static func entry(without keys: [String], and demand: SchemaNode) -> SchemaNode {
        let none = keys.map { FormSchema.required([$0]) }
        return .object([
            .init(
                "allOf",
                .list([
                    .object([SchemaNode.reference("entry")]), demand,
                    .object([
                        .init(
                            "not",
                            none.count == 1 ? none[0] : .object([.init("anyOf", .list(none))]))
                    ]),
                ]))
        ])
    }

    /// An entry of `policies:` or `apps:`.
    private var entry: SchemaNode {
        let own: [SchemaNode.Member] = [
            .init("name", .object([SchemaNode.reference("name")])),
            .init(
                "baseline",
                .object([
                    .init(
                        "description",
                        .text(
                            "Marks the policy that the others are compared with; without a mark it "
                                + "is the first.")),
                    .init("type", .text("boolean")),
                ])),
        ]
        let behaviours = Behaviour.all.map { behaviour in
            let options = FormSchema.object(behaviour.shape)
            let isApp = behaviour.key == Behaviour.app.key
            return SchemaNode.Member(
                behaviour.key, isApp ? Self.fileAlone(or: options) : options)
        }
        let files = apps.map { SchemaNode.Member($0.key, FormSchema.object($0.shape)) }
        return .object([
            .init(
                "description",
                .text("What an app does in the background, under the name that results show.")),
            .init("type", .text("object")),
            .init(
                "properties",
                .object(own + behaviours + files + [Self.world, Self.with, Self.severalApps])),
            .init("additionalProperties", .flag(false)),
            .init("oneOf", Self.oneOf(keys + [PolicyKeys.apps])),
        ])
    }

    /// The name or the path of an app's file, or the app itself.
    private static func fileAlone(or app: SchemaNode) -> SchemaNode {
        .object([
            .init("anyOf", .list([.object([SchemaNode.reference("words")]), app]))
        ])
    }

    private static let with = SchemaNode.Member(
        PolicyKeys.with,
        .object([
            .init(
                "description",
                .text("Other values of the parameters of an app that is a file.")),
            .init("type", .text("object")),
        ]))

    private static let world = SchemaNode.Member(
        "world",
        .object([
            .init("description", .text("What is there for an app of the list apps.")),
            SchemaNode.reference("appWorld"),
        ]))

    /// The choice among the apps.
    private static let severalApps = SchemaNode.Member(
        PolicyKeys.apps,
        .object([
            .init(
                "description",
                .text(
                    "Several of the apps of the list apps on one phone; all of them without a "
                        + "choice.")),
            .init("type", .text("object")),
            .init(
                "properties",
                .object([
                    names("without", "All but these."), names("only", "These alone."),
                    .init(
                        "each",
                        .object([
                            .init(
                                "description",
                                .text(
                                    "A policy for each app, NAME-APP: without it, or with it "
                                        + "alone.")),
                            .init("enum", .words(AppsReader.Each.allCases.map(\.rawValue))),
                        ])),
                ])),
            .init(
                "additionalProperties",
                .object([
                    .init(
                        "description",
                        .text("Other values of the parameters of the app of this name.")),
                    .init("type", .text("object")),
                ])),
        ]))

    private static func names(_ key: String, _ about: String) -> SchemaNode.Member {
        .init(
            key,
            .object([.init("description", .text(about)), SchemaNode.reference("names")]))
    }

    /// An entry of a frontier's `policies:`.
    private var family: SchemaNode {
        let name = SchemaNode.Member(
            "name",
            .object([
                .init(
                    "description",
                    .text("What its policies are called, before the values (the policy's key).")),
                SchemaNode.reference("name"),
            ]))
        let options = SchemaNode.object([SchemaNode.reference("varyingOptions")])
        return .object([
            .init(
                "description",
                .text(
                    "A policy and its options; lists of values make one policy for each "
                        + "combination.")),
            .init("type", .text("object")),
            .init(
                "properties",
                .object(
                    [name]
                        + keys.map { key in
                            let isApp = key == Behaviour.app.key
                            return .init(key, isApp ? Self.fileAlone(or: options) : options)
                        } + [Self.with])),
            .init("additionalProperties", .flag(false)), .init("oneOf", Self.oneOf(keys)),
        ])
    }

    private static func oneOf(_ keys: [String]) -> SchemaNode {
        .list(keys.map { FormSchema.required([$0]) })
    }
}
