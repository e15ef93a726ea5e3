import Forms
import Testing

@testable import DeviceModel
@testable import Profiles

@Suite struct BehaviourTests {
    @Test("Every behaviour has a unique key that finds it")
    func keys() {
        let keys = Behaviour.all.map(\.key)
        #expect(Set(keys).count == keys.count && keys.first == Behaviour.none.key)
        #expect(keys.allSatisfy { Behaviour.named($0)?.key == $0 })
        #expect(Behaviour.named("keep-alife") == nil)
    }

    @Test("Each option has one description, a sentence", arguments: Behaviour.all.map(\.key))
    func sentences(_ key: String) throws {
        let shape = try #require(Behaviour.named(key)).shape
        #expect(shape.about.hasSuffix("."))
        #expect(Set(shape.fields.map(\.key)).count == shape.fields.count)
        for field in shape.fields {
            #expect(field.about.hasSuffix(".") && !field.about.contains("("), "\(field.key)")
        }
        for key in (shape.alternatives + shape.exclusive).joined() {
            #expect(shape.field(key) != nil, "\(key)")
        }
    }

    /// A default that is recorded as assumed equals the same option written out.
    @Test("A default that is written out changes nothing", arguments: Behaviour.all.map(\.key))
    func defaultsWrittenOut(_ key: String) throws {
        let behaviour = try #require(Behaviour.named(key))
        let needed = Written.needed(of: behaviour.shape)
        let silent = try options(behaviour, "{ \(needed.joined(separator: ", ")) }")
        let all = needed + Written.defaults(of: behaviour.shape)
        #expect(try options(behaviour, "{ \(all.joined(separator: ", ")) }") == silent)
    }

    private func options(_ behaviour: Behaviour, _ text: String) throws -> PolicyOptions {
        let source = try SourceText(path: "options", bytes: Array(text.utf8))
        let log = ReadingLog(source, kind: .scenario)
        let options = MappingReader.read(
            try YAMLComposer.compose(source), owner: behaviour.key, prefix: "", place: .first,
            log: log
        ) { behaviour.options(from: $0) }
        #expect(throws: Never.self) { try log.finish() }
        return options
    }

    /// Options as a file writes them.
    private enum Written {
        /// The required options, with any valid value.
        static func needed(of shape: FormShape) -> [String] {
            shape.fields.filter { $0.presence == .required }.map {
                "\($0.key): \(example(of: $0.content))"
            }
        }

        /// The options with a default, with that default. Two are left out: no file can list all
        /// regions by name, and an app with a stated memory size is another app.
        static func defaults(of shape: FormShape) -> [String] {
            shape.fields.compactMap { field in
                guard case .standard(let text) = field.presence,
                    !["memory", "regions"].contains(field.key)
                else { return nil }
                return "\(field.key): \(text)"
            }
        }

        private static func example(of content: FieldContent) -> String {
            switch content {
            case .quantity(let quantity, _), .quantityOrWord(let quantity, _, _),
                .law(let quantity), .plain(let quantity):
                quantity.example
            case .decimal, .count: "2"
            case .flag: "true"
            case .choice(let words): words[0]
            case .text, .name: "home"
            case .list(let item, _): "[\(example(of: item))]"
            case .defined("appRule"):
                "{ name: a, on: { launched: {} }, do: [{ stop: {} }] }"
            case .named, .paths, .either, .defined: "{}"
            case .stated(let plain): example(of: plain)
            case .part(let part): "{ \(needed(of: part).joined(separator: ", ")) }"
            }
        }
    }
}
