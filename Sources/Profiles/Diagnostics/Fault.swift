/// A fault of a file, and its remedy.
///
/// Each fault is worded in one place: beside the check that finds it, or here if several checks
/// find it.
public struct Fault: Error, Hashable, Sendable {
    /// One sentence without a full stop.
    public let message: String
    /// Whole sentences; may be empty.
    public var advice: String
    public let suggestion: String?
    let subject: Subject

    enum Subject: Hashable, Sendable {
        /// A part of a text, which messages may quote.
        case part
        /// A whole text, of which messages quote nothing.
        case text, file
        /// The missing profile of this name; `nil` if it has another name now.
        case profile(String?)
    }

    init(
        _ message: String, advice: String = "", suggestion: String? = nil,
        about subject: Subject = .part
    ) {
        (self.message, self.advice) = (message, advice)
        (self.suggestion, self.subject) = (suggestion, subject)
    }

    /// A word outside the possible ones; `advice` lists them by default.
    static func unknown(
        _ word: String, among possible: [String], _ message: String, advice: String? = nil,
        about subject: Subject = .part
    ) -> Fault {
        Fault(
            message, advice: advice ?? possibilities(possible),
            suggestion: Spelling.closest(to: word, in: possible), about: subject)
    }

    static let empty = Fault(
        "the file is empty", advice: "Begin with its kind, as in kind: scenario.", about: .text)

    static let noSuchFile = Fault(
        "there is no such file", advice: "Check the path, or use the name of a shipped profile.",
        about: .file)

    /// The file names no `kind`, so messages show nothing of it.
    static let notOurs = Fault(
        "this cannot be read as a profile, and the file does not say its kind",
        advice: "Begin the file with its kind on a line of its own, as in kind: scenario; until "
            + "then messages show nothing of it. The kinds are "
            + "\(enumerated(ProfileKind.allCases.map(\.rawValue))).", about: .text)

    /// - `size`: in bytes; `nil` for a pipe.
    static func tooLarge(size: Int?, limit: Int) -> Fault {
        let found = size.map { "\($0) bytes, more than the \(limit)" }
        return Fault(
            "the file has \(found ?? "more than the \(limit) bytes") that any profile needs",
            advice: "Is it a profile at all?", about: .text)
    }

    static func missingKey(_ key: String, owner: String) -> Fault {
        Fault("\(owner) lacks \(quoted(key))", advice: "Add \(key): with its value.")
    }

    /// `found` and `expected` have an article: a list, a mapping, power such as 800 mW.
    static func wrongNode(found: String, expected: String) -> Fault {
        Fault("found \(found) instead of \(expected)")
    }

    /// An empty list of values to compare.
    static func noAlternatives(_ key: String) -> Fault {
        Fault(
            "the list of values of \(quoted(key)) is empty",
            advice: "Write one value, or a list of those to compare: [1 min, 5 min].")
    }

    static func belowZero(_ text: String, kind: String) -> Fault {
        Fault("\(text) is negative, but \(kind) here must be zero or more")
    }

    static func tooLarge(_ text: String, limit: String) -> Fault {
        Fault("\(text) is more than \(limit), the most there can be")
    }

    static func notNumber(_ text: String) -> Fault {
        Fault(
            "\(quoted(text)) is not a number",
            advice: "Write a plain number such as 0.8, without quotes and without a unit.")
    }

    static func notBetween(_ text: String, _ low: String, _ high: String) -> Fault {
        Fault("\(text) is out of range: possible are \(low) to \(high)")
    }

    static func notOneOf(_ text: String, what: String, possible: [String]) -> Fault {
        unknown(text, among: possible, "\(quoted(text)) is not \(what)")
    }

    /// A text that makes no distribution of its word.
    static func notLaw(_ text: String, _ word: String) -> Fault {
        let advice =
            switch word {
            case "lognormal": "Write { median: 350 mW, sigma: 0.2 }, sigma above 0 and at most 5."
            case "uniform": "Write two numbers with units, as in [300 mW, 460 mW]."
            default:
                "Write the least, the most likely and the greatest value: [300 mW, 350 mW, 460 mW]."
            }
        return Fault("\(quoted(text)) makes no \(word) distribution", advice: advice)
    }
}

extension Fault {
    init(_ error: QuantityError) {
        var suggestion: String?
        if case .unknownUnit(let unit, _, _, let possible) = error {
            suggestion = Spelling.unit(meantBy: unit, among: possible)
        }
        self.init(error.message, advice: error.advice, suggestion: suggestion)
    }

    init(_ error: FactorError) { self.init(error.message, advice: error.advice) }
    init(_ error: Refusal) { self.init(error.message, advice: error.advice) }

    init(_ error: InputError) {
        let column = error.column.map { "column \($0): " } ?? ""
        self.init(column + error.message, advice: error.advice)
    }

    init(_ error: ScenarioError) {
        var suggestion: String?
        if case .level(let level, let possible) = error.place {
            suggestion = Spelling.closest(to: level, in: possible)
        }
        self.init(error.message, advice: error.advice, suggestion: suggestion)
    }
}

func possibilities(_ words: [String]) -> String {
    "Possible \(words.count == 1 ? "is" : "are") \(enumerated(words))."
}
