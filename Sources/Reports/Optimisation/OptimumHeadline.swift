import Experiments
import Show

/// Where the optimum of a range is, in a line: the points that are not shown worse, and between
/// which others it lies.
///
/// One number only where one point is left; where more are, all of them, since the least of their
/// means may be so by chance.
struct OptimumHeadline {
    private let result: OptimisationResult
    private let unit: String

    init(_ result: OptimisationResult, unit: String) {
        (self.result, self.unit) = (result, unit)
    }

    var text: String {
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

    private var beyond: String {
        result.openEnds.isEmpty ? "" : "; the optimum may lie beyond"
    }

    private var unitBehind: String { unit.isEmpty ? "" : " \(unit)" }

    private func number(_ x: Double) -> String { PlaceText.text(x) + unitBehind }
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
