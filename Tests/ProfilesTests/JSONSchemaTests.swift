import Testing

/// Tests of the schema checker: each keyword with a value that passes and one that fails.
@Suite struct JSONSchemaTests {
    @Test(
        "Each keyword accepts a valid value and refuses an invalid one",
        arguments: [
            ("{ type: object }", "{}", "[]"),
            ("{ type: integer }", "3", "3.5"),
            ("{ type: [string, number] }", "a", "true"),
            ("{ enum: [a, 1] }", "1", "b"),
            ("{ const: data }", "data", "date"),
            ("{ pattern: '^a+$' }", "aa", "ab"),
            ("{ maxLength: 2 }", "ab", "abc"),
            ("{ minimum: 2 }", "2", "1"),
            ("{ maximum: 2 }", "2", "3"),
            ("{ required: [a] }", "{ a: 1 }", "{ b: 1 }"),
            ("{ properties: { a: { type: string } } }", "{ a: x, b: 1 }", "{ a: 1 }"),
            ("{ properties: { a: {} }, additionalProperties: false }", "{ a: 1 }", "{ b: 1 }"),
            ("{ additionalProperties: { type: number } }", "{ a: 1 }", "{ a: x }"),
            ("{ patternProperties: { '^a': { const: 1 } } }", "{ ab: 1, b: 2 }", "{ ab: 2 }"),
            (
                "{ patternProperties: { '^a': {} }, additionalProperties: false }", "{ ab: 1 }",
                "{ b: 1 }"
            ),
            ("{ dependencies: { a: [b] } }", "{ b: 1 }", "{ a: 1 }"),
            ("{ minProperties: 1 }", "{ a: 1 }", "{}"),
            ("{ maxProperties: 1 }", "{ a: 1 }", "{ a: 1, b: 1 }"),
            ("{ items: { type: number } }", "[1, 2]", "[1, a]"),
            ("{ minItems: 2 }", "[1, 2]", "[1]"),
            ("{ maxItems: 1 }", "[1]", "[1, 2]"),
            ("{ anyOf: [{ const: 1 }, { const: 2 }] }", "2", "3"),
            ("{ oneOf: [{ minimum: 1 }, { maximum: 2 }] }", "3", "1.5"),
            ("{ allOf: [{ minimum: 1 }, { maximum: 2 }] }", "1.5", "3"),
            ("{ not: { const: 1 } }", "2", "1"),
            ("{ $ref: '#/definitions/d', definitions: { d: { const: 1 } } }", "1", "2"),
        ] as [(String, String, String)])
    func keywordsTellRightFromWrong(_ schema: String, _ right: String, _ wrong: String) throws {
        let schema = JSONSchema(try #require(try JSONValue.parse(schema)))
        #expect(try schema.faults(in: #require(try JSONValue.parse(right))) == [])
        #expect(try schema.faults(in: #require(try JSONValue.parse(wrong))) != [])
        #expect(throws: Never.self) { try schema.checkKeywords() }
    }

    @Test("An unknown keyword is an error")
    func anUnknownKeywordIsAnError() throws {
        let schema = JSONSchema(
            try #require(try JSONValue.parse("{ properties: { a: { uniqueItems: true } } }")))
        #expect(throws: JSONSchema.UnknownKeyword(keyword: "uniqueItems")) {
            try schema.checkKeywords()
        }
        #expect(throws: JSONSchema.UnknownKeyword(keyword: "uniqueItems")) {
            try schema.faults(in: .object(["a": .array([])]))
        }
    }
}
