import Kernel
import ModelFixtures
import Studies
import Testing

@testable import DeviceModel

@Suite struct AppStateTests {
    private static func events(
        _ policies: [PolicyOptions], _ app: AppWorldProfile, calls: Spells? = nil,
        hours: Double = 1
    ) -> [RunEvent] {
        let options = policies.count == 1 ? policies[0] : Fixtures.together(policies)
        let places = policies.count == 1 ? 1 : policies.count + 1
        let scenario = Fixtures.scenario(
            hours: hours,
            world: WorldProfile(
                phoneCalls: calls, apps: Array(repeating: app, count: places)),
            policies: [NamedPolicy(name: "app", options: options)])
        var events: [RunEvent] = []
        _ = RunPlan(scenario, policy: options).run(
            replication: 3, detail: RunDetail(hasTimeline: true)
        ) { events.append($0) }
        return events
    }

    private static func states(_ events: [RunEvent], of app: String = "") -> [AppInterval] {
        events.compactMap {
            guard case .state(let state) = $0, state.app == app else { return nil }
            return state
        }
    }

    private static let poll = RefreshTests.options(
        .poll(every: Fixtures.seconds(900), tolerance: .zero))

    private static let app = AppWorldProfile(
        sessions: Spells(every: .constant(Seconds(600)), duration: .constant(Seconds(60))),
        forceQuits: .constant(Seconds(2000)),
        messages: AppWorldProfile.Items(
            every: .constant(Seconds(500)), size: .constant(Bytes(1000))))

    @Test("SR-001: suspended, opened, called, left, suspended, forced to quit: with its times")
    func lives() {
        let calls = Spells(every: .constant(Seconds(610)), duration: .constant(Seconds(20)))
        let states = Self.states(Self.events([Self.poll], Self.app, calls: calls))
        let begun = states.map { "\($0.state.rawValue) \(Int($0.from.seconds.magnitude))" }
        #expect(begun.prefix(4) == ["suspended 0", "active 600", "inactive 610", "active 630"])
        #expect(begun.contains("not-running 2000"))
    }

    @Test("In random worlds states follow each other without a gap, from start to end")
    func whole() {
        for count in [1, 3] {
            let events = Self.events(
                Array(repeating: Self.poll, count: count), Self.app, hours: 24)
            for name in count == 1 ? [""] : ["app 0", "app 1", "app 2"] {
                let states = Self.states(events, of: name)
                #expect(states.count > 20)
                #expect(states.first?.from == .start)
                #expect(states.last?.until == .start + Fixtures.seconds(86_400))
                for (one, next) in zip(states, states.dropFirst()) {
                    #expect(one.until == next.from && one.state != next.state)
                }
            }
        }
    }

    @Test("In a timeline a state comes after all components whose intervals end no later")
    func order() {
        var last = Instant.start
        for event in Self.events([Self.poll, Self.poll], Self.app, hours: 24) {
            let until: Instant
            switch event {
            case .interval(let posting): until = posting.until
            case .state(let state): until = state.until
            case .moment: continue
            }
            #expect(until >= last)
            last = until
        }
    }
}
