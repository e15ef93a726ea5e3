import Kernel
import ModelFixtures
import Testing

@testable import DeviceModel

@Suite struct IntervalSearchTests {
    private func minutes(_ minutes: Double) -> TimeSpan { Fixtures.seconds(60 * minutes) }

    private func options(start: Double = 10, factor: Double = 1.25, atMost: Double = 60)
        -> KeepAliveOptions
    {
        KeepAliveRuns.options(
            every: 60 * start,
            .init(search: KeepAliveOptions.Search(factor: factor, atMost: minutes(atMost))))
    }

    @Test("If the network forgets after 20 min, the search ends at the last shorter interval")
    func knownTimeout() {
        let world = WorldProfile(
            network: NetworkBehaviour(natIdleTimeout: .constant(Seconds(1200))))
        let metrics = KeepAliveRuns.run(options(), world, for: 86_400).metrics
        // 10, 12.5, 15.625 and 19.53 min survive, 24.41 min does not. Handlers run after 10, 22.5,
        // 38.125, 57.656 and 82.07 min, then every 19.53 min in the remaining 1357.93 min.
        #expect(metrics[.keepAlives] == 74)
        #expect(metrics[.connectionLosses] == 1)
        // Dead from 20 min after the fourth message to the new connection.
        let dead = 4.4140625 * 60 - KeepAliveRuns.message + KeepAliveRuns.connecting
        let found = metrics[.unreachableShare]! / 100 * 86_400
        #expect(abs(found - dead) < 1e-3, "\(found) s, not \(dead) s")
    }

    @Test(
        "For any timeout the found interval is within one step of it and keeps the connection",
        arguments: (3...16).map { 3.7 * Double($0) })
    func withinOneStep(timeout: Double) {
        let world = WorldProfile(
            network: NetworkBehaviour(natIdleTimeout: .constant(Seconds(60 * timeout))))
        let searched = KeepAliveRuns.run(options(), world, for: 864_000).metrics
        let known = KeepAliveRuns.run(
            KeepAliveRuns.options(every: 60 * timeout - 5), world, for: 864_000
        ).metrics
        #expect(searched[.connectionLosses] == 1)
        #expect(known[.connectionLosses] == 0)
        // Ten days: the search costs a few keep-alives, and a step of 25 % at most.
        let ratio = searched[.keepAlives]! / known[.keepAlives]!
        #expect(ratio > 0.99 && ratio < 1.25 * 1.03, "\(ratio)")
    }

    @Test("Without a timeout the search reaches the maximum, and starts over in another network")
    func limits() {
        let none = KeepAliveRuns.run(options(), for: 86_400).metrics
        // 10, 12.5, 15.625, 19.53, 24.41, 30.52, 38.15, 47.68, 59.6 min: 258.0 min, then hours.
        #expect(none[.keepAlives] == 28 && none[.connectionLosses] == 0)
        var search = IntervalSearch(
            KeepAliveOptions.Search(factor: 2, atMost: minutes(60)), start: minutes(10),
            least: .zero)
        search.findAlive(after: minutes(10))
        #expect(search.interval == minutes(20))
        search.excuse(isElsewhere: true)
        search.findDead(after: minutes(20))
        #expect(search.interval == minutes(10))
        search.findAlive(after: minutes(10))
        #expect(search.interval == minutes(20), "what was lost by moving was no evidence")
    }

    @Test("A loss during an outage says nothing about silences")
    func outage() {
        var search = IntervalSearch(
            KeepAliveOptions.Search(factor: 2, atMost: minutes(60)), start: minutes(10),
            least: .zero)
        search.findAlive(after: minutes(10))
        search.excuse(isElsewhere: false)
        search.findDead(after: minutes(20))
        search.findAlive(after: minutes(20))
        #expect(search.interval == minutes(40))
    }

    @Test("A silence that other traffic cut short proves nothing")
    func shortSilence() {
        var search = IntervalSearch(
            KeepAliveOptions.Search(factor: 2, atMost: minutes(60)), start: minutes(10),
            least: .zero)
        search.findAlive(after: minutes(9))
        #expect(search.interval == minutes(10))
    }

    @Test("A start that is too long is shortened, down to the system's minimum")
    func startTooLong() {
        var search = IntervalSearch(
            KeepAliveOptions.Search(factor: 2, atMost: minutes(60)), start: minutes(20),
            least: minutes(8))
        search.findDead(after: minutes(20))
        #expect(search.interval == minutes(10))
        search.findDead(after: minutes(10))
        #expect(search.interval == minutes(8))
        search.findAlive(after: minutes(8))
        #expect(search.interval == minutes(8))
    }
}
