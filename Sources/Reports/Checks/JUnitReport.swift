import Show

/// Results of checks in the form that servers of continuous integration read: JUnit's XML, as
/// Maven Surefire and Jenkins have it.
///
/// One test suite; it validates against surefire-test-report-3.0.xsd (Apache Maven Surefire) and
/// junit-10.xsd (Jenkins xUnit plugin). Times are 0: the same inputs give the same bytes.
public struct JUnitReport: Equatable, Sendable {
    public struct Case: Equatable, Sendable {
        public let name: String
        public let outcome: Outcome
        /// What was measured and what was allowed, in a sentence.
        public let text: String

        public init(name: String, outcome: Outcome, text: String) {
            self.name = name
            self.outcome = outcome
            self.text = text
        }
    }

    public enum Outcome: Equatable, Sendable {
        case passed
        /// `type` is one word for the kind of failure.
        case failed(type: String)
        case skipped
    }

    public let name: String
    /// What the cases have in common, by name: command, version, seed.
    public let properties: [(name: String, value: String)]
    public let cases: [Case]

    public init(name: String, properties: [(name: String, value: String)], cases: [Case]) {
        self.name = name
        self.properties = properties
        self.cases = cases
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

    public static func == (left: JUnitReport, right: JUnitReport) -> Bool {
        left.xml == right.xml
    }
}
