import Kernel

/// How long the events of one kind took in a run, or how old something was for how long: weights in
/// bins, whole numbers throughout, so that histograms add up exactly and in any order.
///
/// Memory grows with the orders of magnitude, not with the events. Bins that come from leading
/// bits, and bound the relative error, are those of G. Tene's HdrHistogram
/// (https://hdrhistogram.org).
public struct DurationHistogram: Hashable, Sendable {
    /// What lies between the ends of a bin.
    public struct Bin: Hashable, Sendable {
        /// See ``DurationBins/ends(of:)``.
        public let place: Int32
        /// Events, or nanoseconds.
        public fileprivate(set) var weight: Int64
    }

    public let scale: DurationBins
    /// In ascending order of durations, none empty.
    public private(set) var bins: [Bin] = []
    /// How many events, or how many intervals of growing age.
    public private(set) var count = 0
    /// How many were still under way at the horizon; they are in no bin.
    public var unended = 0
    /// Of weight times duration, in nanoseconds: times events, or times seconds, rounded down.
    public private(set) var sum: Int128 = 0
    /// Meaningless where there is nothing.
    public private(set) var least = TimeSpan.longest
    public private(set) var most = TimeSpan.zero - .longest

    /// Of events.
    public init() { scale = .proportional }

    /// What nothing has been put into.
    public var isEmpty: Bool { bins.isEmpty && unended == 0 }

    /// Of events, in seconds; `nil` where there is none.
    var meanSeconds: Double? { count == 0 ? nil : sum.inDouble / 1e9 / Double(count) }

    /// - Parameter duration: how long an event took; below zero for one that came ahead.
    public mutating func add(_ duration: TimeSpan) {
        add(times: 1, from: duration, to: duration, sum: Int128(duration.nanoseconds))
    }

    /// Adds events that took nearly the same time, to the bin of their mean.
    ///
    /// - Parameters:
    ///   - times: how many, at least one.
    ///   - shortest: of them.
    ///   - longest: of them.
    ///   - all: how long they took together, in nanoseconds.
    mutating func add(
        times: Int, from shortest: TimeSpan, to longest: TimeSpan, sum all: Int128
    ) {
        precondition(scale == .proportional && times > 0, "\(times) events")
        count += times
        sum += all
        (least, most) = (min(least, shortest), max(most, longest))
        let mean = TimeSpan(nanoseconds: Int64(all / Int128(times)))
        add(Bin(place: Int32(scale.place(of: mean)), weight: Int64(times)))
    }

    /// Adds the events, or the ages, of another histogram of the same scale.
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
        var (low, high) = (0, bins.count)
        while low < high {
            let middle = (low + high) / 2
            if bins[middle].place < bin.place { low = middle + 1 } else { high = middle }
        }
        if low < bins.count, bins[low].place == bin.place {
            bins[low].weight += bin.weight
        } else {
            bins.insert(bin, at: low)
        }
    }

    /// The ages of a run.
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
    /// The nearest real number but for the last bit; exact below 2⁵³.
    ///
    /// `Double(_:)` does the same in some thousand instructions, which a short run would feel.
    public var inDouble: Double {
        let high = Double(UInt64(truncatingIfNeeded: magnitude >> 64))
        let value = high * 0x1p64 + Double(UInt64(truncatingIfNeeded: magnitude))
        return self < 0 ? -value : value
    }
}
