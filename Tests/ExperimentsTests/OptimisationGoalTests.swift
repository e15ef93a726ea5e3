import Statistics
import Testing

@testable import DeviceModel
@testable import Experiments
@testable import Studies

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

    @Test("The goal of a run is the weighted sum, and nil if a metric is missing")
    func value() throws {
        let goal = try OptimisationGoal("energy + 100 calls-missed")
        var run = MetricValues()
        run[.energy] = 1000
        #expect(goal.value(of: run) == nil)
        run[.callsMissed] = 3
        #expect(goal.value(of: run) == 1300)
    }

    @Test(
        "An invalid goal is refused",
        arguments: [
            "", "energy +", "energy calls-missed", "energy + energy", "0 energy", "1 2 energy",
            "energy + 1e13 calls-missed", "-1e-13 energy", "nan energy",
        ])
    func noGoals(text: String) {
        #expect(throws: GoalError.malformed(text)) { try OptimisationGoal(text) }
    }

    @Test("A percentage of a part is a share of its whole; of a share it is a mean")
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

    @Test("An invalid limit is refused with the reason")
    func noConstraints() throws {
        for text in [
            "", "calls-missed", "calls-missed < 1", "calls-missed <=", "<= 3", "1 <= calls-missed",
            "calls-missed <= 1 <= 2", "calls missed <= 1", "energy <= inf",
        ] {
            #expect(throws: GoalError.self, "\(text)") { try MetricConstraint(text) }
        }
        #expect(throws: GoalError.noShare(.energy)) { try MetricConstraint("energy <= 5 %") }
        #expect(throws: GoalError.noShare(.radioEnergy)) {
            try MetricConstraint("radio-energy <= 5 %")
        }
        #expect(throws: GoalError.wrongUnit("kg", .timeToRing)) {
            try MetricConstraint("time-to-ring <= 1 kg")
        }
        #expect(try MetricConstraint("time-to-ring <= 1.5 min").limit == 90)
        #expect(try MetricConstraint("energy <= 2 kJ").limit == 2000)
        #expect(try MetricConstraint("drain <= 12 %/day").limit == 0.5)
        #expect(throws: GoalError.unknownMetric("cals")) { try MetricConstraint("cals <= 1") }
    }

    /// One event in thirty runs leaves more uncertainty than none: Garwood's upper ends are 3.69
    /// and 5.57 events. Student's would be 3.05 for one event.
    @Test("A limit on the mean of few events uses the exact interval")
    func fewEvents() throws {
        func estimate(_ text: String, _ values: [Double]) throws -> ConstraintEstimate {
            let parts = values.map { MetricConstraint.Part(amount: $0, count: 1) }
            return ConstraintEstimate(try MetricConstraint(text), parts)
        }
        let none = [Double](repeating: 0, count: 30)
        let one = [1] + none.dropLast()
        let ends = try [none, one].map { values in
            try #require(try estimate("calls-missed <= 0.15", values).interval).high * 30
        }
        #expect((ends[0] - 3.688_879).magnitude < 1e-6)
        #expect((ends[1] - 5.571_643).magnitude < 1e-6)
        #expect(try estimate("calls-missed <= 0.15", none).state == .kept)
        #expect(try estimate("calls-missed <= 0.15", one).state == .open)
        #expect(try estimate("calls-missed <= 0.19", one).state == .kept)
        // Not a count: Student's interval alone.
        let wait = try #require(try estimate("time-to-ring <= 5 s", one).interval)
        #expect(wait == Summary(of: one).interval)
    }
}
