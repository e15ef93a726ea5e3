import Kernel
import ModelFixtures
import Studies
import Testing

@testable import DeviceModel

/// Tests of the limits on a run, and of the message when it exceeds one.
struct RunBudgetTests {
    private static let apps = [NamedPolicy(name: "app", options: Fixtures.keepAlive(minutes: 10))]

    private func traffic(every seconds: Double, bytes: Double = 10) -> WorldProfile {
        WorldProfile(
            otherTraffic: [
                TrafficSource(
                    every: .constant(Seconds(seconds)), uplink: .constant(.zero),
                    downlink: .constant(Bytes(bytes)), roundTrips: 0)
            ])
    }

    private func run(_ world: WorldProfile, hours: Double, _ budget: RunBudget) -> RunResult {
        let scenario = Fixtures.scenario(hours: hours, world: world, policies: Self.apps)
        return scenario.run(Self.apps[0].options, budget: budget)
    }

    private func budget(events: UInt64 = 1_000_000, waiting: Int = 1000) -> RunBudget {
        var budget = RunBudget.usual
        (budget.events, budget.waiting) = (events, waiting)
        return budget
    }

    @Test("A run is refused at the start if its world alone exceeds the event limit")
    func foreseen() {
        let result = run(traffic(every: 1), hours: 24, budget(events: 10_000))
        guard case .foreseen(let events, 10_000, "other-traffic", let every)? = result.excess else {
            Issue.record("\(String(describing: result.excess))")
            return
        }
        #expect(events == 86_399 && every == Seconds(1) && result.eventCount == 0)
        #expect(result.excess?.message.contains("86400 events") ?? false)
        #expect(run(traffic(every: 1), hours: 2, budget(events: 10_000)).excess == nil)
    }

    @Test("A run ends at the first event beyond its limit, whatever is planned")
    func events() {
        let result = run(traffic(every: 600), hours: 24, budget(events: 200))
        #expect(result.eventCount == 201)
        guard case .events(most: 200, let time)? = result.excess else {
            Issue.record("\(String(describing: result.excess))")
            return
        }
        #expect(time > .start && time.seconds < Seconds(86_400))
        let whole = run(traffic(every: 600), hours: 24, .usual)
        #expect(whole.excess == nil && whole.eventCount > 201)
        // Exactly as many as there are is enough, even past a check of the limit.
        #expect(run(traffic(every: 600), hours: 24, budget(events: whole.eventCount)).excess == nil)
        let long = run(traffic(every: 1), hours: 40, budget())
        #expect(long.excess == nil && long.eventCount > 2 * RunBudget.look)
    }

    @Test("More traffic than a radio can carry ends the run before memory runs out")
    func waiting() {
        let result = run(traffic(every: 0.01, bytes: 1e6), hours: 1, budget())
        guard case .waiting(most: 1000, let time)? = result.excess else {
            Issue.record("\(String(describing: result.excess))")
            return
        }
        #expect(time.seconds < Seconds(1800))
    }

    private func way(_ trip: Trip, stay: Double = 300, days: Double = 1) throws -> Itinerary {
        let profile = Wandering(
            home: Places.munich, stay: .constant(Seconds(stay)), trips: [trip], homing: .zero)
        return Itinerary(
            .profile(.wandering(profile)), from: RandomSource(seed: 1, replication: 0),
            until: .start + TimeSpan(Seconds(days * 86_400)))
    }

    @Test("Pauses beyond the calendar end an itinerary, not the program")
    func calendar() throws {
        let trip = Trip(
            mode: .drive, distance: .constant(Meters(8000)),
            speed: .constant(MetersPerSecond(50 / 3.6)), block: .constant(Meters(1)),
            pause: .constant(Seconds(365 * 86_400)))
        let way = try way(trip)
        #expect(way.excess == nil && way.end < .never)
        #expect((0..<way.legCount).allSatisfy { way.leg($0).begin < way.leg($0).end })
        #expect(way.end.seconds > Seconds(100 * 365 * 86_400))
    }

    @Test("Itineraries that are too long, or have too many corners, are cut short and report it")
    func ways() throws {
        let fast = try Trip(
            mode: .train, distance: .constant(Meters(1e7)),
            speed: .gamma(scale: MetersPerSecond(100_000), shape: 1),
            block: .constant(Meters(1e6)))
        let far = try way(fast, stay: 1, days: 3000)
        guard case .way(_, let length, _)? = far.excess else {
            Issue.record("\(String(describing: far.excess))")
            return
        }
        #expect(length == RunBudget.usual.way && far.length.magnitude < 2e9)
        let slow = Trip(
            mode: .walk, distance: .constant(Meters(1)), speed: .constant(MetersPerSecond(1)),
            block: .constant(Meters(10)))
        let short = try way(slow, stay: 1, days: 30)
        #expect(short.excess != nil && short.legCount <= RunBudget.usual.corners + 3)
    }

    @Test("A backlog is an array with fast removal at its front")
    func backlog() {
        var line = Backlog<Int>()
        var array: [Int] = []
        var dice = RandomSource(seed: 1, replication: 0).stream("backlog")
        for number in 0..<20_000 {
            let isTaken = dice.uniform() < (number < 10_000 ? 0.3 : 0.7)
            if isTaken, !array.isEmpty {
                let place = dice.uniform() < 0.9 ? 0 : Int(dice.next() % UInt64(array.count))
                let (removed, expected) = (line.remove(at: place), array.remove(at: place))
                #expect(removed == expected)
            } else {
                line.append(number)
                array.append(number)
            }
            if number % 1000 == 0 {
                #expect(Array(line) == array && line.first == array.first)
                line.removeAll { $0 % 7 == 0 }
                array.removeAll { $0 % 7 == 0 }
            }
        }
        #expect(Array(line) == array)
    }
}
