import Kernel

/// The reason why keys, lists or mappings do not follow the format.
public enum ShapeFault: Hashable, Sendable {
    case unknownKey(String, owner: String, possible: [String])
    case missingKey(String, owner: String)
    /// `found` and `expected` have an article: a list, a mapping, power such as 800 mW.
    case wrongNode(found: String, expected: String)
    /// `keys` are those that the mapping may have.
    case notAMapping(found: String, keys: [String])
    case wrongKind(found: String, asked: String)
    /// One of several keys is required.
    case noneOf([String], owner: String)
    case moreThanOneOf([String], owner: String)
    case wrongCount(found: Int, expected: ClosedRange<Int>, what: String)
    /// An empty list of values to compare.
    case noAlternatives(String)
}

extension ShapeFault: Fault {
    var message: String {
        switch self {
        case .unknownKey(let key, let owner, _): "\(owner) has no key \(quoted(key))"
        case .missingKey(let key, let owner): "\(owner) lacks \(quoted(key))"
        case .wrongNode(let found, let expected): "found \(found) instead of \(expected)"
        case .notAMapping(let found, _): "found \(found) instead of a mapping"
        case .wrongKind(let found, let asked):
            "this is \(ProfileKind.words(found)), but \(ProfileKind.words(asked)) is needed"
        case .noneOf(let keys, let owner):
            "\(owner) needs one of \(enumerated(keys, "or"))"
        case .moreThanOneOf(let keys, let owner):
            "\(owner) has \(enumerated(keys)), but only one of them is possible"
        case .wrongCount(let found, let expected, let what):
            "the number of \(what) is \(found), but must be \(Self.range(expected))"
        case .noAlternatives(let key): "the list of values of \(quoted(key)) is empty"
        }
    }

    var advice: String {
        switch self {
        case .unknownKey(_, _, let possible):
            possible.isEmpty
                ? "It takes no keys." : possibilities(possible)
        case .missingKey(let key, _): "Add \(key): with its value."
        case .wrongNode: ""
        case .notAMapping(_, let keys):
            keys.isEmpty
                ? "" : "Its \(keys.count == 1 ? "key is" : "keys are") \(enumerated(keys))."
        case .wrongKind(_, let asked): "Name a file that begins with kind: \(asked)."
        case .noneOf: ""
        case .moreThanOneOf: "Keep one of them."
        case .wrongCount: ""
        case .noAlternatives: "Write one value, or a list of those to compare: [1 min, 5 min]."
        }
    }

    var suggestion: String? {
        switch self {
        case .unknownKey(let key, _, let possible): Spelling.closest(to: key, in: possible)
        default: nil
        }
    }

    private static func range(_ range: ClosedRange<Int>) -> String {
        switch (range.lowerBound, range.upperBound) {
        case (let low, let high) where low == high: "\(low)"
        case (0, let high): "at most \(high)"
        case (let low, let high): "\(low) to \(high)"
        }
    }
}

/// The reason why a number's origin is not clear.
public enum ProvenanceFault: Hashable, Sendable {
    /// This and `others` more numbers have neither source nor assumption.
    case unsourced(others: Int)
    case unknownSource(String, possible: [String])
    case sourceAndAssumption
}

extension ProvenanceFault: Fault {
    var message: String {
        switch self {
        case .unsourced(0): "a number without a source"
        case .unsourced(1): "a number without a source, and so is one more in this file"
        case .unsourced(let others):
            "a number without a source, and so are \(others) more in this file"
        case .unknownSource(let name, _): "there is no source \(quoted(name)) in this file"
        case .sourceAndAssumption: "a value has a source or is an assumption, not both"
        }
    }

    var advice: String {
        switch self {
        case .unsourced:
            "Write { value: ..., source: NAME } or { value: ..., assumption: \"reason\" }, or name "
                + "one source: for the whole file."
        case .unknownSource(_, let possible):
            possible.isEmpty
                ? "The file has no sources:; add it there."
                : "Those under sources: are \(enumerated(possible))."
        case .sourceAndAssumption: "Keep one of them."
        }
    }

    var suggestion: String? {
        switch self {
        case .unknownSource(let name, let possible): Spelling.closest(to: name, in: possible)
        case .unsourced, .sourceAndAssumption: nil
        }
    }
}
