/// Check results as JUnit XML, for CI servers.
///
/// One test suite, valid against surefire-test-report-3.0.xsd (Apache Maven Surefire) and
/// junit-10.xsd (Jenkins xUnit plugin). Times are 0, so that the same inputs give the same bytes.
public struct JUnitReport: Equatable, Sendable {
    public struct Case: Equatable, Sendable {
        public let name: String
        public let outcome: Outcome
        public let text: String
    }

    public enum Outcome: Equatable, Sendable {
        case passed
        /// `type` is one word for the kind of failure.
        case failed(type: String)
        case skipped
    }

    public let name: String
    public let properties: [(name: String, value: String)]
    public let cases: [Case]

    public init(name: String, properties: [(name: String, value: String)], cases: [Case]) {
        (self.name, self.properties, self.cases) = (name, properties, cases)
    }

    public var xml: [UInt8] {
        let failures = cases.count { if case .failed = $0.outcome { true } else { false } }
        let skipped = cases.count { $0.outcome == .skipped }
        var text = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
        text += "<testsuite name=\"\(SVGText.escaped(name))\" time=\"0\" tests=\"\(cases.count)\""
        text += " errors=\"0\" skipped=\"\(skipped)\" failures=\"\(failures)\">\n"
        text += "  <properties>\n"
        for property in properties {
            text += "    <property name=\"\(SVGText.escaped(property.name))\""
            text += " value=\"\(SVGText.escaped(property.value))\"/>\n"
        }
        text += "  </properties>\n" + cases.map(element).joined() + "</testsuite>\n"
        return Array(text.utf8)
    }

    private func element(_ item: Case) -> String {
        let words = SVGText.escaped(item.text)
        let head =
            "  <testcase name=\"\(SVGText.escaped(item.name))\""
            + " classname=\"tailwatt.\(SVGText.escaped(name))\" time=\"0\">\n"
        let body =
            switch item.outcome {
            case .passed: "    <system-out>\(words)</system-out>\n"
            case .failed(let type):
                "    <failure message=\"\(words)\" type=\"\(SVGText.escaped(type))\">\(words)"
                    + "</failure>\n"
            case .skipped: "    <skipped message=\"\(words)\"/>\n"
            }
        return head + body + "  </testcase>\n"
    }

    public static func == (left: JUnitReport, right: JUnitReport) -> Bool { left.xml == right.xml }
}

/// Figures as JSON for github-action-benchmark.
///
/// A list of objects with `name`, `unit`, `value`, `range` and `extra`. The tool reads one
/// direction per file (`customSmallerIsBetter` or `customBiggerIsBetter`), so there are two lists;
/// metrics without a better side are in neither. It throws on an empty list, so none is written.
public struct BenchmarkEntries: Equatable, Sendable {
    public struct Entry: Equatable, Sendable {
        public let name: String
        /// `nil` for a quantity that is not a metric of a run.
        public let metric: Metric?
        public let unit: String
        /// The better side; `nil` if neither is.
        public let better: Metric.Direction?
        public let value: Double
        public let halfWidth: Double?
        public let extra: String

        public init(
            policy: String, metric: Metric, value: Double, halfWidth: Double?, extra: String
        ) {
            name = "\(policy): \(metric.words)"
            self.metric = metric
            unit = metric.unit == .count ? "count" : metric.unitInWords
            better = metric.better
            (self.value, self.halfWidth, self.extra) = (value, halfWidth, extra)
        }

        /// A figure without an interval; smaller is better.
        public init(name: String, unit: String, value: Double, extra: String) {
            (self.name, self.unit, self.value, self.extra) = (name, unit, value, extra)
            (metric, better, halfWidth) = (nil, .smaller, nil)
        }
    }

    public let all: [Entry]

    public init(_ all: [Entry]) { self.all = all }
    public func entries(_ side: Metric.Direction) -> [Entry] { all.filter { $0.better == side } }

    /// The file for one side; `nil` if it would be empty.
    public func json(_ side: Metric.Direction) -> [UInt8]? {
        let list = entries(side)
        return list.isEmpty ? nil : JSONText.bytes(.array(list.map(\.json)))
    }
}

extension BenchmarkEntries.Entry {
    fileprivate var json: JSONValue {
        var members: [JSONValue.Member] = [
            .init("name", .string(name)), .init("unit", .string(unit)),
            .init("value", .number(value)),
        ]
        if let halfWidth {
            members.append(.init("range", .string("± \(NumberText.text(halfWidth))")))
        }
        return .object(members + [.init("extra", .string(extra))])
    }
}
