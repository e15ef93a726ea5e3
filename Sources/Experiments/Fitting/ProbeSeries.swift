/// Round trips in the order of their silences, for the search for steps.
struct ProbeSeries {
    /// Ascending, in seconds.
    let silences: [Double]
    /// In milliseconds, by silence.
    let roundTrips: [Double]
    let order: [Int]
    /// Where each silence's round trips begin, and finally their number.
    let offsets: [Int]
    /// The ranks of the round trips, with mean 0 and variance 1.
    private let scores: [Double]
    /// The class of each round trip, of ``binCount`` equally large classes by rank.
    let bins: [Int]
    /// 2·n^⅓, Rice's rule.
    let binCount: Int

    init(_ probes: [ProbeFit.Probe]) {
        order = probes.indices.sorted { (probes[$0].silence, $0) < (probes[$1].silence, $1) }
        let sorted = order.map { probes[$0] }
        var silences: [Double] = []
        var offsets: [Int] = []
        for (index, probe) in sorted.enumerated() where silences.last != probe.silence.magnitude {
            silences.append(probe.silence.magnitude)
            offsets.append(index)
        }
        self.silences = silences
        self.offsets = offsets + [sorted.count]
        roundTrips = sorted.map { $0.roundTrip.magnitude * 1000 }
        scores = StandardisedRanks(roundTrips).scores
        let count = max(2, Int((2 * PortableMath.power(Double(sorted.count), 1.0 / 3)).rounded()))
        // Equal round trips have equal scores, and so one class.
        let ordered = scores.sorted()
        let limits = (1..<count).map { ordered[$0 * sorted.count / count] }
        bins = scores.map { score in limits.count { $0 <= score } }
        binCount = count
    }

    var cost: MeanShiftCost { MeanShiftCost(scores, offsets: offsets) }

    func indices(of positions: Range<Int>) -> Range<Int> {
        offsets[positions.lowerBound]..<offsets[positions.upperBound]
    }

    /// The positions between the neighbours of a boundary.
    func around(_ index: Int, in boundaries: [Int]) -> Range<Int> {
        let start = index > 0 ? boundaries[index - 1] : 0
        return start..<(index + 1 < boundaries.count ? boundaries[index + 1] : silences.count)
    }

    private var typicalStep: Double {
        let steps = zip(silences, silences.dropFirst()).map { $1 - $0 }.sorted()
        return Summary.quantile(0.5, ofSorted: steps) ?? 0
    }

    /// The default least length of a state in seconds, see ``ProbeFit/Options``.
    var usualStay: Double {
        min((silences[silences.count - 1] - silences[0]) / 10, max(1.5, 5 * typicalStep))
    }

    func positions(spanning stay: Double) -> Int {
        let typical = typicalStep
        guard typical > 0 else { return 1 }
        return max(1, Int(min(1e6, (stay / typical).rounded(.up))))
    }

    /// Resampling groups: one silence, or neighbours with at least three round trips together.
    var strata: [Range<Int>] {
        var strata: [Range<Int>] = []
        var start = 0
        for end in offsets.dropFirst() where end - start >= 3 {
            strata.append(start..<end)
            start = end
        }
        if start < roundTrips.count, let last = strata.popLast() {
            strata.append(last.lowerBound..<roundTrips.count)
        }
        return strata
    }

    /// The indices of probes far above the others of their state, with their fence in ms.
    ///
    /// Where half of a silence's probes are slow, it is an undetected state. Silences with fewer
    /// than three probes are pooled with neighbours. Beside a step a probe must be an outlier of
    /// both states; otherwise probes that show how early a timer may end would be lost.
    func farAbove(states boundaries: [Int]) -> [(probe: Int, fence: Double)] {
        let segments = ChangePoints(count: silences.count, boundaries: boundaries).segments
        let ofStates = segments.map(fence)
        var fences = [Double](repeating: .infinity, count: roundTrips.count)
        for (state, positions) in segments.enumerated() {
            for position in positions {
                let near = boundaries.indices.filter {
                    (boundaries[$0] - ProbeTransition.reach..<boundaries[$0]
                        + ProbeTransition.reach).contains(position)
                }
                let fence = near.reduce(ofStates[state]) { max($0, ofStates[$1], ofStates[$1 + 1]) }
                for index in indices(of: position..<(position + 1)) { fences[index] = fence }
            }
        }
        return strata.flatMap { stratum in
            let far = stratum.filter { roundTrips[$0] > fences[$0] }
            return 2 * far.count < stratum.count ? far.map { (order[$0], fences[$0]) } : []
        }
    }

    /// At least three tenths of the median above the third quartile, so that equal round trips have
    /// no outliers.
    private func fence(of positions: Range<Int>) -> Double {
        let sorted = roundTrips[indices(of: positions)].sorted()
        guard let low = Summary.quantile(0.25, ofSorted: sorted),
            let median = Summary.quantile(0.5, ofSorted: sorted),
            let high = Summary.quantile(0.75, ofSorted: sorted)
        else { return .infinity }
        return high + ProbeFit.fenceFactor * max(high - low, median / 10)
    }
}

/// The steps of a series: where round trips become longer.
struct ProbeSteps {
    /// Round trips after a step exceed those before it in at least three of four pairs.
    ///
    /// A significance test would, with more probes, find the waves of paging cycles within a state.
    static let leastEffect = 0.75
    /// A doubled median is a step even below ``leastEffect``.
    ///
    /// No wave shorter than the segments on both sides doubles it, and frequent other traffic can
    /// hide an obvious step from ``leastEffect``.
    static let surelyLonger = 2.0

    private let series: ProbeSeries
    private let minimumLength: Int

    init(_ series: ProbeSeries, minimumLength: Int) {
        (self.series, self.minimumLength) = (series, minimumLength)
    }

    func find() -> [Int] {
        let cost = series.cost
        let changes = ChangePoints(
            count: series.silences.count, penalty: penalty, minimumLength: minimumLength
        ) { cost($0) }
        var boundaries = changes.boundaries
        while let weakest = weakest(of: boundaries) {
            boundaries.remove(at: weakest)
            boundaries = relocated(boundaries, by: cost)
        }
        return placed(split(boundaries, by: cost))
    }

    /// Adds a boundary in each state whose best one doubles the median.
    ///
    /// Ranks show little where other traffic answers for half of the probes, so Schwarz's 2 ln n
    /// suffices here.
    private func split(_ boundaries: [Int], by cost: MeanShiftCost) -> [Int] {
        let states = ChangePoints(count: series.silences.count, boundaries: boundaries).segments
        var found = boundaries
        for state in states where state.count >= 2 * minimumLength {
            guard
                let place = ChangePoints.best(
                    in: state, minimumLength: minimumLength, cost: { cost($0) })
            else { continue }
            let gain = cost(state) - cost(state.lowerBound..<place) - cost(place..<state.upperBound)
            let places = (boundaries + [place]).sorted()
            guard gain > penalty * 2 / 3, let index = places.firstIndex(of: place) else { continue }
            if isSurelyLonger(index, in: places) { found.append(place) }
        }
        return found.sorted()
    }

    /// Moves each boundary to its likeliest place between its neighbours, until none moves.
    ///
    /// The round trips on both sides give class probabilities before and after, p and q (plus half
    /// a count, after Jeffreys). A probe speaks for "after" by ln(q / p) of its class; the boundary
    /// minimises the sum before it. Mean ranks would put a quick answer of a deeper state before
    /// the boundary, even one slower than any in the state before.
    /// - Parameter drawn: The round trips to use instead of the series' own.
    func placed(_ boundaries: [Int], drawn: [Int]? = nil) -> [Int] {
        let bins = drawn.map { $0.map { series.bins[$0] } } ?? series.bins
        var places = boundaries
        for _ in 0..<10 {
            let before = places
            for index in places.indices {
                places[index] = likeliest(places[index], in: series.around(index, in: places), bins)
            }
            if places == before { break }
        }
        return places
    }

    /// The places that are nearly as likely for a boundary as the best one.
    ///
    /// Their log likelihood is within half the χ² quantile (one degree of freedom) of the best. A
    /// silence counts once, by the mean of its probes, because repeated rounds meet equal waves and
    /// tell no more about their places.
    func support(of index: Int, in boundaries: [Int], level: Double) -> ClosedRange<Int> {
        let range = series.around(index, in: boundaries)
        let (start, place) = (range.lowerBound, boundaries[index])
        let sums = runningWeights(place, in: range, series.bins, isMean: true)
        let normal = StandardNormal.quantile((1 + level) / 2)
        let allowed = allowedPlaces(range)
        let bound = sums[place - start] + normal * normal / 2
        func isSupported(_ other: Int) -> Bool {
            allowed.contains(other) && sums[other - start] <= bound
        }
        var (first, last) = (place, place)
        while isSupported(first - 1) { first -= 1 }
        while isSupported(last + 1) { last += 1 }
        return first...last
    }

    private func likeliest(_ place: Int, in range: Range<Int>, _ bins: [Int]) -> Int {
        let sums = runningWeights(place, in: range, bins, isMean: false)
        let allowed = allowedPlaces(range)
        return allowed.min { sums[$0 - range.lowerBound] < sums[$1 - range.lowerBound] } ?? place
    }

    private func allowedPlaces(_ range: Range<Int>) -> ClosedRange<Int> {
        let least = min(minimumLength, range.count / 2)
        return (range.lowerBound + least)...(range.upperBound - least)
    }

    /// For each place in `range`, the evidence for "after" of the probes before it.
    private func runningWeights(
        _ place: Int, in range: Range<Int>, _ bins: [Int], isMean: Bool
    ) -> [Double] {
        let before = probabilities(range.lowerBound..<place, bins)
        let after = probabilities(place..<range.upperBound, bins)
        let weights = zip(before, after).map { PortableMath.log($1 / $0) }
        var sums = [0.0]
        for position in range {
            let indices = series.indices(of: position..<(position + 1))
            let sum = indices.reduce(0) { $0 + weights[bins[$1]] }
            sums.append(sums[sums.count - 1] + (isMean ? sum / Double(indices.count) : sum))
        }
        return sums
    }

    private func probabilities(_ positions: Range<Int>, _ bins: [Int]) -> [Double] {
        var counts = [Double](repeating: 0.5, count: series.binCount)
        let indices = series.indices(of: positions)
        for index in indices { counts[bins[index]] += 1 }
        let total = Double(indices.count) + 0.5 * Double(series.binCount)
        return counts.map { $0 / total }
    }

    private func relocated(_ boundaries: [Int], by cost: MeanShiftCost) -> [Int] {
        var places = boundaries
        for index in places.indices {
            let range = series.around(index, in: places)
            places[index] =
                ChangePoints.best(
                    in: range, minimumLength: min(minimumLength, range.count / 2)
                ) { cost($0) } ?? places[index]
        }
        return places
    }

    /// The probability that a round trip after a boundary exceeds one before it.
    func effect(of index: Int, in boundaries: [Int]) -> Double {
        let segments = ChangePoints(count: series.silences.count, boundaries: boundaries).segments
        let (before, after) = (segments[index], segments[index + 1])
        return RankComparison.probabilityOfGreater(
            Array(series.roundTrips[series.indices(of: after)]),
            than: Array(series.roundTrips[series.indices(of: before)])) ?? 0.5
    }

    /// 3 ln n: a level and a place, by the modified Schwarz criterion.
    private var penalty: Double { 3 * PortableMath.log(Double(series.roundTrips.count)) }

    private func weakest(of boundaries: [Int]) -> Int? {
        boundaries.indices.map { (index: $0, effect: effect(of: $0, in: boundaries)) }
            .filter { $0.effect < Self.leastEffect && !isSurelyLonger($0.index, in: boundaries) }
            .min { $0.effect < $1.effect }?.index
    }

    private func isSurelyLonger(_ index: Int, in boundaries: [Int]) -> Bool {
        let medians = ChangePoints(count: series.silences.count, boundaries: boundaries)
            .segments[index...(index + 1)]
            .map {
                Summary.quantile(0.5, ofSorted: series.roundTrips[series.indices(of: $0)].sorted())
            }
        guard let before = medians[0], let after = medians[1] else { return false }
        return after >= Self.surelyLonger * before
    }
}

extension ProbeFit {
    /// A probe left out because it tells nothing about the timers.
    public struct Outlier: Equatable, Sendable {
        public let probe: Probe
        public let reason: Reason

        public enum Reason: Equatable, Sendable {
            case quickerThanAnyRadio
            /// The answer exceeded `fence`, unlike most after that silence: probably a
            /// retransmission.
            case farAbove(fence: Seconds)
        }
    }

    /// No radio answers this quickly: something on the way answered instead, or the clock stood.
    public static let quickest = Seconds(0.001)

    /// Tukey's "far out": three quartile distances above the third quartile (Exploratory Data
    /// Analysis, 1977).
    static let fenceFactor = 3.0

    static func parted(_ probes: [Probe]) -> (good: [Probe], outliers: [Outlier]) {
        (
            probes.filter { $0.roundTrip > quickest },
            probes.filter { $0.roundTrip <= quickest }
                .map { Outlier(probe: $0, reason: .quickerThanAnyRadio) }
        )
    }
}
