import Reports
import Show
import Traces

/// The table of published results and ours.
public enum PublishedTables {
    public static func results(_ results: [PublishedResult]) -> Table<PublishedResult> {
        empty.with(results)
    }

    static var empty: Table<PublishedResult> {
        Table(
            name: "validation",
            columns: [
                .text("ids", "What the result's collection calls it.") { $0.row.ids.orNone },
                .text("source", "Who published it.") { $0.row.source.orNone },
                .text("result", "What was published.", \.row.result),
                .text("unit", "Of published, ours and bounds that are no share.") {
                    $0.row.unit.orNone
                },
                .number("published", "The source's figure.", \.row.published),
                .text("bound", "How far ours may be off it: a share, a distance or a range.") {
                    $0.row.bound.map(\.text)
                },
                .number("ours", "What the profiles give, to five digits.") {
                    $0.ours.map(rounded)
                },
                .number("miss_percent", "Ours over the published figure, less one.") {
                    $0.miss.map { ($0 * 10).rounded() / 10 + 0 }
                },
                .text("within_bound", "yes or no; empty where nothing is compared.") {
                    $0.isKept.map { $0 ? "yes" : "no" }
                },
                .text(
                    "evidence",
                    "What agreement shows: "
                        + PublishedRow.Evidence.allCases.map(\.rawValue).joined(separator: ", ")
                        + ".", \.row.evidence.rawValue),
                .text("because", "What ours rests on, or why there is none.", \.row.because),
                .text("measure", "How ours is found.") { $0.row.measure?.name },
                .text("with", "The arguments of that.") { result in
                    result.row.measure.map { measure in
                        measure.arguments.sorted { $0.key < $1.key }
                            .map { "\($0.key)=\($0.value)" }.joined(separator: "; ")
                    }
                },
            ])
    }

    /// Fewer digits than those in which machines agree.
    private static func rounded(_ value: Double) -> Double {
        guard value != 0 else { return 0 }
        let decimal = RoundedDecimal(value.magnitude, significantDigits: 5)
        let magnitude = Double("\(decimal.coefficient)e\(decimal.scale)") ?? value.magnitude
        return value < 0 ? -magnitude : magnitude
    }
}

extension String {
    fileprivate var orNone: String? { isEmpty ? nil : self }
}

extension PublishedRow.Bound {
    var text: String {
        switch self {
        case .percent(let share): NumberText.text(share) + " %"
        case .absolute(let value): NumberText.text(value)
        case .within(let range):
            NumberText.text(range.lowerBound) + " to " + NumberText.text(range.upperBound)
        }
    }
}
