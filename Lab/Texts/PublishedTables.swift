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
                .text("ids", "Identifier in its collection.") { $0.row.ids.orNone },
                .text("source", "Source of the publication.") { $0.row.source.orNone },
                .text("result", "Published result.", \.row.result),
                .text("unit", "Unit of published, ours, and bounds other than shares.") {
                    $0.row.unit.orNone
                },
                .number("published", "Figure of the source.", \.row.published),
                .text("bound", "Allowed deviation of ours: a share, a distance or a range.") {
                    $0.row.bound.map(\.text)
                },
                .number("ours", "Result from the profiles, to five digits.") {
                    $0.ours.map(rounded)
                },
                .number("miss_percent", "Ours divided by the published figure, minus one.") {
                    $0.miss.map { ($0 * 10).rounded() / 10 + 0 }
                },
                .text("within_bound", "yes or no; empty if nothing is compared.") {
                    $0.isKept.map { $0 ? "yes" : "no" }
                },
                .text(
                    "evidence",
                    "Meaning of an agreement: "
                        + PublishedRow.Evidence.allCases.map(\.rawValue).joined(separator: ", ")
                        + ".", \.row.evidence.rawValue),
                .text("because", "Basis of ours, or the reason why it is missing.", \.row.because),
                .text("measure", "Method of ours.") { $0.row.measure?.name },
                .text("with", "Arguments of the measure.") { result in
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
