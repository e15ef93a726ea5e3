/// Whether the order of a policy and the baseline stands, whatever one number is in truth.
public struct Standing: Sendable {
    public enum Verdict: String, Sendable {
        /// No single number turns the order over within its range.
        case firm
        /// Some number does.
        case open
        /// The two are within the equivalence margin.
        case same = "about the same"
    }

    /// The difference from the baseline, in the metric that decides on replications.
    public let quantity: UncertainQuantity
    public let difference: Double
    public let verdict: Verdict
    /// The nearest value that turns the order over, within its range if one does; `nil` up to
    /// ``mostFactor``.
    public let flip: Flip?

    /// A number, and the value nearest to its own at which the order has turned over.
    public struct Flip: Sendable {
        public let number: AssumedNumber
        public let value: String
        /// The value over the number's own; `nil` for one of several alternatives.
        public let factor: Double?
        /// Whether the value is within what is known of the number.
        public let isPossible: Bool

        /// In factors of e.
        fileprivate var distance: Double { factor.map { abs(PortableMath.log($0)) } ?? 0 }
    }

    /// The search for a flip divides and multiplies a number by at most this.
    public static let mostFactor = 30.0
    /// The effect of a number's range below which it is not searched: linear, it cannot turn the
    /// order over within ``mostFactor``.
    static let leastEffect = 0.01

    init(_ quantity: UncertainQuantity, in base: ExperimentResult, flips: [Flip]) {
        self.quantity = quantity
        difference = quantity.mean(in: base) ?? 0
        let own = UncertainQuantity(
            policy: quantity.baseline ?? quantity.policy, baseline: nil, metric: quantity.metric)
        let margin = base.scenario.replications.equivalence.magnitude
        let near = flips.filter(\.isPossible)
        flip = (near.isEmpty ? flips : near).min { $0.distance < $1.distance }
        let whole = (own.mean(in: base) ?? 0).magnitude
        verdict = difference.magnitude < margin * whole ? .same : near.isEmpty ? .firm : .open
    }

    static func pairs(of base: ExperimentResult) -> [UncertainQuantity] {
        UncertainQuantity.all(of: base, metric: base.scenario.replications.leadingMetric).filter {
            $0.baseline != nil && $0.mean(in: base) ?? 0 != 0
        }
    }

    /// The flips of all pairs by one number.
    ///
    /// - `means`: the differences with the number's value replaced; `nil` if the value is refused.
    static func flips(
        by number: AssumedNumber, of pairs: [UncertainQuantity], in base: ExperimentResult,
        means: (String) async throws(RunFailure) -> [Double?]?
    ) async throws(RunFailure) -> [[Flip]] {
        let signs = pairs.map { ($0.mean(in: base) ?? 0).sign }
        var flips = [[Flip]](repeating: [], count: pairs.count)
        func turned(_ means: [Double?], _ pair: Int) -> Bool {
            means[pair].map { $0 != 0 && $0.sign != signs[pair] } ?? false
        }
        if let alternatives = number.hasRange ? number.parameter.law.alternatives : nil {
            for value in alternatives where value != number.value {
                guard let found = try await means(value) else { continue }
                for pair in pairs.indices where turned(found, pair) {
                    flips[pair].append(
                        Flip(number: number, value: value, factor: nil, isPossible: true))
                }
            }
            return flips
        }
        for isUp in [false, true] {
            var last = 1.0
            var hasFlip = pairs.map { _ in false }
            for step in [1.5, 4, 11, mostFactor] {
                let factor = isUp ? step : 1 / step
                guard let value = number.text(times: factor), let found = try await means(value)
                else { break }
                for pair in pairs.indices where turned(found, pair) && !hasFlip[pair] {
                    hasFlip[pair] = true
                    var (near, far) = (last, factor)
                    for _ in 0..<6 {
                        let middle = (near * far).squareRoot()
                        guard let text = number.text(times: middle),
                            let found = try await means(text)
                        else { break }
                        if turned(found, pair) { far = middle } else { near = middle }
                    }
                    flips[pair].append(
                        Flip(
                            number: number, value: number.text(times: far) ?? value, factor: far,
                            isPossible: number.allows(far)))
                }
                last = factor
            }
        }
        return flips
    }
}
