import Kernel

/// Why a text says no factor.
public enum FactorError: Error, Hashable, Sendable, CustomStringConvertible {
    case path(ValuePathError)
    case emptyValue(String)
    case noRange(String)
    case outOfOrder(String, String)

    public var description: String { "\(message). \(advice)" }

    /// What is wrong.
    public var message: String {
        switch self {
        case .path(let error): String("\(error)".dropLast())
        case .emptyValue(let text): "\(quoted(text)) lacks a value before, after or between commas"
        case .noRange(let text): "\(quoted(text)) is no range of two numbers of one kind"
        case .outOfOrder(let low, let high): "\(low) is not less than \(high)"
        }
    }

    /// What to write instead.
    public var advice: String {
        switch self {
        case .path, .emptyValue: "Write PATH=V1,V2 or PATH=A..B."
        case .noRange: "Write it as in 10 min..60 min, or list values with commas."
        case .outOfOrder: "Write the smaller value first."
        }
    }
}

/// Why a text is no path of a value.
public enum ValuePathError: Error, Hashable, Sendable, CustomStringConvertible {
    case empty
    /// Two points with nothing between them, or one at an end.
    case emptyKey(String)
    /// A path without `=` and a value after it.
    case noValue(String)

    public var description: String {
        switch self {
        case .empty: "A path such as radio.demotions.CELL_FACH.after is missing."
        case .emptyKey(let text):
            "\"\(text)\" is no path: a key is missing before, after or between its points."
        case .noValue(let text):
            "\"\(text)\" lacks a value: write it as in radio.demotions.CELL_FACH.after=5s."
        }
    }
}
