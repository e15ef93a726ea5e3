/// Event durations, or age over time, in bins.
///
/// Whole numbers make sums exact in any order, and memory grows with the orders of magnitude only.
/// Bins from leading bits bound the relative error, as in G. Tene's HdrHistogram
/// (https://hdrhistogram.org).
public struct DurationHistogram: Hashable, Sendable {
    public struct Bin: Hashable, Sendable {
        /// See ``DurationBins/ends(of:)``.
        public let place: Int32
        /// Events, or nanoseconds.
        public fileprivate(set) var weight: Int64
    }

    public let scale: DurationBins
    /// In ascending order of durations, without empty bins.
    public private(set) var bins: [Bin] = []
    /// Events, or intervals of growing age.
    public private(set) var count = 0
    /// Not ended at the horizon; in no bin.
    public var unended = 0
    /// Weight times nanoseconds, with events or seconds as weights, rounded down.
    public private(set) var sum: Int128 = 0
    /// Meaningless in an empty histogram.
    public private(set) var least = TimeSpan.longest
    public private(set) var most = TimeSpan.zero - .longest

    /// An empty histogram of events.
    public init() { scale = .proportional }

    public var isEmpty: Bool { bins.isEmpty && unended == 0 }

    /// The mean duration of events; `nil` without events.
    var meanSeconds: Double? { count == 0 ? nil : sum.inDouble / 1e9 / Double(count) }

    /// - Parameter duration: negative for an event that came ahead.
    public mutating func add(_ duration: TimeSpan) {
        add(times: 1, from: duration, to: duration, sum: Int128(duration.nanoseconds))
    }

    /// Adds events of nearly equal duration to the bin of their mean.
    ///
    /// - Parameters:
    ///   - times: at least one.
    ///   - all: nanoseconds of all events.
    mutating func add(times: Int, from shortest: TimeSpan, to longest: TimeSpan, sum all: Int128) {
        precondition(scale == .proportional && times > 0, "\(times) events")
        count += times
        sum += all
        (least, most) = (min(least, shortest), max(most, longest))
        let mean = TimeSpan(nanoseconds: Int64(all / Int128(times)))
        add(Bin(place: Int32(scale.place(of: mean)), weight: Int64(times)))
    }

    /// - Precondition: the scales are equal.
    public mutating func add(_ other: DurationHistogram) {
        precondition(scale == other.scale, "\(scale) and \(other.scale) do not add up")
        count += other.count
        unended += other.unended
        sum += other.sum
        (least, most) = (min(least, other.least), max(most, other.most))
        for bin in other.bins { add(bin) }
    }

    private mutating func add(_ bin: Bin) {
        if bins.isEmpty { bins.reserveCapacity(16) }
        let low = (0..<bins.count).bisected(until: { bins[$0].place >= bin.place })
        if low < bins.count, bins[low].place == bin.place {
            bins[low].weight += bin.weight
        } else {
            bins.insert(bin, at: low)
        }
    }

    init(_ ages: AgeHistogram) {
        scale = .fromEightSeconds
        count = ages.count
        sum = ages.sum
        (least, most) = (ages.least, ages.most)
        bins = ages.weights.enumerated().compactMap { place, weight in
            weight > 0 ? Bin(place: Int32(place), weight: weight) : nil
        }
    }
}

extension Int128 {
    /// The nearest real number except for the last bit; exact below 2⁵³.
    ///
    /// `Double(_:)` takes some thousand instructions, which matters in a short run.
    public var inDouble: Double {
        let high = Double(UInt64(truncatingIfNeeded: magnitude >> 64))
        let value = high * 0x1p64 + Double(UInt64(truncatingIfNeeded: magnitude))
        return self < 0 ? -value : value
    }
}
