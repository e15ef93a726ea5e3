import ArgumentParser
import DeviceModel
import Profiles
import Show
import Studies

/// Radios as the command line names them, with commas between: names, paths, and kinds such as lte.
struct RadioNames {
    /// Without spaces around them.
    let words: [String]

    /// - Throws: for an empty name, and for a radio that is named twice.
    init(_ text: String, of option: OptionName) throws {
        words = text.split(separator: ",", omittingEmptySubsequences: false).map {
            PolicyNames.trimmed(String($0))
        }
        if words.contains("") {
            throw ValidationError("\(option) has an empty name: write them as a,b,c.")
        }
        for (place, word) in words.enumerated() {
            let kind = RadioProfile.Family(word: word)
            let isThere = words[..<place].contains {
                $0 == word || kind != nil && RadioProfile.Family(word: $0) == kind
            }
            if isThere {
                throw ValidationError("\(option) names \(word) twice: name each radio once.")
            }
        }
    }

    /// Whether a kind of radio is named, or more than one radio.
    static func isSeveral(_ text: String) -> Bool {
        text.contains(",") || RadioProfile.Family(word: text) != nil
    }

    /// The names and paths, with the shipped radios of each kind in its place; each once.
    func names(in library: ProfileLibrary) throws -> [String] {
        var names: [String] = []
        for word in words {
            let members = try RadioProfile.Family(word: word).map { try library.radios(of: $0) }
            for name in members ?? [word] where !names.contains(name) { names.append(name) }
        }
        return names
    }

    /// Results tell radios apart by their names.
    static func refuseEqualNames(_ radios: [(name: String, label: String)]) throws {
        for (index, radio) in radios.enumerated() {
            guard let earlier = radios[..<index].first(where: { $0.name == radio.name }) else {
                continue
            }
            throw CommandFailure(
                message: "two radios are named \(radio.name): \(earlier.label) and \(radio.label)",
                advice: "Name each radio once; give a changed profile a name of its own.",
                exitCode: .usage)
        }
    }
}

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
