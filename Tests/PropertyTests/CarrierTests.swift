import Foundation
import Kernel
import ModelFixtures
import Profiles
import Studies
import TestSupport
import Testing

@testable import DeviceModel

/// Tests of the scenario `safe-interval` on each of the 73 measured carriers.
@Suite struct CarrierTests {
    /// How long each carrier keeps an idle connection, in seconds: four within five minutes, seven
    /// more within ten, and 62 at the midpoints of equal shares of a lognormal law about 45 minutes
    /// with a sigma of 0.5 (Wang et al., SIGCOMM 2011, NA-002 and NA-003; the law is the scenario's
    /// assumption).
    private static let carriers: [Double] = {
        let hasty = (0..<4).map { (place: Int) -> Double in 60 + 60 * (Double(place) + 0.5) }
        let impatient = (0..<7).map { (place: Int) -> Double in
            300 + 300.0 / 7 * (Double(place) + 0.5)
        }
        let patient = (0..<62).map { index in
            // The standard normal quantile, by bisection of erf.
            let share = (Double(index) + 0.5) / 62
            var (low, high) = (-5.0, 5.0)
            for _ in 0..<60 {
                let middle = (low + high) / 2
                if 0.5 * (1 + erf(middle / 2.0.squareRoot())) < share {
                    low = middle
                } else {
                    high = middle
                }
            }
            return 2700 * exp(0.5 * low)
        }
        return hasty + impatient + patient
    }()

    private static let library = ProfileLibrary(root: Repository.profiles).remembering

    /// The calls that a policy missed behind a carrier in a number of days.
    private static func missed(_ policy: String, _ carrier: Double, days: Int) throws -> Double {
        let edit = try ValueEdit("world.nat-idle-timeout=\(carrier) s")
        let scenario = try library.loadScenario(
            "safe-interval", overrides: ScenarioOverrides(edits: [edit])
        ).scenario
        #expect(scenario.world.network.natIdleTimeout == .constant(Seconds(carrier)))
        let options = try #require(scenario.policies.first { $0.name == policy }).options
        return (0..<days).reduce(0) { sum, day in
            sum + (scenario.run(options, replication: day).metrics[.callsMissed] ?? .nan)
        }
    }

    /// A ping each ten minutes finds dead connections exactly where the network forgets within ten
    /// minutes; one each five, at the four carriers that forget within five; one each four, at the
    /// three that forget within 240 s. The timeouts nearest to the intervals leave 30 s dead of
    /// each 240, 30 s of each 300, or 21 s of each 600. About 24 calls come in each of 40 days, so
    /// missing none of them has a probability of 1e-14 at most.
    @Test(
        "Calls are missed behind exactly the carriers that forget before the next ping",
        arguments: [("45-s", 45.0, 0), ("4-min", 240, 3), ("5-min", 300, 4), ("10-min", 600, 11)])
    func exactly(policy: String, interval: Double, count: Int) throws {
        #expect(Self.carriers.count == 73)
        #expect(Self.carriers.count { $0 < interval } == count)
        for carrier in Self.carriers {
            let missed = try Self.missed(policy, carrier, days: carrier < 700 ? 40 : 5)
            #expect((missed > 0) == (carrier < interval), "\(policy), \(carrier) s: \(missed)")
        }
    }
}
