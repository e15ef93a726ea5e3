import Foundation
import Studies
import TestSupport
import Testing

@testable import DeviceModel
@testable import Profiles

/// Tests that the advice with a refused policy names a system on which it runs.
@Suite struct SystemAdviceTests {
    private static let library = ProfileLibrary(root: Repository.profiles).remembering

    private static let systems = [
        "ios-3", "ios-5", "ios-8", "ios-16", "android-4", "android-8", "android-14",
    ]

    /// Policies that some system refuses, keyed by what the system lacks.
    private static let policies = [
        "keep-alive: { interval: 10 min }", "keep-alive: { interval: 1 min }",
        "keep-alive: { interval: 10 min, transport: udp }",
        "push: {}", "background-fetch: {}", "remote-notification: {}", "newsstand: {}",
        "app: { rules: [ { name: r, on: { every: 1 h, by: alarm }, do: [ stop ] } ] }",
        "app: { rules: [ { name: r, on: { every: 1 h, by: widget }, do: [ stop ] } ] }",
        "app: { rules: [ { name: r, on: { every: 1 h, by: job }, do: [ stop ] } ] }",
        "app: { rules: [ { name: r, on: { every: 1 h, by: processing }, do: [ stop ] } ] }",
        "app: { rules: [ { name: r, on: { visit: both }, do: [ stop ] } ] }",
        "app: { rules: [ { name: r, on: { low-power: true }, do: [ stop ] } ], kept-by: audio }",
        "app: { rules: [ { name: r, on: launched, do: [ stop ] } ], kept-by: location }",
        "app: { rules: [ { name: r, on: launched, do: [ stop ] } ], kept-by: data-sync }",
        "app: { rules: [ { name: r, on: launched, do: [ stop ] } ], kept-by: media-processing }",
        "app: { declares: [voip-push], rules: [ { name: r, on: message, do: [ ring ] } ] }",
        "app: { declares: [bluetooth-peripheral], rules: [ { name: r, on: item, do: [ stop ] } ] }",
        "standard: { accuracy: best, deferred: { distance: 1 km } }",
        "standard: { accuracy: best, pauses: true }",
        "gps-continuous: {}", "recording: {}",
    ]

    private static func text(_ policy: String, _ system: String) -> String {
        """
        kind: scenario
        name: ask
        question: q
        device: iphone-4s
        radio: umts-att-2010
        system: \(system)
        hypothetical: true
        horizon: 2 h
        use: standby
        world:
          movement: city-walker
          cells: umts-urban
          nat-idle-timeout: 1 h
          nat-idle-timeout-udp: 1 h
          incoming-calls: { every: 1 h }
          recordings: { every: 1 h, duration: 1 min }
          messages: { every: 1 h, size: 1 kB }
        policies:
          - { name: p, \(policy) }

        """
    }

    private static func load(_ text: String) throws -> LoadedScenario {
        let file = FileManager.default.temporaryDirectory
            .appending(path: "system-advice-\(UUID()).yaml")
        try Data(text.utf8).write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        return try library.loadScenario(file.path)
    }

    private static func failure(_ policy: String, _ system: String) throws -> String? {
        do {
            _ = try load(text(policy, system))
            return nil
        } catch let failure as ProfileFailure { return failure.description }
    }

    @Test("The system that a refusal names accepts the policy")
    func worksThere() throws {
        var named = 0
        for policy in Self.policies {
            for system in Self.systems {
                guard let message = try Self.failure(policy, system) else { continue }
                let words = message.split(whereSeparator: \.isWhitespace).joined(separator: " ")
                guard
                    let found = words.firstMatch(
                        of: /(?:allows it is|allows it;) ((?:ios|android)-[0-9]+)/)
                else { continue }
                named += 1
                let other = String(found.1)
                #expect(system.hasPrefix("ios") == other.hasPrefix("ios"), "\(system): \(words)")
                #expect(try Self.failure(policy, other) == nil, "\(system): \(words)")
            }
        }
        #expect(named >= 30)
    }

    @Test("A note names the systems whose timer does not call gps-periodic")
    func periodicPositions() throws {
        for system in Self.systems where system != "ios-3" {
            let text = Self.text("gps-periodic: { every: 5 min }", system)
            let loaded = try Self.load(text)
            let rules = loaded.scenario.system
            let positions = rules.standardLocation
            let isTold = loaded.notes.contains { $0.contains("looking for positions") }
            #expect(isTold == !(positions.keepsRunning || positions.wakesByTimer), "\(system)")
        }
    }

    @Test("Profiles that messages name exist")
    func profilesExist() throws {
        let names = Set(
            ProfileKind.allCases.flatMap { Self.library.names(of: $0) } + ["wi-fi-radio"])
        let pattern =
            /such as ((?:ios|android|iphone|pixel|galaxy|lte|nr|umts|wifi|office|city)-[a-z0-9-]+)/
        let root = Repository.url("Sources")
        for name in try FileManager.default.subpathsOfDirectory(atPath: root.path).sorted()
        where name.hasSuffix(".swift") {
            let text = try String(contentsOf: root.appending(path: name), encoding: .utf8)
            for match in text.matches(of: pattern) {
                #expect(names.contains(String(match.1)), "\(name): \(match.0)")
            }
        }
    }
}
