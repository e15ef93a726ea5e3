import Kernel
import ModelFixtures
import Testing

@testable import DeviceModel

/// Tests of refresh as a random process near times of use, with a budget.
@Suite struct RefreshBudgetTests {
    private static let day = 86_400.0

    private func rules(perDay: Int, beforeUse: Double) -> FetchLearningRules {
        var rules = RefreshTests.learning
        rules.budget = RefreshBudget(perDay: perDay, beforeUse: Fixtures.seconds(beforeUse))
        return rules
    }

    private func opportunities(_ rules: FetchLearningRules, seed: UInt64) -> FetchOpportunities {
        FetchOpportunities(
            rules, minimum: .zero,
            stream: RandomStream(StreamKey(seed: seed, replication: 0, purpose: "refresh")))
    }

    /// The times when an app is woken, in seconds.
    private func times(
        _ opportunities: FetchOpportunities, days: Int
    ) -> [Double] {
        var (own, times) = (opportunities, [Double]())
        while own.next < .start + Fixtures.seconds(Double(days) * Self.day) {
            let time = own.next
            own.woken(at: time)
            times.append(time.seconds.magnitude)
        }
        return times
    }

    @Test("IM-005: an app is woken before the times at which it is used, and at no others")
    func nearUse() {
        var known = opportunities(rules(perDay: 1000, beforeUse: 7200), seed: 1)
        known.opened(at: .start + Fixtures.seconds(8.4 * 3600))
        let times = times(known, days: 60).filter { $0 > Self.day }
        #expect(times.count > 300)
        // Times of day count within the day: from 6 to 8 o'clock.
        for time in times {
            let hour = time.truncatingRemainder(dividingBy: Self.day) / 3600
            #expect(hour >= 6 && hour < 8, "at \(hour)")
        }
        var wide = rules(perDay: 1000, beforeUse: 3600)
        wide.budget?.beforeUse = Fixtures.seconds(4 * 3600)
        var other = opportunities(wide, seed: 1)
        other.opened(at: .start + Fixtures.seconds(8.4 * 3600))
        let hours = self.times(other, days: 60).filter { $0 > Self.day }.map {
            $0.truncatingRemainder(dividingBy: Self.day) / 3600
        }
        #expect(hours.allSatisfy { $0 >= 4 && $0 < 8 })
        #expect(hours.contains { $0 < 6 })
    }

    @Test("IM-007: beyond the minimum interval the gaps are exponential with their mean")
    func atRandom() {
        let rules = rules(perDay: 1000, beforeUse: 7200)
        let times = times(opportunities(rules, seed: 2), days: 400)
        let gaps = zip(times.dropFirst(), times).map { $0 - $1 }
        let least = rules.leastInterval.seconds.magnitude
        let mean = gaps.reduce(0, +) / Double(gaps.count) - least
        let first = max(rules.firstInterval, rules.leastInterval).seconds.magnitude
        #expect(abs(mean / first - 1) < 0.05, "\(mean)")
        #expect(gaps.allSatisfy { $0 >= least - 1e-6 })
        // A share of 1/e is longer than the mean; a periodic process would have none.
        let longer = gaps.filter { $0 - least > first }
        let share = Double(longer.count) / Double(gaps.count)
        #expect(abs(share - 0.3679) < 0.03)
    }

    @Test("IM-033: 24 hours have no more wakes than the budget", arguments: 1...6)
    func budget(seed: UInt64) {
        for most in [1, 3, 8] {
            let times = times(
                opportunities(rules(perDay: most, beforeUse: 7200), seed: seed), days: 30)
            #expect(times.count >= most * 20)
            for index in times.indices.dropFirst(most) {
                #expect(times[index] - times[index - most] >= Self.day - 1e-6)
            }
        }
    }
}
