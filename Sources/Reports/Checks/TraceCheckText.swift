extension TraceCheck {
    /// The answer says first if the check is partial.
    ///
    /// - `inputs`: The input files, from which changes since an earlier check are reported.
    public func screen(inputs: [Manifest.File]? = nil) -> Screen {
        var screen = Screen(
            answer: omissionWarning + verdict, table: .table(table), notes: notes + omissionNotes,
            details: sharePart.map { [$0] } ?? [])
        if let comparison {
            let words = CheckComparisonText(
                comparison, budget: budget.name, inputs: inputs,
                outcomes.map { outcome in
                    CheckComparisonText.Outcome(
                        limit: outcome.limit.name, radio: outcome.radio, allowed: outcome.allowed,
                        measured: outcome.verdict == .undecided ? "-" : outcome.measuredText,
                        verdict: outcome.verdict, figure: outcome.figure)
                })
            screen.answer += " " + words.sentences
            screen.table = .table(words.table)
            screen.notes = words.notes + screen.notes
            screen.details.insert(.table(table), at: 0)
        }
        screen.title = "Battery budget \(budget.name)"
        return screen
    }

    private var verdict: String {
        var text = LimitOutcome.Verdict.headline(outcomes.map(\.verdict), passes: passes)
        let unknown = outcomes.filter(\.hasNoPacket).map(\.limit.name).firstOfEach
        if !unknown.isEmpty {
            text +=
                " The trace has no packet of what \(unknown.joined(separator: ", ")) "
                + "\(unknown.count == 1 ? "limits" : "limit")."
        }
        let broken = outcomes.filter { $0.verdict == .exceeded }
        let worst = broken.max { $0.measured / $0.limit.amount < $1.measured / $1.limit.amount }
        guard let worst else { return text }
        return text + " \(broken.count > 1 ? "The furthest beyond: " : "")\(worst.limit.name) on "
            + "\(worst.radio) is \(worst.measuredText), \(worst.excessText) more than allowed."
    }

    private var table: TextTable {
        outcomes.table([
            .left("limit", \.limit.name), .left("radio", \.radio), .right("at most", \.allowed),
            .right("measured") { $0.verdict == .undecided ? "-" : $0.measuredText },
            .right("beyond") { $0.verdict == .exceeded ? $0.excessText : nil },
            .left("outcome", \.verdict.rawValue),
        ]) { $0.verdict.tone }
    }

    private var notes: String {
        var lines = ""
        for outcome in outcomes where outcome.hasNoPacket {
            lines += WrappedText.line(
                "\(outcome.limit.name) on \(outcome.radio) is undecided: the trace has no packet "
                    + "of \(outcome.limit.subject.words); --details lists what it has.")
        }
        for outcome in outcomes where outcome.verdict == .met && outcome.connections == 0 {
            lines += WrappedText.line(
                "\(outcome.limit.name) on \(outcome.radio) is met: the base has packets of "
                    + "\(outcome.limit.subject.words), and the trace has none any more.")
        }
        let lengths = results.map { result in
            let seconds = result.radio.duration.seconds.magnitude
            return "\(ReadableNumber.text(seconds, significantDigits: 4)) s"
        }
        let all = Set(lengths).count == 1 ? [lengths[0]] : lengths
        lines += WrappedText.line(
            "\(budget.name), of \(all.joined(separator: ", ")) of trace; measured is what "
                + "its packets made the radio draw, without what it draws at rest.")
        if budget.limits.contains(where: { $0.period != nil }) {
            lines += WrappedText.line(
                "For an hour or a day the trace is assumed to continue unchanged.")
        }
        return lines
    }

    private var sharePart: Screen.Part? {
        guard !shares.isEmpty else { return nil }
        let own = results.map { result in shares.filter { $0.radio == result.radio.radio.name } }
        let left = own.reduce(0) { $0 + max(0, $1.count - Self.mostShares) }
        return .table(
            TextTable(
                own.flatMap { $0.prefix(Self.mostShares) },
                [
                    .left("radio", \.radio), .left("host") { $0.host ?? "not known" },
                    .left("app") { $0.app ?? "not known" },
                    .right("connections") { "\($0.connections)" },
                    .right("packets") { "\($0.traffic.packets)" },
                    .right("energy [J]") {
                        ReadableNumber.text($0.energy.total.magnitude / 1000, decimals: 3)
                    },
                ]), below: left > 0 ? "and \(left) more: --out writes them all\n" : "")
    }

    /// The screen's limit a radio; the file has all.
    private static let mostShares = 10

    public func junit(_ properties: [(name: String, value: String)]) -> JUnitReport {
        let left = omissions.isEmpty ? [] : [("left out", omissions.joined(separator: " "))]
        return JUnitReport(
            name: budget.name, properties: properties + left,
            cases: outcomes.map { outcome in
                JUnitReport.Case(
                    name: "\(outcome.limit.name) on \(outcome.radio)",
                    outcome: outcome.verdict.junit(
                        undecidedPasses: budget.undecidedPasses && !isPartial),
                    text: outcome.sentence)
            }
                + (comparison?.cases(
                    outcomes.map { "\($0.limit.name) on \($0.radio)" },
                    undecidedPasses: budget.undecidedPasses) ?? []))
    }

    public var benchmarks: BenchmarkEntries {
        BenchmarkEntries(
            outcomes.filter { $0.verdict != .undecided }.map { outcome in
                BenchmarkEntries.Entry(
                    name: "\(outcome.limit.name) on \(outcome.radio)",
                    unit: outcome.limit.unitText, value: outcome.measured,
                    extra: "\(budget.name): at most \(outcome.allowed); "
                        + outcome.verdict.rawValue)
            })
    }

    /// Precedes the verdict; empty if at most 1 % was left out.
    private var omissionWarning: String {
        guard omission.isTooMuch else { return "" }
        let head = isPartial ? "Undecided: too much of the trace was left out. " : ""
        return "\(head)Warning: \(omissions.joined(separator: " ")) "
    }

    /// Small omissions, and how to decide a partial check.
    private var omissionNotes: String {
        if isPartial { return WrappedText.line(Self.omissionAdvice) }
        return omission.isTooMuch ? "" : omissions.map { WrappedText.line($0) }.joined()
    }

    private static let omissionAdvice =
        "A check that leaves out more than 1 % of a trace's packets or bytes is undecided, and "
        + "fails. Correct horizon: or addresses: in the budget, filter the capture, or accept the "
        + "rest with \(OptionName.allowPartial)."

    private var omissions: [String] {
        var sentences: [String] = []
        if omission.late.packets > 0, let horizon = omission.horizon {
            let isOne = omission.late.packets == 1
            sentences.append(
                "\(subject(omission.late)) \(isOne ? "comes" : "come") after the "
                    + "\(NumberText.text(horizon.seconds.magnitude)) s horizon and "
                    + "\(isOne ? "was" : "were") ignored.")
        }
        if omission.unread.packets > 0 {
            let reasons = omission.skipped.map { "\(grouped(Int64($0.packets))) \($0.reason.name)" }
            sentences.append(
                "\(subject(omission.unread)) \(omission.unread.packets == 1 ? "is" : "are") not "
                    + "billed: \(reasons.joined(separator: ", ")).")
        }
        return sentences
    }

    /// `1,362 of 1,892 packets (72 %)`, with the bytes if they are a larger share.
    private func subject(_ part: TraceOmission.Amount) -> String {
        let (packets, bytes) = (
            share(part.packets, omission.whole.packets), share(part.bytes, omission.whole.bytes)
        )
        let count =
            "\(grouped(part.packets)) of \(grouped(omission.whole.packets)) packets "
            + "(\(percent(packets)))"
        // The packets alone suffice if both shares are similar.
        return bytes > 1.5 * packets ? count + ", \(percent(bytes)) of the bytes," : count
    }

    private func share(_ part: Int64, _ whole: Int64) -> Double {
        whole == 0 ? 0 : 100 * Double(part) / Double(whole)
    }

    private func percent(_ share: Double) -> String {
        "\(ReadableNumber.text(share, significantDigits: 2)) %"
    }

    private func grouped(_ count: Int64) -> String {
        let digits = Array("\(count)")
        return digits.indices.map { index in
            let isGroup = index > 0 && (digits.count - index) % 3 == 0
            return (isGroup ? "," : "") + String(digits[index])
        }.joined()
    }
}

extension TraceCheck.Outcome {
    fileprivate var allowed: String { "\(NumberText.text(limit.amount)) \(limit.unitText)" }
    fileprivate var measuredText: String { figure(measured) }

    fileprivate var excessText: String {
        let share = ReadableNumber.text(100 * excess / limit.amount, significantDigits: 3)
        return "\(figure(excess)) (\(share) %)"
    }

    /// `12.3 J of 20 J`.
    var used: String {
        isPartial
            ? "undecided"
            : verdict == .undecided ? "no packet" : "\(measuredText) of \(allowed)"
    }

    fileprivate var sentence: String {
        let subject = "\(limit.subject.words) on \(radio)"
        switch verdict {
        case .met: return "\(subject): \(measuredText); allowed is at most \(allowed). Met."
        case .exceeded:
            return "\(subject): \(measuredText); allowed is at most \(allowed). "
                + "Exceeded by \(excessText)."
        case .undecided:
            let reason =
                isPartial ? "too much of the trace was left out" : "the trace has no such packet"
            return "\(subject): \(reason); allowed is at most \(allowed). Undecided."
        }
    }

    func figure(_ value: Double) -> String {
        "\(ReadableNumber.text(value, significantDigits: 4)) \(limit.unitText)"
    }

    /// Whether the limit is undecided because no packet of the trace counts towards it.
    fileprivate var hasNoPacket: Bool { verdict == .undecided && !isPartial }
}
