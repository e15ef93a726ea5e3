/// Reads a scenario's `answer:`, and finds what no result could fill in.
struct AnswerReader {
    let text: PlacedText
    let policies: [PolicyText]
    let log: ReadingLog

    /// `nil` where there are faults.
    var answer: Answer? {
        var parts: [Answer.Part] = []
        var rest = text.text[...]
        while let open = rest.firstIndex(where: { "{}".contains($0) }) {
            let inside = rest[rest.index(after: open)...]
            guard rest[open] == "{", let close = inside.firstIndex(where: { "{}".contains($0) }),
                inside[close] == "}"
            else {
                report(
                    "a brace has no partner",
                    advice: "Write a figure between { and }; an answer cannot have other braces.",
                    at: rest[open...])
                return nil
            }
            if open > rest.startIndex { parts.append(.words(String(rest[..<open]))) }
            let gap = Gap(inside[..<close])
            guard let figure = figure(gap) else { return nil }
            parts.append(.figure(figure))
            rest = inside[inside.index(after: close)...]
        }
        if !rest.isEmpty { parts.append(.words(String(rest))) }
        return Answer(parts)
    }

    /// The text between two braces, or after the words of a choice.
    struct Gap {
        let text: Substring
        let words: [String]
        /// The texts after `with`, as `PATH=VALUE`.
        let changes: [String]

        init(_ text: Substring) {
            self.text = text
            let parts = text.split(whereSeparator: \.isWhitespace).split(
                separator: "with", maxSplits: 1, omittingEmptySubsequences: false)
            words = parts[0].map(String.init)
            changes = parts.dropFirst().flatMap {
                $0.split(separator: "and").map { $0.joined(separator: " ") }
            }
        }
    }

    private func figure(_ gap: Gap) -> Answer.Figure? {
        if let colon = gap.text.firstIndex(of: ":") { return choice(gap, colon: colon) }
        return unchanged(gap).flatMap { changed($0, in: gap) }
    }

    /// The figure with the values that the gap puts into the scenario.
    func changed(_ figure: Answer.Figure, in gap: Gap) -> Answer.Figure? {
        if gap.changes.isEmpty { return figure }
        var edits: [ValueEdit] = []
        for change in gap.changes {
            do throws(ValuePathError) {
                edits.append(try ValueEdit(change, origin: "answer"))
            } catch {
                report(
                    "\(quoted(change)) is no other value",
                    advice: "Write with PATH=VALUE, as in with world.push-connection=true.",
                    at: gap.text)
                return nil
            }
        }
        return .with(edits, figure)
    }

    private func unchanged(_ gap: Gap) -> Answer.Figure? {
        let words = gap.words
        if words == ["phone"] { return .phone }
        if let first = words.first, !isPolicy(first), first == "least" || first == "most" {
            return extreme(words.dropFirst(), isLeast: first == "least", in: gap)
        }
        if words.count == 4, words[2] == "of", words[1] != Self.booked {
            return share(words, in: gap)
        }
        if let sign = words.firstIndex(where: { ["-", "/", "against"].contains($0) }) {
            guard let left = term(words[..<sign], in: gap),
                let right = term(words[(sign + 1)...], in: gap)
            else { return nil }
            return pair(left, words[sign], right, in: gap)
        }
        return term(words[...], in: gap).map { .mean($0) }
    }

    /// `POLICY calls-missed of calls-offered`.
    private func share(_ words: [String], in gap: Gap) -> Answer.Figure? {
        guard let term = term(words[..<2], in: gap), let whole = metric(words[3], in: gap),
            case .metric(let metric) = term.quantity
        else { return nil }
        guard metric.whole == whole else {
            report(
                "\(metric.rawValue) is no part of that count",
                advice: metric.whole.map { "Write \(metric.rawValue) of \($0.rawValue)." }
                    ?? "Divide by a count: A / B.", at: gap.text)
            return nil
        }
        return .share(policy: term.policy, metric, of: whole)
    }

    private func pair(
        _ left: Answer.Term, _ sign: String, _ right: Answer.Term, in gap: Gap
    ) -> Answer.Figure? {
        let (unit, other) = (left.quantity.unit, right.quantity.unit)
        let isRatio = sign == "/"
        guard unit == other || (isRatio && (other.isEmpty || (unit == "J" && other == "s"))) else {
            return reportUnits(unit, other, of: String(gap.text), in: gap)
        }
        if sign == "against" { return .change(left, from: right) }
        return isRatio ? .ratio(left, right) : .difference(left, right)
    }

    /// `POLICY METRIC`, `POLICY booked-energy` or `POLICY booked-energy of APP`.
    func term(_ words: ArraySlice<String>, in gap: Gap) -> Answer.Term? {
        let words = Array(words)
        let isOfApp = words.count == 4 && words[1] == Self.booked && words[2] == "of"
        guard words.count == 2 || isOfApp else { return reportNotUnderstood(gap) }
        guard let policy = policies.first(where: { $0.name.text == words[0] }) else {
            return reportUnknown(
                words[0], among: policies.map(\.name.text),
                "there is no policy named \(quoted(words[0]))", in: gap)
        }
        if words[1] == Self.booked {
            let app = isOfApp ? words[3] : nil
            guard has(policy, app, in: gap) else { return nil }
            return Answer.Term(policy: words[0], quantity: .bookedEnergy(app: app))
        }
        return metric(words[1], in: gap).map {
            Answer.Term(policy: words[0], quantity: .metric($0))
        }
    }

    private static let booked = "booked-energy"

    func metric(_ word: String, in gap: Gap) -> Metric? {
        if let metric = Metric(rawValue: word) { return metric }
        let possible = Metric.allCases.map(\.rawValue) + [Self.booked]
        return reportUnknown(
            word, among: possible, "there is no metric named \(quoted(word))",
            advice: "The metrics are listed by tailwatt columns.", in: gap)
    }

    private func has(_ policy: PolicyText, _ app: String?, in gap: Gap) -> Bool {
        guard let app else { return true }
        let names = policy.options.severalApps?.apps.map(\.name) ?? []
        if names.contains(app) { return true }
        let _: Never? = reportUnknown(
            app, among: names, "the policy \(policy.name.text) has no app named \(quoted(app))",
            in: gap)
        return false
    }

    private func isPolicy(_ word: String) -> Bool { policies.contains { $0.name.text == word } }

    /// At the gap itself, where the file has it in one line.
    func report(_ fault: Fault, at words: Substring) {
        let scalars = Array(words.unicodeScalars)
        log.report(fault, at: log.source.find(scalars, from: text.place))
    }

    func report(_ message: String, advice: String, at words: Substring) {
        report(Fault(message, advice: advice), at: words)
    }

    private func reportUnknown<Value>(
        _ word: String, among possible: [String], _ message: String, advice: String? = nil,
        in gap: Gap
    ) -> Value? {
        let usual = possible.isEmpty ? "It is not several apps." : possibilities(possible)
        let fault = Fault.unknown(word, among: possible, message, advice: advice ?? usual)
        report(fault, at: gap.text)
        return nil
    }

    /// A text in braces that is no known form.
    func reportNotUnderstood<Value>(_ gap: Gap) -> Value? {
        report(
            "\(quoted("{\(gap.text)}")) asks for no figure",
            advice: "Write {POLICY METRIC}, two of them with -, / or against between, "
                + "{least METRIC} or {most METRIC}; see docs/guide/answers.md.", at: gap.text)
        return nil
    }

    /// Numbers that cannot be subtracted, divided or compared.
    func reportUnits<Value>(
        _ left: String, _ right: String, of text: String? = nil, in gap: Gap
    ) -> Value? {
        func words(_ unit: String) -> String { unit.isEmpty ? "a count" : unit }
        let whole = quoted(text ?? gap.words.joined(separator: " "))
        report(
            "\(whole) takes \(words(left)) and \(words(right)) together",
            advice: "Subtract what has the same unit; divide by that, or by a count.", at: gap.text)
        return nil
    }
}

extension SourceText {
    /// The first place of `words` in one line at or after `place`; `place` if they are not found.
    fileprivate func find(_ words: [Unicode.Scalar], from place: SourcePlace) -> SourcePlace {
        guard lines.indices.contains(place.line - 1) else { return place }
        for (number, line) in lines.enumerated().dropFirst(place.line - 1) {
            let start = number == place.line - 1 ? place.column - 1 : 0
            let places = stride(from: start, through: line.count - words.count, by: 1)
            for offset in places where line.dropFirst(offset).starts(with: words) {
                return SourcePlace(line: number + 1, column: offset + 1, length: words.count)
            }
        }
        return place
    }
}

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
