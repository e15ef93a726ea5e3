import Testing

@testable import Profiles

/// How parts of a schema are made anew without touching the rest.
@Suite struct SchemaTextTests {
    private static let schema = SchemaText(
        text: """
            {
              "properties": {
                "time": {
                  "type": "string"
                }
              },
              "definitions": {
                "time": {"type": "string"},
                "rate": {
                  "type": "object"
                },
                "last": {
                  "type": "array"
                }
              }
            }
            """)

    @Test("Definitions are replaced where they stand; nothing else is, and none is added")
    func renewed() {
        let long = String(repeating: "so ", count: 30)
        let renewed = Self.schema.renewed([
            .init("time", .object([.init("type", .text("number"))])),
            .init(
                "last",
                .object([
                    .init("description", .text(long)), .init("maxItems", .number(2)),
                    .init("weight", .number(0.5)), .init("fits", .list([.flag(true)])),
                ])), .init("absent", .object([])),
        ])
        #expect(
            renewed.text == """
                {
                  "properties": {
                    "time": {
                      "type": "string"
                    }
                  },
                  "definitions": {
                    "time": {"type": "number"},
                    "rate": {
                      "type": "object"
                    },
                    "last": {
                      "description": "\(long)",
                      "maxItems": 2,
                      "weight": 0.5,
                      "fits": [true]
                    }
                  }
                }
                """)
    }

    @Test("Only definitions are found by their names")
    func defines() {
        #expect(Self.schema.defines("time") && Self.schema.defines("last"))
        #expect(!Self.schema.defines("properties") && !Self.schema.defines("absent"))
    }

    @Test("Quotes and backslashes of words are those of JSON")
    func quoted() {
        #expect(SchemaNode.text("a\"b\\c").json() == #""a\"b\\c""#)
    }
}
