import DeviceModel
import Studies

/// Reads a scenario's `answer:`, and finds what no result could fill in.
struct AnswerReader {
    /// The sentence, its gaps in braces.
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
                report(.unpairedBrace, at: rest[open...])
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

    /// What stands between two braces, or behind the words of a choice.
    struct Gap {
        let text: Substring
        let words: [String]
        /// What stands behind `with`, as `PATH=VALUE`.
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
                report(.notChange(change), at: gap.text)
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
            report(.noShare(metric.rawValue, of: metric.whole?.rawValue), at: gap.text)
            return nil
        }
        return .share(policy: term.policy, metric, of: whole)
    }

    private func pair(
        _ left: Answer.Term, _ sign: String, _ right: Answer.Term, in gap: Gap
    ) -> Answer.Figure? {
        let (unit, other) = (left.quantity.unit, right.quantity.unit)
        let isRatio = sign == "/"
        guard unit == other || (isRatio && (other.isEmpty || (unit == "J" && other == "s")))
        else {
            report(
                .unitsDiffer(String(gap.text), left: unit, right: other), at: gap.text)
            return nil
        }
        if sign == "against" { return .change(left, from: right) }
        return isRatio ? .ratio(left, right) : .difference(left, right)
    }

    /// `POLICY METRIC`, `POLICY booked-energy` or `POLICY booked-energy of APP`.
    func term(_ words: ArraySlice<String>, in gap: Gap) -> Answer.Term? {
        let words = Array(words)
        let isOfApp = words.count == 4 && words[1] == Self.booked && words[2] == "of"
        guard words.count == 2 || isOfApp else {
            report(.notUnderstood("{\(gap.text)}"), at: gap.text)
            return nil
        }
        guard let policy = policies.first(where: { $0.name.text == words[0] }) else {
            let fault = AnswerFault.unknownPolicy(words[0], possible: policies.map(\.name.text))
            report(fault, at: gap.text)
            return nil
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
        report(.unknownMetric(word, possible: possible), at: gap.text)
        return nil
    }

    private func has(_ policy: PolicyText, _ app: String?, in gap: Gap) -> Bool {
        guard let app else { return true }
        let names = policy.options.severalApps?.apps.map(\.name) ?? []
        if names.contains(app) { return true }
        let fault = AnswerFault.unknownApp(app, policy: policy.name.text, possible: names)
        report(fault, at: gap.text)
        return false
    }

    private func isPolicy(_ word: String) -> Bool { policies.contains { $0.name.text == word } }

    /// At the gap itself, where the file has it in one line.
    func report(_ fault: AnswerFault, at words: Substring) {
        let scalars = Array(words.unicodeScalars)
        log.report(.meaning(.answer(fault)), at: log.source.find(scalars, from: text.place))
    }
}

extension SourceText {
    /// Where `words` first stand in one line at or behind `place`; `place` if they stand in none.
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
