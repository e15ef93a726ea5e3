/// How far the silences beside a step leave its place open.
///
/// A timer varies between probes: the network's clock starts with a packet of its own, and a
/// release takes time. Answers on a low wave just after the timer look as before it. Four kinds of
/// silences widen the place, among the nearest on both sides:
///
/// - *Undecided*: neither the slow probes nor the others are a significant majority. If other
///   traffic often wakes the radio, a majority usual in the state suffices.
/// - *Slow already*: before the step, with mostly slow probes.
/// - *Quick still*: after the step, with mostly quick probes, where that is unusual.
/// - *Mixed*: spread as in neither state, because some probes came before the change and some after
///   it.
struct ProbeTransition {
    private let series: ProbeSeries
    /// The spread of each silence's round trips in ms; `nil` for fewer than three.
    private let spreads: [Double?]

    /// The silences examined on each side of a step, which are not used to judge the states.
    static let reach = 5
    /// The quantiles of round trips and of spreads that count as usual.
    private static let most = 0.975
    private static let usualSpread = 0.95
    /// The fewest probes that can have a significant majority.
    private static let fewestProbes = 5
    private static let significance = 0.05
    /// A count of slow probes less probable than this is unusual in the state after.
    private static let unusual = 0.25

    init(_ series: ProbeSeries) {
        self.series = series
        spreads = series.silences.indices.map { position in
            let sorted = series.roundTrips[series.indices(of: position..<(position + 1))].sorted()
            if sorted.count < 3 { return nil }
            // One in five may have met a radio woken by other traffic, or been sent again.
            let left = sorted.count / 5
            return sorted[sorted.count - 1 - left] - sorted[left]
        }
    }

    func span(of index: Int, in boundaries: [Int]) -> (low: Double, high: Double) {
        let range = series.around(index, in: boundaries)
        let place = boundaries[index]
        let before = range.prefix { $0 < place - Self.reach }
        let after = range.suffix(from: min(range.upperBound, place + Self.reach))
        guard !before.isEmpty else { return (series.silences[place - 1], series.silences[place]) }
        let decided = decided(place, in: range, before: before, after: after)
        let mixed = mixed(place, in: range, before: before, after: after)
        return (
            series.silences[min(decided.last, mixed.last)],
            series.silences[max(decided.first, mixed.first)]
        )
    }

    private func decided(
        _ place: Int, in range: Range<Int>, before: Range<Int>, after: Range<Int>
    ) -> (last: Int, first: Int) {
        let sorted = series.roundTrips[series.indices(of: before)].sorted()
        let limit = Summary.quantile(Self.most, ofSorted: sorted) ?? 0
        let behind = slowProbes(after, limit)
        let share = behind.count > 0 ? Double(behind.slow) / Double(behind.count) : 1
        let nearest = max(range.lowerBound, place - Self.reach)
        let farthest = min(range.upperBound - 1, place + Self.reach)
        var (last, first) = (place - 1, place)
        while last > nearest, !isBefore(probes(last, by: -1, in: range, limit)) { last -= 1 }
        if let slow = (nearest + 1..<max(nearest + 1, last)).first(where: { position in
            let (slow, count) = slowProbes(position..<(position + 1), limit)
            return 2 * slow > count
        }) {
            last = slow - 1
        }
        while first < farthest,
            !isAfter(probes(first, by: 1, in: range, limit), usual: share)
        {
            first += 1
        }
        if let quick = (first..<farthest).last(where: { position in
            isStillBefore(slowProbes(position..<(position + 1), limit), usual: share)
        }) {
            first = quick + 1
        }
        return (last, first)
    }

    private func slowProbes(_ positions: Range<Int>, _ limit: Double) -> (slow: Int, count: Int) {
        let values = series.roundTrips[series.indices(of: positions)]
        return (values.count { $0 > limit }, values.count)
    }

    /// The probes after a silence, extended away from the step (`step` −1 or 1) until there are
    /// enough.
    private func probes(
        _ position: Int, by step: Int, in range: Range<Int>, _ limit: Double
    ) -> (slow: Int, count: Int) {
        var (slow, count) = (0, 0)
        var next = position
        while count < Self.fewestProbes, range.contains(next) {
            let more = slowProbes(next..<(next + 1), limit)
            (slow, count) = (slow + more.slow, count + more.count)
            next += step
        }
        return (slow, count)
    }

    private func isBefore(_ probes: (slow: Int, count: Int)) -> Bool {
        Self.chance(ofAtMost: probes.slow, of: probes.count, each: 0.5) <= Self.significance
    }

    private func isAfter(_ probes: (slow: Int, count: Int), usual: Double) -> Bool {
        let quick = probes.count - probes.slow
        if Self.chance(ofAtMost: quick, of: probes.count, each: 0.5) <= Self.significance {
            return true
        }
        return quick < probes.slow
            && Self.chance(ofAtMost: probes.slow, of: probes.count, each: usual) > Self.unusual
    }

    private func isStillBefore(_ probes: (slow: Int, count: Int), usual: Double) -> Bool {
        2 * probes.slow < probes.count
            && Self.chance(ofAtMost: probes.slow, of: probes.count, each: usual)
                <= Self.significance
    }

    /// The binomial probability of at most `few` of `count` with probability `share`.
    private static func chance(ofAtMost few: Int, of count: Int, each share: Double) -> Double {
        guard share < 1 else { return few < count ? 0 : 1 }
        var (probability, sum) = (1.0, 0.0)
        for _ in 0..<count { probability *= 1 - share }
        for number in 0...few {
            sum += probability
            probability *= share / (1 - share) * Double(count - number) / Double(number + 1)
        }
        return sum
    }

    private func mixed(
        _ place: Int, in range: Range<Int>, before: Range<Int>, after: Range<Int>
    ) -> (last: Int, first: Int) {
        var (last, first) = (place - 1, place)
        guard let one = usualSpread(before), let other = usualSpread(after) else {
            return (last, first)
        }
        let most = max(one, other)
        while last > range.lowerBound, let spread = spreads[last], spread > most { last -= 1 }
        while first < range.upperBound - 1, let spread = spreads[first], spread > most {
            first += 1
        }
        return (last, first)
    }

    /// `nil` for fewer than five silences of three probes.
    private func usualSpread(_ positions: Range<Int>) -> Double? {
        let sorted = spreads[positions].compactMap { $0 }.sorted()
        return sorted.count < 5 ? nil : Summary.quantile(Self.usualSpread, ofSorted: sorted)
    }
}
