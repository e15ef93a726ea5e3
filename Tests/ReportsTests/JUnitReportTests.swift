import Foundation
import Testing

@testable import DeviceModel
@testable import Reports

#if canImport(FoundationXML)
    import FoundationXML
#endif

@Suite struct JUnitReportTests {
    private static let nasty = "a <b> & \"c\" 'd' ]]> \u{1}\n\t\u{FFFE} ü 漢"

    private let report = JUnitReport(
        name: nasty, properties: [(nasty, nasty), ("seed", "1")],
        cases: [
            .init(name: nasty, outcome: .passed, text: nasty),
            .init(name: "b", outcome: .failed(type: "exceeded"), text: nasty),
            .init(name: "c", outcome: .skipped, text: nasty),
        ])

    @Test("Well-formed whatever the names, and with every word in its place")
    func wellFormed() {
        let seen = XMLElements(report.xml)
        #expect(seen.isWellFormed)
        #expect(
            seen.names == [
                "testsuite", "properties", "property", "property", "testcase", "system-out",
                "testcase", "failure", "testcase", "skipped",
            ])
        // Breaks, and the characters that XML does not have, are shown as U+FFFD.
        let words = "a <b> & \"c\" 'd' ]]> \u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD} ü 漢"
        #expect(seen.attributes[0]["name"] == words)
        #expect(seen.attributes[7]["message"] == words)
    }

    /// The requirements of surefire-test-report-3.0.xsd and junit-10.xsd.
    @Test("Every attribute that the schemas require is there, and counts are right")
    func required() {
        let seen = XMLElements(report.xml)
        let required: [String: Set<String>] = [
            "testsuite": ["name", "tests", "errors", "skipped", "failures", "time"],
            "testcase": ["name", "time", "classname"], "failure": ["type", "message"],
            "skipped": ["message"], "property": ["name", "value"],
        ]
        for (name, attributes) in zip(seen.names, seen.attributes) {
            #expect(Set(attributes.keys) == required[name] ?? [], "\(name)")
        }
        let suite = seen.attributes[0]
        #expect(suite["tests"] == "3" && suite["failures"] == "1" && suite["skipped"] == "1")
        #expect(suite["errors"] == "0")
    }
}

/// The elements of a document in their order.
final class XMLElements: NSObject, XMLParserDelegate {
    private(set) var names: [String] = []
    private(set) var attributes: [[String: String]] = []
    /// The text of each element, without that behind its first child.
    private(set) var texts: [String] = []
    private(set) var isWellFormed = false
    private var isOpen = false

    init(_ bytes: [UInt8]) {
        super.init()
        let parser = XMLParser(data: Data(bytes))
        parser.delegate = self
        isWellFormed = parser.parse()
    }

    func parser(
        _ parser: XMLParser, didStartElement name: String, namespaceURI: String?,
        qualifiedName: String?, attributes: [String: String]
    ) {
        names.append(name)
        self.attributes.append(attributes)
        texts.append("")
        isOpen = true
    }

    func parser(_ parser: XMLParser, foundCharacters words: String) {
        if isOpen { texts[texts.count - 1] += words }
    }

    func parser(
        _ parser: XMLParser, didEndElement name: String, namespaceURI: String?,
        qualifiedName: String?
    ) { isOpen = false }
}

@Suite struct BenchmarkEntriesTests {
    @Test("Metrics of which less is better form the tool's list of objects")
    func smallerIsBetter() throws {
        let metrics: [Metric] = [.energy, .hoursToEmpty, .wakeUps, .callsMissed, .drain]
        let entries = BenchmarkEntries(
            metrics.map {
                .init(policy: "app", metric: $0, value: 1.5, halfWidth: 0.25, extra: "\"x\"")
            })
        #expect(entries.entries(.larger).map(\.metric) == [.hoursToEmpty])
        #expect(BenchmarkEntries([]).json(.smaller) == nil, "an empty list is thrown on")
        let json = try #require(entries.json(.smaller))
        let parsed = try JSONSerialization.jsonObject(with: Data(json))
        let list = try #require(parsed as? [[String: Any]])
        #expect(
            list.map { $0["name"] as? String } == [
                "app: energy", "app: calls missed", "app: drain",
            ])
        #expect(list.map { $0["unit"] as? String } == ["J", "count", "%/h"])
        #expect(list.allSatisfy { $0["value"] as? Double == 1.5 })
        #expect(list.allSatisfy { $0["range"] as? String == "± 0.25" })
        #expect(list.allSatisfy { $0["extra"] as? String == "\"x\"" })
    }
}
