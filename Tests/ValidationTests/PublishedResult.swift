import Foundation

/// A result that was published, beside ours: a row of `Reports/validation.csv`.
struct PublishedResult {
    /// What agreement shows.
    enum Evidence: String, CaseIterable {
        /// No number that decides ours was chosen for it, or taken from it.
        case validation
        /// Constants of ours are from the same row, or were fitted to it: it comes out again.
        case arithmetic = "check of arithmetic"
        /// A test holds it, in a place of its own.
        case elsewhere = "tested elsewhere"
        /// A figure of ours for which no source publishes one.
        case unpublished = "nothing published"
        /// The model, or the profiles that are shipped, cannot say it.
        case open = "not answerable"
    }

    /// How far ours may be off; fixed before the run.
    enum Bound {
        case percent(Double)
        case absolute(Double)
        case within(ClosedRange<Double>)
        case none

        var text: String {
            switch self {
            case .percent(let share): "\(PublishedResult.number(share)) %"
            case .absolute(let value): PublishedResult.number(value)
            case .within(let range):
                PublishedResult.number(range.lowerBound) + " to "
                    + PublishedResult.number(range.upperBound)
            case .none: ""
            }
        }
    }

    /// Rows of the collections of measurements and rules, or the number in its list of results.
    let ids: String
    let result: String
    var unit = ""
    var published: Double?
    var bound = Bound.none
    var ours: Double?
    let evidence: Evidence
    /// What ours rests on, or why there is none.
    let because: String

    /// Ours over the published value, less one; %.
    var miss: Double? {
        guard let published, let ours, published != 0 else { return nil }
        return 100 * (ours / published - 1)
    }

    /// Whether ours is within the bound; `nil` without one.
    var isKept: Bool? {
        guard let ours else { return nil }
        switch bound {
        case .percent(let share): return miss.map { abs($0) <= share }
        case .absolute(let value): return published.map { abs(ours - $0) <= value }
        case .within(let range): return range.contains(ours)
        case .none: return nil
        }
    }

    static let header =
        "ids,result,unit,published,bound,ours,miss_percent,within_bound,evidence,because"

    var line: String {
        [
            ids, result, unit, published.map(Self.number) ?? "", bound.text,
            ours.map(Self.number) ?? "", miss.map(Self.tenths) ?? "",
            isKept.map { $0 ? "yes" : "no" } ?? "", evidence.rawValue, because,
        ].map(Self.cell).joined(separator: ",")
    }

    /// Five digits, without zeros at the end: results agree between machines in more.
    static func number(_ value: Double) -> String { String(format: "%.5g", value) }

    private static func tenths(_ value: Double) -> String {
        // What rounds to nothing has no sign.
        abs(value) < 0.05 ? "0.0" : String(format: "%.1f", value)
    }

    private static func cell(_ text: String) -> String {
        guard text.contains(where: { "\",".contains($0) }) else { return text }
        return "\"" + text.replacingOccurrences(of: "\"", with: "\"\"") + "\""
    }
}
