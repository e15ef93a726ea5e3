import DeviceModel
import Kernel
import Studies

/// What gaps of an answer ask beside figures: bounds that a policy must keep, and conditions that
/// choose words.
extension AnswerReader {
    /// `METRIC`, or `METRIC where METRIC <= LIMIT and METRIC >= LIMIT`.
    func extreme(_ words: ArraySlice<String>, isLeast: Bool, in gap: Gap) -> Answer.Figure? {
        guard let first = words.first, words.count == 1 || words.dropFirst().first == "where" else {
            return reportNotUnderstood(gap)
        }
        guard let metric = metric(first, in: gap) else { return nil }
        var bounds: [MetricConstraint] = []
        for part in words.dropFirst(2).split(separator: "and", omittingEmptySubsequences: false)
        where words.count > 1 {
            guard let bound = bound(Array(part), in: gap) else { return nil }
            bounds.append(bound)
        }
        if bounds.isEmpty, metric.isCost {
            report(
                "the policy with the least or most \(metric.rawValue) need not be one that does "
                    + "its job",
                advice: "Say what service it must give: "
                    + "{least marginal-energy where unreachable-share <= 1 %}.", at: gap.text)
            return nil
        }
        return isLeast ? .least(metric, where: bounds) : .most(metric, where: bounds)
    }

    /// `METRIC <= LIMIT`; a limit with `%` is a share of the count that the metric is a part of.
    private func bound(_ words: [String], in gap: Gap) -> MetricConstraint? {
        guard (3...4).contains(words.count), ["<=", ">="].contains(words[1]) else {
            return reportNoBound(words.joined(separator: " "), in: gap)
        }
        guard let metric = metric(words[0], in: gap),
            let (number, unit) = number(words.dropFirst(2).joined(), in: gap)
        else { return nil }
        let isShare = unit == "%" && metric.unit != .percent
        if isShare, metric.whole == nil {
            return reportUnits(metric.unit.rawValue, "percent", in: gap)
        }
        if !isShare, !has(metric.unit.rawValue, unit, in: gap) { return nil }
        return MetricConstraint(
            metric, of: isShare ? metric.whole : nil, words[1] == "<=" ? .atMost : .atLeast,
            limit: isShare ? number / 100 : number, text: words.joined(separator: " "))
    }

    /// `YES|NO: CONDITION`, with up to two more: `YES|NO|UNKNOWN|SAME: CONDITION`.
    func choice(_ gap: Gap, colon: Substring.Index) -> Answer.Figure? {
        let words = gap.text[..<colon].split(
            separator: "|", omittingEmptySubsequences: false
        ).map { $0.split(whereSeparator: \.isWhitespace).joined(separator: " ") }
        guard (2...4).contains(words.count), words.contains(where: { !$0.isEmpty }) else {
            return reportNotUnderstood(gap)
        }
        let condition = Gap(gap.text[gap.text.index(after: colon)...])
        return self.condition(condition).flatMap {
            changed(.choice($0, Answer.Words(words)), in: condition)
        }
    }

    /// `TERM < TERM`, `TERM < N * TERM` or `TERM < LIMIT`, or with `>`.
    private func condition(_ gap: Gap) -> Answer.Condition? {
        guard let sign = gap.words.firstIndex(where: { $0 == "<" || $0 == ">" }) else {
            report(
                "\(quoted(gap.words.joined(separator: " "))) compares no figures",
                advice: "Write {yes|no: POLICY METRIC < POLICY METRIC}, < 2 * POLICY METRIC or "
                    + "< LIMIT, or >.", at: gap.text)
            return nil
        }
        guard let left = term(gap.words[..<sign], in: gap) else { return nil }
        let isLess = gap.words[sign] == "<"
        var rest = gap.words[(sign + 1)...]
        if rest.count >= 1, rest.count <= 2, rest.first?.first?.isNumber == true {
            guard let (limit, unit) = number(rest.joined(), in: gap),
                has(left.quantity.unit, unit, in: gap)
            else { return nil }
            return Answer.Condition(left, isLess: isLess, than: .limit(limit))
        }
        var factor = 1.0
        if rest.count > 2, rest.dropFirst().first == "*", let first = rest.first {
            guard let (times, unit) = number(first, in: gap), has("", unit, in: gap) else {
                return nil
            }
            factor = times
            rest = rest.dropFirst(2)
        }
        guard let right = term(rest, in: gap) else { return nil }
        guard left.quantity.unit == right.quantity.unit else {
            return reportUnits(left.quantity.unit, right.quantity.unit, in: gap)
        }
        return Answer.Condition(left, isLess: isLess, than: .times(factor, right))
    }

    /// A number from 0, and what stands behind it.
    private func number(_ text: String, in gap: Gap) -> (Double, unit: String)? {
        let digits = text.prefix { $0.isNumber || $0 == "." }
        guard let value = Double(digits), value.isFinite else {
            return reportNoBound(text, in: gap)
        }
        return (value, String(text.dropFirst(digits.count)))
    }

    /// Whether a limit has the metric's unit, which may be left out.
    private func has(_ unit: String, _ found: String, in gap: Gap) -> Bool {
        let own = unit == "percent" ? "%" : unit
        if found.isEmpty || found == own { return true }
        let _: Never? = reportUnits(unit, found, in: gap)
        return false
    }

    /// A text that should limit a metric.
    private func reportNoBound<Value>(_ text: String, in gap: Gap) -> Value? {
        report(
            "\(quoted(text)) limits no metric",
            advice: "Write METRIC <= LIMIT or METRIC >= LIMIT, as in calls-missed <= 5 %.",
            at: gap.text)
        return nil
    }
}

extension Answer.Words {
    /// - Parameter words: two to four. Where one of them is empty, the words are a clause that may
    ///   be left out, and so are those that are not there.
    fileprivate init(_ words: [String]) {
        let isClause = words.contains("")
        let isCapital = words[0].first?.isUppercase ?? false
        func usual(_ text: String) -> String {
            if isClause { return "" }
            return isCapital ? text.prefix(1).uppercased() + text.dropFirst() : text
        }
        self.init(
            yes: words[0], no: words[1], unknown: words.count > 2 ? words[2] : usual("not shown"),
            same: words.count > 3 ? words[3] : usual("about the same"))
    }
}
