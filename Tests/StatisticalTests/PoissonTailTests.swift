import Experiments
import Kernel
import ModelFixtures
import Statistics
import Studies
import Testing

@testable import DeviceModel

/// Under Poisson arrivals the tail has a closed form. Each visit to the state after a transfer
/// lasts until the timer T or the next arrival, (1 − e^(−λT)) / λ on average.
@Suite struct PoissonTailTests {
    @Test("The expected tail time per visit is in its interval", arguments: [0.1, 1, 10])
    func tailPerVisit(load: Double) throws {
        // Instant transfers, so that every arrival is one visit: one state that rests, one that
        // carries, no promotion delay.
        let timer = 5.0
        let rate = load / timer
        let radio = Fixtures.valid {
            try RadioProfile(
                name: "poisson", technology: .umts,
                states: [
                    RadioState(name: "IDLE", draw: .constant(.zero)),
                    RadioState(
                        name: "ON", draw: .constant(Milliwatts(1000)),
                        uplink: BitsPerSecond(1e9), downlink: BitsPerSecond(1e9),
                        demotion: Demotion(to: 0, after: Fixtures.seconds(timer))),
                ],
                initial: 0,
                promotions: [
                    Promotion(from: 0, to: 1, delay: .zero, power: .zero, trigger: .data)
                ],
                roundTrip: .zero, transferPower: nil)
        }
        let world = WorldProfile(otherTraffic: [
            TrafficSource(
                every: .exponential(mean: Seconds(1 / rate)), uplink: .constant(.zero),
                downlink: .constant(.zero), roundTrips: 0)
        ])
        // Long enough for a thousand whole visits.
        let visits = 1000
        let scenario = Fixtures.scenario(
            radio: radio, hours: 1.5 * Double(visits) / rate / 3600, world: world,
            policies: [NamedPolicy(name: "none", options: .none)])
        let means = (0..<200).map { replication in
            let result = RecordedRun(scenario, policy: .none, replication: replication)
            let tails = result.timeline.filter {
                result.table.plan.lines[$0.line].kind == .tail
            }.prefix(visits)
            #expect(tails.count == visits)
            return tails.reduce(0) { $0 + ($1.until - $1.from).seconds.magnitude } / Double(visits)
        }
        let expected = (1 - PortableMath.exp(-load)) / rate
        let interval = try #require(Summary(of: means, level: 0.999).interval)
        #expect(interval.contains(expected), "\(interval) does not contain \(expected)")
        #expect(interval.halfWidth < 0.01 * expected)
    }
}
