/// The change of each limit's figure since an earlier check of the budget.
///
/// The verdict depends on the limits alone, unless a share is allowed.
public struct CheckComparison: Sendable {
    public let base: RecordedCheck
    public let changes: [CheckChange]
    public let gone: [String]
    /// The share of a base's figure by which a figure may grow worse; `nil` without that rule.
    public let allowed: Double?
    /// Whether each figure is no worse than that allows, as far as intervals show.
    public let growths: [LimitOutcome.Verdict]

    fileprivate init(
        _ base: RecordedCheck, _ figures: [RecordedCheck.Figure], allowed: Double?,
        better: [Metric.Direction]
    ) {
        (self.base, self.allowed) = (base, allowed)
        changes = figures.map { figure in
            CheckChange(
                base.figures.first { $0.limit == figure.limit && $0.radio == figure.radio },
                figure, hasIntervals: base.kind == .scenario)
        }
        growths = zip(changes, better).map { $0.growth($1, allowed: allowed ?? .infinity) }
        gone = base.figures.filter { old in
            !figures.contains { $0.limit == old.limit && $0.radio == old.radio }
        }.map { figure in
            figure.radio.map { "\(figure.limit) on \($0)" } ?? figure.limit
        }
    }

    func passes(undecided: Bool) -> Bool {
        growths.allSatisfy { $0 == .met || ($0 == .undecided && undecided) } || allowed == nil
    }

    /// The input files that differ in content or are in one result only; empty for a printed base.
    ///
    /// - `older`: The base of the base, which was not checked itself.
    public func changedInputs(_ inputs: [Manifest.File], without older: String?) -> [String] {
        guard let manifest = base.manifest else { return [] }
        let old = manifest.inputs.filter { file in
            older.map { file.name != $0 && !file.name.hasPrefix("\($0)/") } ?? true
        }
        return ResultDiff.changedFiles(old, inputs)
    }
}

public enum CheckChange: Sendable {
    case moved(MovedFigure)
    /// The base has no limit of that name.
    case isNew
    /// The base has a limit of that name on something else.
    case isOther, isUnknown

    fileprivate init(
        _ old: RecordedCheck.Figure?, _ new: RecordedCheck.Figure, hasIntervals: Bool
    ) {
        guard let old else {
            self = .isNew
            return
        }
        guard old.subject == new.subject else {
            self = .isOther
            return
        }
        self = MovedFigure(old, new, hasIntervals: hasIntervals).map(Self.moved) ?? .isUnknown
    }

    fileprivate func growth(_ better: Metric.Direction, allowed: Double) -> LimitOutcome.Verdict {
        switch self {
        case .moved(let figure): figure.growth(better, allowed: allowed)
        case .isNew: .met
        case .isOther, .isUnknown: .undecided
        }
    }

    /// `nil` where the two cannot be compared.
    public var figure: MovedFigure? { if case .moved(let figure) = self { figure } else { nil } }
}

/// A figure before and now.
///
/// The base has no replications, so the bounds are combined as those of independent estimates (G.
/// Y. Zou and A. Donner, Statistics in Medicine 27, 2008): each distance is the root of the summed
/// squares of the two distances. With shared random numbers that is wider than necessary.
public struct MovedFigure: Sendable {
    public let was: Double
    public let now: Double
    public let difference: Double
    /// One-sided bounds of the difference at the limit's confidence; `nil` for a trace.
    public let low: Double?
    public let high: Double?
    /// The difference over the earlier value; `nil` for 0.
    public let share: Double?
    public let verdict: Verdict
    private let hasIntervals: Bool
    /// `met`, `exceeded` or `undecided`.
    public let outcomeBefore: String
    public let allowedBefore: (limit: Double, tolerance: Double)?

    public enum Verdict: String, Sendable {
        /// Equal to the last digit of the base.
        case same
        case withinNoise = "within noise"
        case less, more
    }

    /// The base has twelve digits of a number.
    private static let resolution = 1e-11

    fileprivate init?(
        _ old: RecordedCheck.Figure, _ new: RecordedCheck.Figure, hasIntervals: Bool
    ) {
        guard let was = old.measured, let now = new.measured else { return nil }
        func isSame(_ one: Double, _ other: Double) -> Bool {
            (one - other).magnitude <= Self.resolution * max(one.magnitude, other.magnitude)
        }
        (self.was, self.now, self.hasIntervals) = (was, now, hasIntervals)
        difference = isSame(was, now) ? 0 : now - was
        share = was == 0 ? nil : difference / was.magnitude
        outcomeBefore = old.outcome
        let isAllowedSame = isSame(old.allowed, new.allowed) && isSame(old.tolerance, new.tolerance)
        allowedBefore = isAllowedSame ? nil : (old.allowed, old.tolerance)
        if hasIntervals, let oldLow = old.low, let oldHigh = old.high, let newLow = new.low,
            let newHigh = new.high
        {
            func reach(_ one: Double, _ other: Double) -> Double {
                (one * one + other * other).squareRoot()
            }
            low = difference - reach(now - newLow, oldHigh - was)
            high = difference + reach(newHigh - now, was - oldLow)
        } else {
            (low, high) = (nil, nil)
        }
        let isShown = hasIntervals ? (low ?? -1) > 0 || (high ?? 1) < 0 : true
        verdict = difference == 0 ? .same : !isShown ? .withinNoise : difference < 0 ? .less : .more
    }

    fileprivate func growth(_ better: Metric.Direction, allowed: Double) -> LimitOutcome.Verdict {
        if verdict == .same { return .met }
        let ends =
            hasIntervals ? [low ?? -.infinity, high ?? .infinity] : [difference, difference]
        let worse = better == .smaller ? ends : [-ends[1], -ends[0]]
        let most = allowed * was.magnitude
        return worse[0] > most ? .exceeded : worse[1] <= most ? .met : .undecided
    }

    /// The movement in its direction that chance alone could explain; `nil` if unknown.
    public var noise: Double? {
        guard let low, let high else { return nil }
        return difference < 0 ? high - difference : difference - low
    }
}

public struct OtherKindOfCheck: Error, Equatable, Sendable { public let base: RecordedCheck.Kind }

extension BudgetCheck {
    /// - allowed: The share of a base's figure by which a figure may grow worse.
    public mutating func compare(
        with base: RecordedCheck, allowed: Double? = nil
    ) throws(OtherKindOfCheck) {
        guard base.kind == .scenario else { throw OtherKindOfCheck(base: base.kind) }
        comparison = CheckComparison(
            base,
            outcomes.map { outcome in
                let limit = outcome.limit
                return RecordedCheck.Figure(
                    limit: limit.name, radio: nil,
                    subject: [
                        result.scenario.name, limit.policy, limit.metric.columnName,
                        limit.quantity.word, limit.against ?? "", limit.sense.rawValue,
                    ], allowed: limit.limit, tolerance: limit.tolerance,
                    measured: outcome.measured, low: outcome.low, high: outcome.high,
                    outcome: outcome.verdict.rawValue)
            }, allowed: allowed,
            better: outcomes.map { outcome in
                outcome.limit.metric.better ?? (outcome.limit.sense == .atMost ? .smaller : .larger)
            })
    }
}

extension TraceCheck {
    /// A limit whose packets were in the base but are gone is met, unless the check is partial.
    public mutating func compare(
        with base: RecordedCheck, allowed: Double? = nil
    ) throws(OtherKindOfCheck) {
        guard base.kind == .trace else { throw OtherKindOfCheck(base: base.kind) }
        for index in outcomes.indices where !isPartial && outcomes[index].verdict == .undecided {
            let own = outcomes[index].figure
            let isGone = base.figures.contains { old in
                old.limit == own.limit && old.radio == own.radio && old.subject == own.subject
                    && old.outcome != LimitOutcome.Verdict.undecided.rawValue
            }
            if isGone { outcomes[index].verdict = .met }
        }
        comparison = CheckComparison(
            base, outcomes.map(\.figure), allowed: allowed, better: outcomes.map { _ in .smaller })
    }
}

extension TraceCheck.Outcome {
    fileprivate var figure: RecordedCheck.Figure {
        RecordedCheck.Figure(
            limit: limit.name, radio: radio, subject: [limit.subject.words, limit.unitText],
            allowed: limit.amount, tolerance: 0, measured: verdict == .undecided ? nil : measured,
            low: nil, high: nil, outcome: verdict.rawValue)
    }
}
