import Kernel

/// Why it is not clear where a number came from.
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
