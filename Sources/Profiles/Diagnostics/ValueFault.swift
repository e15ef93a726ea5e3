import Kernel
import Studies

/// The reason why a single value cannot be used.
public enum ValueFault: Error, Hashable, Sendable {
    case quantity(QuantityError)
    case notFinite(String, example: String)
    case belowZero(String, kind: String)
    case notAboveZero(String, kind: String)
    /// Below a nanosecond, the resolution of simulated time.
    case belowResolution(String)
    case tooLarge(String, limit: String)
    case tooSmall(String, limit: String)
    case notWholeNumber(String)
    case notNumber(String)
    case notBetween(String, low: String, high: String)
    case notTrueOrFalse(String)
    case notOneOf(String, what: String, possible: [String])
    /// YAML takes the text for a number, true, false or null.
    case needsQuotes(String, takenFor: String)
    case emptyText
    case badName(String)
    /// A fault in a path, or in its list of values.
    case factor(FactorError)
    /// A fault in the text after a distribution's word.
    case notLaw(String, String)
}

extension ValueFault: Fault {
    var message: String {
        switch self {
        case .quantity(let error): error.message
        case .notFinite(let text, _): "\(quoted(text)) is not a finite number"
        case .belowZero(let text, let kind):
            "\(text) is negative, but \(kind) here must be zero or more"
        case .notAboveZero(let text, let kind):
            "\(text) is not enough: \(kind) here must be greater than zero"
        case .belowResolution(let text):
            "\(text) is less than a nanosecond, the shortest time there is"
        case .tooLarge(let text, let limit): "\(text) is more than \(limit), the most there can be"
        case .tooSmall(let text, let limit):
            "\(text) is less than \(limit), the least there can be beside zero"
        case .notWholeNumber(let text): "\(quoted(text)) is not a whole number"
        case .notNumber(let text): "\(quoted(text)) is not a number"
        case .notBetween(let text, let low, let high):
            "\(text) is out of range: possible are \(low) to \(high)"
        case .notTrueOrFalse(let text): "\(quoted(text)) is neither true nor false"
        case .notOneOf(let text, let what, _): "\(quoted(text)) is not \(what)"
        case .needsQuotes(let text, let takenFor): "found \(takenFor), \(text), instead of text"
        case .emptyText: "the text is empty"
        case .badName(let text): "\(quoted(text)) cannot be a name"
        case .factor(let error): error.message
        case .notLaw(let text, let word): "\(quoted(text)) makes no \(word) distribution"
        }
    }

    var advice: String {
        switch self {
        case .quantity(let error): error.advice
        case .notFinite(_, let example): "Write a number and a unit, as in \(example)."
        case .belowZero, .notAboveZero, .belowResolution, .tooLarge, .tooSmall, .notBetween,
            .emptyText:
            ""
        case .notWholeNumber: "Write digits alone, without quotes and without a unit."
        case .notNumber: "Write a plain number such as 0.8, without quotes and without a unit."
        case .notTrueOrFalse: "Write true or false, without quotes."
        case .notOneOf(_, _, let possible): possibilities(possible)
        case .needsQuotes(let text, _): "If it is meant as text, write \"\(text)\" in quotes."
        case .factor(let error): error.advice
        case .notLaw(_, "lognormal"):
            "Write { median: 350 mW, sigma: 0.2 }, sigma above 0 and at most 5."
        case .notLaw(_, "uniform"): "Write two numbers with units, as in [300 mW, 460 mW]."
        case .notLaw:
            "Write the least, the most likely and the greatest value: [300 mW, 350 mW, 460 mW]."
        case .badName:
            "A name has 1 to 64 letters, digits, and . _ + - between them, and no spaces."
        }
    }

    var suggestion: String? {
        switch self {
        case .quantity(.unknownUnit(let unit, _, _, let possible)):
            Self.unit(meantBy: unit, among: possible)
        case .notOneOf(let text, _, let possible): Spelling.closest(to: text, in: possible)
        default: nil
        }
    }

    /// Units are too short to count slips: `m` is as near to `ms` as to `min`.
    private static func unit(meantBy written: String, among possible: [String]) -> String? {
        let plain = written.lowercased()
        if let unit = possible.first(where: { $0.lowercased() == plain }) { return unit }
        return everydayUnits[plain].flatMap { possible.contains($0) ? $0 : nil }
    }

    /// Common spellings of units, in lower case.
    private static let everydayUnits = [
        "sec": "s", "secs": "s", "second": "s", "seconds": "s", "msec": "ms", "m": "min",
        "mins": "min", "minute": "min", "minutes": "min", "hr": "h", "hrs": "h", "hour": "h",
        "hours": "h", "day": "d", "days": "d", "watt": "W", "watts": "W", "milliwatts": "mW",
        "joule": "J", "joules": "J", "volt": "V", "volts": "V", "byte": "B", "bytes": "B",
        "bps": "bit/s", "kbps": "kbit/s", "mbps": "Mbit/s", "gbps": "Gbit/s", "kb/s": "kbit/s",
        "mb/s": "Mbit/s", "kmh": "km/h", "kph": "km/h", "mps": "m/s", "meter": "m",
        "meters": "m", "metre": "m", "metres": "m", "percent": "%", "per km": "/km",
        "mw/mbit/s": "mW/Mbps", "\u{3BC}s": "µs", "\u{3BC}w": "µW", "\u{3BC}j": "µJ",
    ]
}
