import Experiments
import Kernel
import Show

extension PolicyComparison {
    /// The verdict as files and tables have it: `lower`, `higher`, `equivalent within 2 %` or
    /// `no difference shown`.
    var verdictText: String {
        guard verdict == .equivalent, let equivalence else { return verdict.rawValue }
        return "equivalent within \(Fraction(equivalence.share))"
    }

    /// The same for the screen, where a difference that is shown may be too small to matter.
    var longVerdictText: String {
        switch verdict {
        case .lower, .higher:
            guard isEquivalent, let equivalence else { return verdictText }
            return "\(verdictText), within \(Fraction(equivalence.share))"
        case .equivalent, .noDifferenceShown: return verdictText
        }
    }

    /// Whether the verdict is what the app's user would wish for.
    var tone: TextTable.Tone? {
        switch (verdict, metric.better) {
        case (.lower, .smaller), (.higher, .larger): .good
        case (.lower, .larger), (.higher, .smaller): .bad
        case (.noDifferenceShown, _): .open
        case (.equivalent, _), (.lower, nil), (.higher, nil): nil
        }
    }

    /// `nil` where there is none.
    var warningNames: String? {
        warnings.isEmpty ? nil : warnings.map(\.rawValue).joined(separator: " ")
    }
}

/// The warnings of some comparisons as sentences below their table: one for each kind, with the
/// policies that it is about.
struct WarningText {
    private let comparisons: [PolicyComparison]
    private let hidden: [ComparisonWarning]

    init(_ comparisons: [PolicyComparison], without hidden: [ComparisonWarning] = []) {
        (self.comparisons, self.hidden) = (comparisons, hidden)
    }

    var text: String {
        ComparisonWarning.allCases.filter { !hidden.contains($0) }.map { warning in
            let policies = comparisons.flatMap { $0.policies(of: warning) }.reduce(into: [String]())
            {
                if !$0.contains($1) { $0.append($1) }
            }
            guard !policies.isEmpty else { return "" }
            return WrappedText.line(
                "warning: \(warning.words) (\(policies.joined(separator: ", "))). "
                    + warning.advice, indent: "")
        }.joined()
    }
}
