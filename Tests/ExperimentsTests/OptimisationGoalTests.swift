import DeviceModel
import Experiments
import Testing

@Suite struct OptimisationGoalTests {
    @Test("A goal is a metric, or a sum with weights, however it is spaced")
    func goals() throws {
        #expect(try OptimisationGoal("energy").terms == [.init(metric: .energy)])
        let sum = [
            OptimisationGoal.Term(metric: .energy), .init(weight: 2500, metric: .callsMissed),
        ]
        for text in [
            "energy + 2500 calls-missed", "energy+2500*calls_missed",
            " energy + 2.5e3 * calls-missed",
        ] {
            #expect(try OptimisationGoal(text).terms == sum, "\(text)")
        }
    }

    @Test("The goal of a run is the weighted sum, and nothing where a metric is missing")
    func value() throws {
        let goal = try OptimisationGoal("energy + 100 calls-missed")
        var run = MetricValues()
        run[.energy] = 1000
        #expect(goal.value(of: run) == nil)
        run[.callsMissed] = 3
        #expect(goal.value(of: run) == 1300)
    }

    @Test(
        "What is no goal is refused",
        arguments: [
            "", "energy +", "energy calls-missed", "energy + energy", "0 energy", "1 2 energy",
        ])
    func noGoals(text: String) {
        #expect(throws: GoalError.malformed(text)) { try OptimisationGoal(text) }
    }

    @Test("A percentage of a part is a share of its whole, of a share itself a mean")
    func constraints() throws {
        let missed = try MetricConstraint("calls-missed <= 1 %")
        #expect(missed.whole == .callsOffered && missed.limit == 0.01 && missed.side == .atMost)
        let dead = try MetricConstraint("unreachable-share<=1%")
        #expect(dead.whole == nil && dead.limit == 1)
        let ring = try MetricConstraint("time-to-ring <= 2.5 s")
        #expect(ring.whole == nil && ring.limit == 2.5)
        let few = try MetricConstraint("calls-missed <= 0.2")
        #expect(few.whole == nil && few.limit == 0.2)
        let seen = try MetricConstraint("visits-detected >= 90 %")
        #expect(seen.whole == .visits && seen.side == .atLeast && seen.limit == 0.9)
    }

    @Test("What is no limit is refused, and says why")
    func noConstraints() {
        for text in [
            "", "calls-missed", "calls-missed < 1", "calls-missed <=", "<= 3", "1 <= calls-missed",
            "calls-missed <= 1 <= 2", "calls missed <= 1", "energy <= inf",
        ] {
            #expect(throws: GoalError.self, "\(text)") { try MetricConstraint(text) }
        }
        #expect(throws: GoalError.noShare(.energy)) { try MetricConstraint("energy <= 5 %") }
        #expect(throws: GoalError.wrongUnit("min", .timeToRing)) {
            try MetricConstraint("time-to-ring <= 1 min")
        }
        #expect(throws: GoalError.unknownMetric("cals")) { try MetricConstraint("cals <= 1") }
    }
}
