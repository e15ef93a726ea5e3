/// The *p*-values of a family of tests, adjusted to be read together.
///
/// Of twenty comparisons without a difference one is expected below 0.05. Holm's step-down method
/// (S. Holm, Scandinavian Journal of Statistics 6, 1979) bounds the probability of any false
/// finding in the family, however the tests depend on each other.
///
/// With p₍₁₎ ≤ … ≤ p₍ₘ₎ the adjusted p₍ᵢ₎ is the largest of (m − j + 1) · p₍ⱼ₎ over j ≤ i, at most
/// 1. A test without a *p*-value stays `nil` and does not count towards m.
public struct HolmAdjustment: Equatable, Sendable {
    public let adjusted: [Double?]

    public init(_ pValues: [Double?]) {
        var defined: [(place: Int, value: Double)] = []
        for (place, value) in pValues.enumerated() {
            guard let value else { continue }
            precondition(value >= 0 && value <= 1, "p-value \(place) is \(value)")
            defined.append((place, value))
        }
        defined.sort { ($0.value, $0.place) < ($1.value, $1.place) }

        var adjusted: [Double?] = Array(repeating: nil, count: pValues.count)
        var largest = 0.0
        for (rank, test) in defined.enumerated() {
            let remaining = Double(defined.count - rank)
            largest = max(largest, min(1, remaining * test.value))
            adjusted[test.place] = largest
        }
        self.adjusted = adjusted
    }
}
