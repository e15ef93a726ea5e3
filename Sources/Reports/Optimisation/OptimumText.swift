public struct OptimumReport {
    let result: OptimisationResult
    let path: String
    let unit: String
    private let policy: String

    /// `unit` is that of a range; empty for plain numbers and for lists.
    public init(_ result: OptimisationResult, path: String, unit: String, policy: String) {
        (self.result, self.path, self.unit) = (result, path, unit)
        self.policy = TextTable.printable(policy)
    }

    public var screen: Screen {
        Screen(answer: answer, table: .table(table), notes: heading, details: [.words(notes)])
    }

    private var problem: OptimisationProblem { result.problem }

    private var heading: String {
        let scenario = result.points[0].scenario
        let limits = problem.constraints.map(\.text).joined(separator: ", ")
        let wish = problem.goal.better == .smaller ? "least" : "most"
        return """
            \(scenario.name): which \(path) has the \(wish) \(problem.goal.words)\
            \(limits.isEmpty ? "" : " with \(limits)")?
            \(scenario.phoneName); \(scenario.horizon.seconds) a run; seed \(scenario.seed); \
            policy \(policy); \(problem.replications) replications at \
            \(result.points.count) points

            """
    }

    /// The optimum, and what is known of it, a line each.
    var answer: String {
        guard let optimum = result.optimum else {
            return "No value that was looked at keeps \(limitWords).\n\(nearest)"
        }
        let binding = result.binding.map { ", where \($0.text) is reached" } ?? ""
        // For a range never more precise than the points of the table.
        var lines = [problem.isRange ? place + binding : "optimum: \(value(of: optimum))"]
        lines += judged(optimum)
        if let safe = result.safe, safe.x != optimum.x {
            lines.append("shown to keep \(limitWords): \(value(of: safe))")
            lines += judged(safe)
            if !safe.check.isKept {
                lines.append("  which do not confirm it: take more --replications")
            }
        } else if result.safe == nil, !problem.constraints.isEmpty {
            lines.append("no value is shown to keep \(limitWords); more --replications may tell")
        }
        return lines.map { $0 + "\n" }.joined()
    }

    /// Where nothing keeps the limits: how near each came to being kept, and what to do.
    private var nearest: String {
        let lines = problem.constraints.indices.compactMap { limit -> String? in
            func excess(_ point: SampledPoint) -> Double {
                let estimate = point.constraints[limit]
                return estimate.value.map { estimate.constraint.excess($0) } ?? .infinity
            }
            let least = result.points.min { excess($0) < excess($1) }
            guard let best = least, excess(best) > 0, excess(best).isFinite else { return nil }
            let value = problem.isRange ? number(best.x) : TextTable.printable(best.value)
            return "nearest to \(problem.constraints[limit].text): \(value), with "
                + figure(best.constraints[limit]) + "\n"
        }
        let isOpen = result.standings.contains(.open)
        return lines.joined()
            + (isOpen
                ? "Some are not shown to break a limit: more --replications may tell.\n" : "")
            + "Widen the range, or ease a limit.\n"
    }

    private var limitWords: String {
        problem.constraints.count == 1 ? problem.constraints[0].text : "all limits"
    }

    private func value(of choice: OptimisationResult.Choice) -> String {
        guard case .range = problem.domain else { return TextTable.printable(choice.check.value) }
        return number(choice.x)
    }

    private var unitBehind: String { unit.isEmpty ? "" : " \(unit)" }
    private func number(_ x: Double) -> String { PlaceText.text(x) + unitBehind }

    /// On replications that the search has not seen.
    private func judged(_ choice: OptimisationResult.Choice) -> [String] {
        var words = [
            "\(problem.goal.words) \(choice.check.goal.meanWithin)\(problem.goal.unitBehind)"
        ]
        words += choice.check.constraints.map { estimate in
            "\(estimate.constraint.metric.words) \(figure(estimate))"
        }
        let isOneOfSeveral =
            problem.isRange && choice.x == result.optimum?.x && result.open.count > 1
        var which = ""
        if isOneOfSeveral {
            which = "\(problem.goal.better == .smaller ? "least" : "most") at \(value(of: choice))"
            let isShown = choice.x == result.safe?.x && !problem.constraints.isEmpty
            which += isShown ? ", which is shown to keep \(limitWords); " : "; "
        }
        return ["  \(which)on other replications: " + words.joined(separator: "; ")]
    }

    private func figure(_ estimate: ConstraintEstimate) -> String {
        guard let value = estimate.value else { return "-" }
        let isShare = estimate.constraint.whole != nil
        func text(_ number: Double) -> String {
            ReadableNumber.text(isShare ? 100 * number : number, significantDigits: 3)
        }
        let sign = isShare ? " %" : estimate.constraint.metric.unitBehind
        guard let interval = estimate.interval else { return text(value) + sign }
        return "\(text(value))\(sign) (\(IntervalText.cell(interval, text)))"
    }

    var table: TextTable {
        TextTable(
            result.points.enumerated(),
            [
                .right(path) { problem.isRange ? number($1.x) : $1.value },
                .right(problem.goal.words + problem.goal.unitInBrackets) { $1.goal.meanWithin },
            ]
                + ([[.energy], [.marginalEnergy]].contains(problem.goal.metrics)
                    ? [.right("[\(FamilyCost.drain.unit)]") { $1.scenario.daily($1.goal.mean) }]
                    : [])
                + problem.constraints.enumerated().map { limit, constraint in
                    .right(constraint.metric.words) { figure($1.constraints[limit]) }
                } + [.left("standing") { index, _ in outcome(index) }])
    }

    private func outcome(_ index: Int) -> String {
        guard let race = result.race else { return result.standings[index].rawValue }
        if let out = race.eliminations.first(where: { $0.point == index }) {
            return "out after \(out.replications), by \(result.points[out.rival].value)"
        }
        if index == race.best && race.isDecided { return "selected" }
        return result.standings[index].rawValue
    }

    private var notes: String {
        var notes: [String] = []
        if problem.isRange, result.optimum != nil {
            notes.append(
                "Not shown worse, and within which the optimum lies: "
                    + "\(percentText(problem.level)), all points together.")
        }
        if let race = result.race {
            let percent = percentText(problem.level)
            let delta = ReadableNumber.text(race.indifference, significantDigits: 3)
            notes.append(
                race.isDecided
                    ? "With a probability of at least \(percent) the best of the values raced, if "
                        + "it is better than the others by \(delta)\(problem.goal.unitBehind) or "
                        + "more (Kim and Nelson)."
                    : "Undecided after \(race.replications) replications: the best so far.")
        }
        notes.append("± and brackets behind figures: \(percentText(problem.level)) intervals.")
        notes.append("How the search works, and when it misleads: docs/guide/optimisation.md.")
        return notes.map { WrappedText.line($0) }.joined()
    }

    /// Where the optimum of a range is, in a line: the points that are not shown worse, and between
    /// which others it lies.
    ///
    /// One number only where one point is left; where more are, all of them, since the least of
    /// their means may be so by chance.
    private var place: String {
        let percent = percentText(result.problem.level)
        if result.isFlat, let first = result.points.first, let last = result.points.last {
            let limits = result.problem.constraints.isEmpty ? "" : ", nor to break a limit"
            return "no value is shown better than another\(limits): anything from "
                + "\(PlaceText.text(first.x)) to \(number(last.x)), as far as "
                + "\(result.problem.replications) replications tell"
        }
        let places = runs.map(words)
        let within = result.regions.map {
            "\(PlaceText.text($0.lowerBound)) to \(PlaceText.text($0.upperBound))"
        }
        return "optimum: \(places.joined(separator: ", or "))"
            + " (\(percent): \(within.joined(separator: " or "))\(unitBehind))\(beyond)"
    }

    /// The points that are not shown worse, as far as they stand side by side.
    private var runs: [[Int]] {
        result.open.reduce(into: [[Int]]()) { runs, index in
            if runs.last?.last == index - 1 {
                runs[runs.count - 1].append(index)
            } else {
                runs.append([index])
            }
        }
    }

    private func words(_ run: [Int]) -> String {
        let (first, last) = (run[0], run[run.count - 1])
        guard first < last else { return end(first).map { "at \($0)" } ?? number(x(first)) }
        let low = end(first).map { $0 + "," } ?? PlaceText.text(x(first))
        return "anything from \(low) to \(end(last) ?? number(x(last)))"
    }

    private func x(_ index: Int) -> Double { result.points[index].x }

    /// An end of the range, said as such.
    private func end(_ index: Int) -> String? {
        if index == 0 { return "the lower end of the range asked, \(number(x(index)))" }
        let isUpper = index == result.points.count - 1
        return isUpper ? "the upper end of the range asked, \(number(x(index)))" : nil
    }

    private var beyond: String { result.openEnds.isEmpty ? "" : "; the optimum may lie beyond" }
}

/// A place in a range, which has few digits: all of them, as it was simulated.
enum PlaceText {
    static func text(_ x: Double) -> String {
        guard x == 0 || (1e-3..<1e9).contains(x.magnitude) else {
            return ReadableNumber.text(x, significantDigits: 6)
        }
        var scale = 1.0
        for decimals in 0..<6 {
            let scaled = x * scale
            if (scaled - scaled.rounded()).magnitude <= 1e-9 * max(1, scaled.magnitude) {
                return ReadableNumber.text(x, decimals: decimals)
            }
            scale *= 10
        }
        return ReadableNumber.text(x, decimals: 6)
    }
}
