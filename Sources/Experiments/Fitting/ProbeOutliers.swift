import Kernel
import Statistics

extension ProbeFit {
    /// A probe that was left out of the fit, because it tells nothing of the radio's timers.
    public struct Outlier: Equatable, Sendable {
        /// What was measured, with the line that it stands on where that is known.
        public let probe: Probe
        public let reason: Reason

        public enum Reason: Equatable, Sendable {
            /// The answer took no longer than ``ProbeFit/quickest``.
            case quickerThanAnyRadio
            /// The answer took longer than `fence`, and most others after such a silence did not:
            /// a lost packet that was sent again.
            case farAbove(fence: Seconds)
        }
    }

    /// No radio answers so quickly: somewhere on the way an answer was made up, or the clock stood.
    public static let quickest = Seconds(0.001)

    /// A round trip is far above the others of its state beyond the third quartile by three times
    /// the distance of the quartiles: Tukey's "far out" (Exploratory Data Analysis, 1977).
    static let fenceFactor = 3.0

    /// The probes that a radio may have answered, and the others.
    static func parted(_ probes: [Probe]) -> (good: [Probe], outliers: [Outlier]) {
        (
            probes.filter { $0.roundTrip > quickest },
            probes.filter { $0.roundTrip <= quickest }
                .map { Outlier(probe: $0, reason: .quickerThanAnyRadio) }
        )
    }
}

extension ProbeSeries {
    /// The probes far above the others of their state, by their place in the list that the series
    /// was made of, with their fence in ms.
    ///
    /// Where half of a silence's probes are so slow, they are no outliers: it is a state that was
    /// not found. Silences with less than three probes are looked at together with neighbours.
    /// Beside a step some probes come after a timer that others come before: there a probe is an
    /// outlier only if it is one of both states. Else the few that show how early a timer may end
    /// would be left out, and the step's interval begin too late.
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
                let fence = near.reduce(ofStates[state]) {
                    max($0, ofStates[$1], ofStates[$1 + 1])
                }
                for index in indices(of: position..<(position + 1)) { fences[index] = fence }
            }
        }
        return strata.flatMap { stratum in
            let far = stratum.filter { roundTrips[$0] > fences[$0] }
            return 2 * far.count < stratum.count ? far.map { (order[$0], fences[$0]) } : []
        }
    }

    /// Beyond what a state's round trips in ms are far out; at least three tenths of the median
    /// above the third quartile, so that equal round trips make none.
    private func fence(of positions: Range<Int>) -> Double {
        let sorted = roundTrips[indices(of: positions)].sorted()
        guard let low = Summary.quantile(0.25, ofSorted: sorted),
            let median = Summary.quantile(0.5, ofSorted: sorted),
            let high = Summary.quantile(0.75, ofSorted: sorted)
        else { return .infinity }
        return high + ProbeFit.fenceFactor * max(high - low, median / 10)
    }
}
