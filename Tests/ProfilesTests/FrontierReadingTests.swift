import Kernel
import Studies
import Testing

@testable import DeviceModel
@testable import Profiles

@Suite struct FrontierReadingTests {
    private static let head = """
        kind: scenario
        name: test
        question: Which are worth it?
        device: phone
        radio: umts
        system: ios-4
        horizon: 24 h
        policies:
          - { name: alone, keep-alive: { interval: 29 min } }

        """

    private func load(_ frontier: String) throws -> LoadedScenario {
        let source = try SourceText(
            path: Corpus.path("good/test.yaml"), bytes: [UInt8]((Self.head + frontier).utf8))
        return try Corpus.library.scenario(
            OpenedFile(source: source, label: "test.yaml", name: nil), ScenarioOverrides())
    }

    private func names(_ policies: String) throws -> [String] {
        try load("frontier: { error: calls-missed, policies: [\(policies)] }")
            .requiredFrontier().frontier.variants.map(\.policy.name)
    }

    @Test("All combinations, the last option fastest, are named by what varies")
    func factorial() throws {
        #expect(
            try names("{ keep-alive: { interval: [10 min, 15 min], handler-time: [1 s, 2.5 s] } }")
                == [
                    "keep-alive interval=10min handler-time=1s",
                    "keep-alive interval=10min handler-time=2.5s",
                    "keep-alive interval=15min handler-time=1s",
                    "keep-alive interval=15min handler-time=2.5s",
                ])
    }

    @Test("A constant option is not in the name; a list of one value is")
    func names() throws {
        #expect(try names("{ keep-alive: { interval: 10 min } }") == ["keep-alive"])
        #expect(
            try names("{ name: mine, keep-alive: { interval: [10 min] } }")
                == ["mine interval=10min"])
        #expect(
            try names("{ none: {} }, { name: p, keep-alive: { interval: [10 min, 15 min] } }")
                == ["none", "p interval=10min", "p interval=15min"])
    }

    @Test("Values may have a source, contain values, or be mappings")
    func nested() throws {
        #expect(
            try names(
                "{ keep-alive: { interval: { value: [10 min, 15 min], assumption: x } } }")
                == ["keep-alive interval=10min", "keep-alive interval=15min"])
        #expect(
            try names(
                "{ keep-alive: { interval: [{ value: 10 min, assumption: x }, 15 min] } }")
                == ["keep-alive interval=10min", "keep-alive interval=15min"])
        #expect(
            try names(
                "{ keep-alive: { interval: 10 min, message: { uplink: [1 kB, 2 kB] } } }")
                == ["keep-alive message.uplink=1kB", "keep-alive message.uplink=2kB"])
        #expect(
            try names(
                "{ keep-alive: { interval: 10 min, message: [{ uplink: 9 B }, "
                    + "{ downlink: 8 B }] } }"
            )
                == ["keep-alive message=uplink=9B", "keep-alive message=downlink=8B"])
    }

    @Test("The values reach the policies, and the scenario's own policies stay")
    func values() throws {
        let loaded = try load(
            """
            frontier:
              cost: { metric: hours-to-empty, better: larger }
              error: calls-missed
              policies: [{ keep-alive: { interval: [10 min, 15 min] } }]
            """)
        #expect(loaded.scenario.policies.map(\.name) == ["alone"])
        let frontier = try loaded.requiredFrontier().frontier
        #expect(frontier.cost == Objective(.hoursToEmpty, better: .larger))
        #expect(frontier.error == Objective(.callsMissed))
        let intervals = frontier.days[0].scenario.policies.map { policy in
            if let options = policy.options.options(as: KeepAliveOptions.self) {
                options.interval.seconds.magnitude
            } else {
                0.0
            }
        }
        #expect(intervals == [600, 900])
    }

    @Test("The family's numbers count only for the frontier, each once")
    func provenance() throws {
        let family = "policies: [{ keep-alive: { interval: [10 min, 15 min] } }] }"
        let loaded = try load("frontier: { error: calls-missed, \(family)")
        let without = try load("")
        #expect(loaded.files[0].provenance == without.files[0].provenance)
        let entries = try loaded.requiredFrontier().files[0].provenance
        #expect(!entries.contains { $0.path.hasPrefix("policies[") })
        let intervals = entries.filter { $0.path.hasSuffix(".interval") }
        #expect(intervals.map(\.text) == ["10 min", "15 min"])
        #expect(entries.count { $0.path.hasSuffix(".handler-time") } == 1)
    }

    @Test("A family of two hundred is read, one more is refused, and ten to the thirtieth at once")
    func limits() throws {
        func list(_ count: Int) -> String {
            "[" + (0..<count).map { "\(600 + $0) s" }.joined(separator: ", ") + "]"
        }
        #expect(try names("{ keep-alive: { interval: \(list(200)) } }").count == 200)
        #expect(throws: ProfileFailure.self) {
            try names("{ keep-alive: { interval: \(list(200)) } }, { none: {} }")
        }
        let options = (0..<30).map { "o\($0): [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]" }
        let failure = #expect(throws: ProfileFailure.self) {
            try names("{ keep-alive: { \(options.joined(separator: ", ")) } }")
        }
        #expect(failure?.description.contains("more than 200 policies together") ?? false)
    }

    @Test("A scenario without a frontier is reported")
    func none() throws {
        #expect(throws: ProfileFailure.self) { try load("").requiredFrontier() }
    }

    @Test("A fault that several policies share is reported once")
    func once() throws {
        let failure = #expect(throws: ProfileFailure.self) {
            try names("{ keep-alive: { interval: [10 min, 15 min], handler-time: 4 sex } }")
        }
        #expect(failure?.diagnostics.count == 1)
    }
}
