import Reports
import Show
import Traces

/// The tables of published results and ours.
public enum PublishedTables {
    static func rows(_ results: [PublishedResult]) -> [ScoredResult] {
        EvidenceScores(results).rows
    }

    static var results: Table<ScoredResult> {
        Table("validation").with(columns: [
            .group(published, of: \.result),
            .number(
                "baseline",
                "Geometric mean of the figures of the row's kind and unit in other groups, to "
                    + "five digits; empty without those, and if the row is not scored."
            ) { $0.baseline.map { rounded($0) } },
            .group(basis, of: \.result),
        ])
    }

    private static var published: [Column<PublishedResult>] {
        [
            .text("ids", "Identifier in its collection.") { $0.row.ids.orNone },
            .text("source", "Source of the publication.") { $0.row.source.orNone },
            .text("group", "Rows of one group may share an error: one phone, author or thread.") {
                $0.row.group.orNone
            },
            .text("result", "Published result.", \.row.result),
            .text("kind", "Quantity of the figure, and where it was measured.") {
                $0.row.kind?.text
            },
            .text("unit", "Unit of published, ours, and bounds other than shares.") {
                $0.row.unit.orNone
            },
            .number("published", "Figure of the source.", \.row.published),
            .text(
                "bound", "Allowed deviation of ours: a share, a distance, a range or a factor."
            ) {
                $0.row.bound?.text
            },
            .number("ours", "Result from the profiles, to five digits.") {
                $0.ours.map { rounded($0) }
            },
            .number(
                "ours_low",
                "5th percentile of ours over the ranges that the profiles state; "
                    + "empty without such ranges."
            ) { $0.range.map { rounded($0.lowerBound) } },
            .number("ours_high", "95th percentile.") { $0.range.map { rounded($0.upperBound) } },
            .number("ratio", "Ours divided by the published figure, to three digits.") {
                $0.ratio.map { rounded($0, digits: 3) }
            },
            .number("miss_percent", "Ours divided by the published figure, minus one.") {
                $0.miss.map { ($0 * 10).rounded() / 10 + 0 }
            },
            .text("within_bound", "yes or no; empty if nothing is compared.") {
                $0.isKept.map { $0 ? "yes" : "no" }
            },
        ]
    }

    private static var basis: [Column<PublishedResult>] {
        [
            .text(
                "class",
                "Independence of ours: "
                    + PublishedRow.Standing.allCases.map(\.rawValue).joined(separator: ", ") + ".",
                \.row.standing.rawValue),
            .text(
                "grade",
                "Instrument: "
                    + PublishedRow.Grade.allCases.map { "\($0.rawValue) \($0.words)" }
                    .joined(separator: ", ") + "."
            ) { $0.row.grade?.rawValue },
            .text(
                "because_inputs",
                "Words by which a profile would name the source; an independent row uses no "
                    + "profile with one of them."
            ) {
                $0.row.inputs.joined(separator: "; ").orNone
            },
            .text("because", "Basis of ours, or the reason why it is missing.", \.row.because),
            .text("measure", "Method of ours.") { $0.row.measure?.name },
            .text("with", "Arguments of the measure.") { result in
                result.row.measure.map { measure in
                    measure.arguments.sorted { $0.key < $1.key }
                        .map { "\($0.key)=\($0.value)" }.joined(separator: "; ")
                }
            },
        ]
    }

    static var skill: Table<EvidenceScore> {
        Table("skill").with(columns: [
            .text("rows", "Class, grade or kind.", \.name),
            .integer("figures", "Published figures.", \.figures),
            .integer("groups", "Groups of sources.", \.groups),
            .number("off_by", "exp of the mean |ln(ours / published)|.") {
                $0.offBy.map { rounded($0, digits: 3) }
            },
            .number("bias", "exp of the mean ln(ours / published).") {
                $0.bias.map { rounded($0, digits: 3) }
            },
            .integer("within_1.5", "Figures within a factor of 1.5 of ours.") {
                $0.within.half
            },
            .integer("within_2", "Figures within a factor of 2 of ours.") { $0.within.double },
            .integer("within_bound", "Figures within their bounds.") { $0.within.bound },
            .integer("with_baseline", "Figures with a baseline, which the rest is of.", \.based),
            .number("off_by_there", "off_by of those figures.") {
                $0.basedOffBy.map { rounded($0, digits: 3) }
            },
            .number("constant_off_by", "off_by of the baseline.") {
                $0.constantOffBy.map { rounded($0, digits: 3) }
            },
            .number(
                "skill",
                "1 - sum |ln(ours / published)| / sum |ln(baseline / published)|; below 0 the "
                    + "constant is better."
            ) { $0.skill.map { rounded($0, digits: 3) } },
            .number(
                "skill_low",
                "Lower end of its 95 % interval, a bootstrap over groups; empty for fewer "
                    + "than three."
            ) { $0.interval.map { rounded($0.low, digits: 3) } },
            .number("skill_high", "Upper end of that interval.") {
                $0.interval.map { rounded($0.high, digits: 3) }
            },
            .integer("ranges", "Figures of ours with a range.") { $0.ranged.count },
            .integer("covered", "Published figures within those ranges.") {
                $0.ranged.covered
            },
        ])
    }
}

extension String {
    fileprivate var orNone: String? { isEmpty ? nil : self }
}
