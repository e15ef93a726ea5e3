import Foundation
import Profiles
import Studies
import TestSupport
import Testing

@testable import DeviceModel

/// Compares a shipped phone in use with phones in use. No number of the user or of the phone was
/// chosen for these shares; they come from another phone and year, so agreement is only a
/// plausibility check.
struct UsedPhoneTests {
    private static let library = ProfileLibrary(root: Repository.profiles)

    /// Mean of a metric over the first days of `day-in-the-life` with all its apps.
    static func means(_ metrics: [Metric], days: Int) throws -> [Double] {
        let scenario = try library.loadScenario("day-in-the-life").scenario
        let plan = RunPlan(scenario, policy: scenario.policies[0].options)
        var sums = metrics.map { _ in 0.0 }
        for day in 0..<days {
            let result = plan.run(replication: day)
            for (index, metric) in metrics.enumerated() {
                sums[index] += try #require(result.metrics[metric])
            }
        }
        return sums.map { $0 / Double(days) }
    }

    /// 2,000 Galaxy S3 and S4 in everyday use: 45.9 % of the energy is drawn with the screen off,
    /// 28.9 % by apps meanwhile (Chen et al., Smartphone Background Activities in the Wild, MobiCom
    /// 2015, as reported by The Journal and The Epoch Times in September 2015). So 54.1 % is drawn
    /// with the screen on, and 17 % by the sleeping phone.
    ///
    /// Within ten percentage points, because one user and one phone stand for thousands.
    @Test("A day in the life divides its energy as phones in the wild do, within ten points")
    func shares() throws {
        let shares = try Self.means(
            [.displayShare, .foregroundShare, .backgroundShare, .standbyShare], days: 100)
        let inHand = shares[0] + shares[1]
        #expect(abs(inHand - 54.1) < 10, "in hand \(inHand) %")
        #expect(abs(shares[2] - 28.9) < 10, "background \(shares[2]) %")
        #expect(abs(shares[3] - 17) < 10, "standby \(shares[3]) %")
    }

    /// Falaki et al. (MobiSys 2010): 10 to 200 interactions a day of 10 to 250 s, with a median of
    /// an hour a day. The user was built from these figures: a check of arithmetic.
    @Test("The user picks the phone up as often, and for as long, as the input says")
    func arithmetic() throws {
        let use = try Self.means([.pickUps, .inHandShare], days: 100)
        #expect(abs(use[0] - 50) < 3 && abs(use[1] - 100.0 / 24) < 0.5, "\(use)")
    }
}
