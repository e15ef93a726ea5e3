/// A check's verdict as a small picture: what was measured, and a word on its colour.
///
/// The picture loads nothing, and its text is equally wide in every font.
public struct CheckBadge: Sendable {
    public let svg: [UInt8]

    /// - `figure`: With its unit; `nil` if there is none.
    init(
        _ budget: String, _ figure: String?, _ verdicts: [LimitOutcome.Verdict],
        _ comparison: CheckComparison?, passes: Bool
    ) {
        let label = "battery" + (figure.map { " \($0)" } ?? "")
        let isShown = (verdicts + (comparison?.growths ?? [])).contains(.exceeded)
        let (word, colour) =
            passes
            ? ("passed", "#1a7f37") : isShown ? ("failed", "#b42318") : ("undecided", "#8a5a00")
        var (boxes, left) = ("", 0)
        for (words, fill) in [(label, "#424a53"), (word, colour)] {
            let width = Int(FontMetrics.width(of: words, size: 11))
            boxes += """
                <rect x="\(left)" width="\(width + 12)" height="20" fill="\(fill)"/>
                <text x="\(left + 6)" y="14" textLength="\(width)" font-size="11" fill="#fff" \
                font-family="Verdana,DejaVu Sans,sans-serif">\(SVGText.escaped(words))</text>

                """
            left += width + 12
        }
        let text = """
            <svg xmlns="http://www.w3.org/2000/svg" role="img" width="\(left)" height="20">
            <title>\(SVGText.escaped("\(budget): \(label), \(word)"))</title>
            \(boxes)</svg>

            """
        svg = Array(text.utf8)
    }
}

extension BudgetCheck {
    /// The figure is what is due to the policy of the first limit.
    public var badge: CheckBadge {
        let policy = result.policies.first { $0.policy.name == budget.limits.first?.policy }
        let share = policy.flatMap { FamilyCost.drain.app($0) }.map {
            ReadableNumber.text($0, significantDigits: 2) + " % a day"
        }
        return CheckBadge(budget.name, share, outcomes.map(\.verdict), comparison, passes: passes)
    }
}

extension TraceCheck {
    /// The figure is that of the first limit with one.
    public var badge: CheckBadge {
        let figure = outcomes.first { $0.verdict != .undecided }.map { $0.figure($0.measured) }
        return CheckBadge(budget.name, figure, outcomes.map(\.verdict), comparison, passes: passes)
    }
}
