/// A comma-separated list of names, paths, and kinds such as `lte`.
struct RadioNames {
    let words: [String]

    /// - Throws: If a name is empty or a radio is named twice.
    init(_ text: String, of option: OptionName) throws {
        words = text.split(separator: ",", omittingEmptySubsequences: false).map {
            PolicyNames.trimmed(String($0))
        }
        try refuse(words.contains(""), "\(option) has an empty name: write them as a,b,c.")
        for (place, word) in words.enumerated() {
            let kind = RadioProfile.Family(word: word)
            let isThere = words[..<place].contains {
                $0 == word || kind != nil && RadioProfile.Family(word: $0) == kind
            }
            try refuse(isThere, "\(option) names \(word) twice: name each radio once.")
        }
    }

    static func isSeveral(_ text: String) -> Bool {
        text.contains(",") || RadioProfile.Family(word: text) != nil
    }

    /// The names and paths, each once, with each kind replaced by its shipped radios.
    func names(in library: ProfileLibrary) throws -> [String] {
        try words.flatMap { word in
            try RadioProfile.Family(word: word).map { try library.radios(of: $0) } ?? [word]
        }.firstOfEach
    }

    /// Throws if two radios share a name, as results tell radios apart by name.
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

enum PolicyNames {
    static func place(of name: String, in scenario: Scenario) throws -> Int {
        if let place = scenario.policies.firstIndex(where: { $0.name == name }) { return place }
        throw noPolicy(name, of: scenario.policies.map(\.name))
    }

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
