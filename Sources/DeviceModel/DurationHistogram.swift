import EventKernel

/// How long some events took, in bins that are all 2 % wide: a quantile is known to 1 % of itself,
/// histograms add up exactly, and memory grows with the orders of magnitude, not with the events.
///
/// C. Masson, J. E. Rim and H. K. Lee, "DDSketch: a fast and fully-mergeable quantile sketch with
/// relative-error guarantees", PVLDB 12 (2019). With γ = (1 + α) / (1 − α) bin *i* holds what is
/// above γ^(i − 1) and at most γ^i, and stands for 2γ^i / (γ + 1).
public struct DurationHistogram: Hashable, Sendable {
    /// α, the largest relative error of a quantile.
    public static let accuracy = 0.01
    /// What is shorter than this, in seconds, counts as nothing.
    public static let shortest = 1e-9

    /// Of what took no time at all.
    private static let nothing = Int32.min
    private static let width = PortableMath.log((1 + accuracy) / (1 - accuracy))

    private struct Bin: Hashable {
        let place: Int32
        var count: Int
    }

    /// In ascending order of places, none empty.
    private var bins: [Bin] = []

    public init() {}

    /// The events, all together.
    public var count: Int { bins.reduce(0) { $0 + $1.count } }

    /// - Parameter seconds: how long an event took; what is negative counts as nothing.
    public mutating func add(_ seconds: Double) {
        precondition(seconds.isFinite, "an event took \(seconds) s")
        let place =
            seconds < Self.shortest
            ? Self.nothing : Int32((PortableMath.log(seconds) / Self.width).rounded(.up))
        add(Bin(place: place, count: 1))
    }

    /// Adds the events of another histogram.
    public mutating func add(_ other: DurationHistogram) {
        for bin in other.bins { add(bin) }
    }

    private mutating func add(_ bin: Bin) {
        let index = bins.firstIndex { $0.place >= bin.place } ?? bins.count
        if index < bins.count, bins[index].place == bin.place {
            bins[index].count += bin.count
        } else {
            bins.insert(bin, at: index)
        }
    }

    /// The duration that the given share of the events do not exceed, in seconds: that of the event
    /// of rank ⌈share · count⌉, to 1 % of itself.
    ///
    /// - Parameter share: from 0, which is the shortest, to 1, which is the longest.
    /// - Returns: `nil` for no events.
    public func quantile(_ share: Double) -> Double? {
        precondition(share >= 0 && share <= 1, "no quantile at \(share)")
        guard !bins.isEmpty else { return nil }
        var left = max(1, Int((share * Double(count)).rounded(.up)))
        for bin in bins {
            left -= bin.count
            if left <= 0 { return Self.value(of: bin.place) }
        }
        return nil
    }

    private static func value(of place: Int32) -> Double {
        if place == nothing { return 0 }
        let ratio = (1 + accuracy) / (1 - accuracy)
        return 2 * PortableMath.exp(Double(place) * width) / (ratio + 1)
    }
}
