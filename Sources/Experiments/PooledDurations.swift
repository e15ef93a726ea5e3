/// The distribution of one kind of duration over all replications of a policy.
///
/// Integers make runs add up exactly in any order. Each bin also sums squares and products of the
/// runs' cumulative weights, which give the variance of any share between runs without keeping
/// histograms.
public struct PooledDurations: Sendable {
    public let kind: MeasuredDuration
    public private(set) var runs = 0
    /// Events; for an age, the intervals in which it grew.
    public private(set) var events = 0
    /// Events that had not ended at the horizon; no other figure counts them.
    public private(set) var unended = 0

    private struct Bin {
        let place: Int32
        var weight: Int128
        /// The bin's increments of Σx² and Σx·m: x a run's weight up to here, m its total.
        var square: Int128
        var product: Int128

        mutating func add(_ other: Bin) {
            weight += other.weight
            square += other.square
            product += other.product
        }
    }

    private let scale: DurationBins
    /// Ascending, none empty.
    private var bins: [Bin] = []
    private var weight: Int128 = 0
    /// Σm and Σm², in events or in milliseconds, whose squares cannot overflow.
    private var mass: Int128 = 0
    private var massSquare: Int128 = 0
    private var sum: Int128 = 0
    private var least = TimeSpan.longest
    private var most = TimeSpan.zero - .longest

    public init(_ kind: MeasuredDuration) {
        self.kind = kind
        scale = kind.weight == .event ? .proportional : .fromEightSeconds
    }

    public mutating func add(_ run: DurationHistogram) {
        precondition(scale == run.scale, "\(kind) in bins that are \(run.scale)")
        unended += run.unended
        guard !run.bins.isEmpty else { return }
        runs += 1
        events += run.count
        sum += run.sum
        (least, most) = (min(least, run.least), max(most, run.most))
        let all = run.bins.reduce(Int64(0)) { $0 + $1.weight }
        let total = inMass(all)
        (weight, mass) = (weight + Int128(all), mass + total)
        massSquare += total * total
        // A run of few events touches few of many bins.
        let isSparse = run.bins.count * 16 < bins.count
        var (upTo, before): (Int64, Int128) = (0, 0)
        var own: [Bin] = []
        if !isSparse { own.reserveCapacity(run.bins.count) }
        for part in run.bins {
            upTo += part.weight
            let after = inMass(upTo)
            let bin = Bin(
                place: part.place, weight: Int128(part.weight),
                square: after * after - before * before, product: (after - before) * total)
            before = after
            if isSparse { add(bin) } else { own.append(bin) }
        }
        if !isSparse { merge(own) }
    }

    private func inMass(_ weight: Int64) -> Int128 {
        Int128(kind.weight == .event ? weight : weight / 1_000_000)
    }

    private var unit: Int128 { kind.weight == .event ? 1 : 1_000_000 }

    public mutating func add(_ other: PooledDurations) {
        precondition(kind == other.kind, "\(other.kind) among \(kind)")
        runs += other.runs
        events += other.events
        unended += other.unended
        sum += other.sum
        (least, most) = (min(least, other.least), max(most, other.most))
        weight += other.weight
        mass += other.mass
        massSquare += other.massSquare
        merge(other.bins)
    }

    private mutating func add(_ bin: Bin) {
        let low = (0..<bins.count).bisected(until: { bins[$0].place >= bin.place })
        if low < bins.count, bins[low].place == bin.place {
            bins[low].add(bin)
        } else {
            bins.insert(bin, at: low)
        }
    }

    private mutating func merge(_ others: [Bin]) {
        guard !bins.isEmpty else {
            bins = others
            return
        }
        var merged: [Bin] = []
        merged.reserveCapacity(bins.count + others.count)
        var next = 0
        for bin in bins {
            while next < others.count, others[next].place < bin.place {
                merged.append(others[next])
                next += 1
            }
            merged.append(bin)
            if next < others.count, others[next].place == bin.place {
                merged[merged.count - 1].add(others[next])
                next += 1
            }
        }
        bins = merged + others[next...]
    }

    /// With fewer events only the median, mean and maximum are reported.
    public static let few = 20
    public static let fewestRuns = 10

    /// The time counted, in seconds; `nil` for events.
    public var time: Double? { kind.weight == .time && weight > 0 ? weight.inDouble / 1e9 : nil }

    /// Over events or over time, in seconds; `nil` without any.
    public var mean: Double? {
        weight == 0 ? nil : sum.inDouble / (kind.weight == .event ? 1e9 : 1) / weight.inDouble
    }

    /// In seconds; `nil` without any.
    public var maximum: Double? { weight == 0 ? nil : most.seconds.magnitude }

    public var isFew: Bool { events < Self.few }

    /// The value that `percent` (1 to 99) of the events or of the time do not exceed, in seconds.
    ///
    /// - Returns: `nil` without any, above the 50th for few events, and where no event would exceed
    ///   it.
    public func percentile(_ percent: Int) -> Double? {
        precondition(1...99 ~= percent, "no percentile \(percent)")
        guard percent <= 50 || (!isFew && events * (100 - percent) >= 100) else { return nil }
        return quantile(Double(percent) / 100)
    }

    /// The interval of ``percentile(_:)`` by `ClusteredShare`, with replications as clusters.
    ///
    /// - Returns: Both ends `nil` without a percentile or with fewer than ``fewestRuns``
    ///   replications; one end `nil` where no observation bounds it.
    public func interval(_ percent: Int) -> (low: Double?, high: Double?) {
        guard runs >= Self.fewestRuns, percentile(percent) != nil,
            let share = clusteredShare(at: Double(percent) / 100)
        else { return (nil, nil) }
        let ends = share.ends(of: Double(percent) / 100)
        return (ends.low.flatMap(quantile), ends.high.flatMap(quantile))
    }

    /// The value that a share of the weight does not exceed, in seconds; `nil` without any.
    ///
    /// For events the middle of the bin with rank ⌈share · events⌉; an age is spread evenly in its
    /// bin.
    public func quantile(_ share: Double) -> Double? {
        precondition(share >= 0 && share <= 1, "no quantile at \(share)")
        guard let (bin, before) = bin(at: share) else { return nil }
        let (begin, end) = scale.ends(of: Int(bin.place))
        let seconds: Double
        switch kind.weight {
        case .event: seconds = (Double(begin) + Double(end - 1)) / 2e9
        case .time:
            let within = (share * weight.inDouble - before.inDouble) / bin.weight.inDouble
            seconds = (Double(begin) + within * Double(end - begin)) / 1e9
        }
        return min(max(seconds, least.seconds.magnitude), most.seconds.magnitude)
    }

    private func bin(at share: Double) -> (Bin, before: Int128)? {
        let exact = (share * weight.inDouble).rounded(.up)
        let wanted = min(max(1, Int128(exact)), weight)
        var before: Int128 = 0
        for bin in bins {
            if before + bin.weight >= wanted { return (bin, before) }
            before += bin.weight
        }
        return nil
    }

    /// The share of the weight up to the end of a quantile's bin, or its beginning if that is all.
    ///
    /// `nil` without any, and for less than a millisecond in each run.
    private func clusteredShare(at probability: Double) -> ClusteredShare? {
        guard mass > 0, let (bin, _) = bin(at: probability) else { return nil }
        var (part, square, product): (Int128, Int128, Int128) = (0, 0, 0)
        for other in bins where other.place <= bin.place {
            let isLast = other.place == bin.place && other.place == bins.last?.place
            if isLast && part > 0 { break }
            part += other.weight
            square += other.square
            product += other.product
        }
        return ClusteredShare(
            clusters: runs, parts: (part / unit).inDouble, masses: mass.inDouble,
            squares: square.inDouble, products: product.inDouble, massSquares: massSquare.inDouble,
            most: kind.weight == .event ? Double(events) : nil, level: Experiment.level)
    }

    static func add(_ run: MeasuredDurations, to pools: inout [PooledDurations]) {
        for kind in MeasuredDuration.allCases {
            guard let own = run[kind] else { continue }
            pools[index(of: kind, in: &pools)].add(own)
        }
    }

    static func add(_ others: [PooledDurations], to pools: inout [PooledDurations]) {
        for other in others { pools[index(of: other.kind, in: &pools)].add(other) }
    }

    private static func index(of kind: MeasuredDuration, in pools: inout [PooledDurations]) -> Int {
        let order = MeasuredDuration.allCases
        let rank = order.firstIndex(of: kind) ?? 0
        let place = pools.firstIndex { (order.firstIndex(of: $0.kind) ?? 0) >= rank } ?? pools.count
        if place == pools.count || pools[place].kind != kind {
            pools.insert(PooledDurations(kind), at: place)
        }
        return place
    }
}

extension PooledDurations {
    func put(into writer: inout NumberWriter) {
        for count in [runs, events, unended, bins.count] { writer.put(count) }
        for wide in [weight, mass, massSquare, sum] { writer.put(wide) }
        for span in [least, most] { writer.put(span.nanoseconds) }
        var before: Int32 = 0
        for bin in bins {
            writer.put(bin.place - before)
            before = bin.place
            for wide in [bin.weight, bin.square, bin.product] { writer.put(wide) }
        }
    }

    /// Reads written durations; throws for what no runs add up to.
    init(_ kind: MeasuredDuration, reading reader: inout NumberReader) throws(UnreadableNumbers) {
        self.init(kind)
        let places = scale.places
        runs = try reader.whole(StoredBounds.count)
        events = try reader.whole(StoredBounds.count)
        unended = try reader.whole(StoredBounds.count)
        let count = try reader.whole(0...places.count)
        weight = try reader.whole(StoredBounds.sum)
        mass = try reader.whole(StoredBounds.sum)
        massSquare = try reader.whole(StoredBounds.sum)
        sum = try reader.whole(StoredBounds.sum)
        least = TimeSpan(nanoseconds: try reader.whole(StoredBounds.span))
        most = TimeSpan(nanoseconds: try reader.whole(StoredBounds.span))
        var before: Int32 = 0
        for number in 0..<count {
            // The first place may be negative; each later one exceeds the one before.
            guard before < places.upperBound else { throw UnreadableNumbers() }
            let step = try reader.whole(number == 0 ? places : 1...(places.upperBound - before))
            before += step
            bins.append(
                Bin(
                    place: before, weight: try reader.whole(1...StoredBounds.sum.upperBound),
                    square: try reader.whole(StoredBounds.sum),
                    product: try reader.whole(StoredBounds.sum)))
        }
        guard weight == bins.reduce(0, { $0 + $1.weight }),
            massSquare == bins.reduce(0, { $0 + $1.square }),
            massSquare == bins.reduce(0, { $0 + $1.product }), bins.isEmpty || least <= most
        else { throw UnreadableNumbers() }
        // Rounding costs each run less than one unit of mass.
        let lost = weight - mass * unit
        guard mass >= 0, lost >= 0, lost <= Int128(runs) * (unit - 1) else {
            throw UnreadableNumbers()
        }
    }
}
