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
