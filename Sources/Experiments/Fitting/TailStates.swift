import Kernel
import Statistics

/// Powers and timers of states, from the stays in them.
struct TailStates {
    let states: [PowerState]

    init(_ stays: [PowerStay], log: PowerSamples, count: Int, _ options: TailFit.Options) {
        let level = options.level
        states = (0..<count).map { number in
            let name = Self.name(number)
            let tails = Self.lengths(stays, number, .tail)
            let peaks = Self.lengths(stays, number, .peak)
            let rises = Self.lengths(stays, number, .rise)
            let timed: PowerStay.Kind = tails.isEmpty ? .peak : .tail
            return PowerState(
                number: number, name: name,
                power: Self.power(of: stays.filter { $0.state == number }, name, level),
                timer: Self.duration(
                    tails.isEmpty ? peaks : tails, tails.isEmpty ? "peak" : "timer", name,
                    log.sampling, level),
                timerHoldsActivity: tails.isEmpty,
                rise: Self.duration(rises, "rise", name, log.sampling, level),
                next: Self.mostFrequent(1, stays, number, timed),
                riseFrom: Self.mostFrequent(-1, stays, number, .rise),
                riseTo: Self.mostFrequent(1, stays, number, .rise))
        }
    }

    /// `IDLE` for the lowest state, then `LEVEL_1` and so on.
    static func name(_ state: Int) -> String { state == 0 ? "IDLE" : "LEVEL_\(state)" }

    private static func lengths(
        _ stays: [PowerStay], _ state: Int, _ kind: PowerStay.Kind
    ) -> [Double] {
        stays.filter { $0.state == state && $0.kind == kind }.map(\.duration.magnitude)
    }

    /// The mean over all time in the state, with Student's interval over its stays.
    ///
    /// The mean of stays weighted by their lengths is a ratio, whose variance is
    /// n/(n − 1) · Σw²(x − mean)² / (Σw)² (Cochran, *Sampling Techniques*, section 6.4).
    private static func power(
        of stays: [PowerStay], _ name: String, _ level: Double
    ) -> FittedQuantity {
        let weights = stays.map { max($0.duration.magnitude, 1e-9) }
        let total = weights.reduce(0, +)
        let mean = zip(stays, weights).reduce(0) { $0 + $1.0.power.magnitude * $1.1 } / total
        guard stays.count >= 2 else {
            return FittedQuantity("power", "mW", group: name, estimate: mean)
        }
        let size = Double(stays.count)
        let squares = zip(stays, weights).reduce(0) { sum, stay in
            let distance = stay.1 * (stay.0.power.magnitude - mean)
            return sum + distance * distance
        }
        let error = (squares * size / (size - 1)).squareRoot() / total
        let half = StudentT(degreesOfFreedom: stays.count - 1).factor(forLevel: level) * error
        return FittedQuantity(
            "power", "mW", group: name, estimate: mean,
            interval: ConfidenceInterval(level: level, low: mean - half, high: mean + half),
            method: "Student's t of \(stays.count) stays")
    }

    /// The mean length of stays, with Student's interval.
    ///
    /// Each end is known to half a sampling distance *d*, so a length has at least the spread
    /// d / √6 of two such errors; the standard error is never below that over √n. One stay has
    /// the bound that this triangular error stays within at the level asked for,
    /// d · (1 − √(1 − level)).
    private static func duration(
        _ lengths: [Double], _ quantity: String, _ name: String, _ sampling: Double,
        _ level: Double
    ) -> FittedQuantity? {
        let summary = Summary(of: lengths, level: level)
        guard let mean = summary.mean else { return nil }
        let half: Double
        let method: String
        if let deviation = summary.standardDeviation {
            let size = Double(lengths.count)
            let error = max(deviation, sampling / 6.0.squareRoot()) / size.squareRoot()
            half = StudentT(degreesOfFreedom: lengths.count - 1).factor(forLevel: level) * error
            method = "Student's t of \(lengths.count) stays"
        } else {
            half = sampling * (1 - (1 - level).squareRoot())
            method = "sampling of 1 stay"
        }
        return FittedQuantity(
            quantity, "s", group: name, estimate: mean,
            interval: ConfidenceInterval(level: level, low: max(0, mean - half), high: mean + half),
            method: method)
    }

    /// The state most often found `distance` stays from those of a state and kind; the lowest of
    /// several.
    private static func mostFrequent(
        _ distance: Int, _ stays: [PowerStay], _ state: Int, _ kind: PowerStay.Kind
    ) -> Int? {
        let found = stays.indices.filter { stays[$0].state == state && stays[$0].kind == kind }
            .map { stays[$0 + distance].state }
        let counts = Set(found).sorted().map { number in (number, found.count { $0 == number }) }
        return counts.max { ($0.1, -$0.0) < ($1.1, -$1.0) }?.0
    }
}
