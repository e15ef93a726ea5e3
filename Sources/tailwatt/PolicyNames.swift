import Profiles
import Studies

/// Policies by the names that the user gives.
enum PolicyNames {
    /// - Throws: if there is no policy of that name.
    static func place(of name: String, in scenario: Scenario) throws -> Int {
        if let place = scenario.policies.firstIndex(where: { $0.name == name }) { return place }
        throw noPolicy(name, of: scenario.policies.map(\.name))
    }

    /// What to say where the user names a policy that there is not.
    static func noPolicy(_ name: String, of names: [String]) -> CommandFailure {
        CommandFailure(
            message: "there is no policy named \"\(name)\"",
            advice: "The policies are \(names.joined(separator: ", "))."
                + Spelling.guess(for: name, in: names), exitCode: .noInput)
    }

    static func trimmed(_ text: String) -> String {
        let start = text.drop(while: \.isWhitespace)
        return String(start.reversed().drop(while: \.isWhitespace).reversed())
    }
}
