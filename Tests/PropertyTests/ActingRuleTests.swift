import Foundation
import ModelFixtures
import Profiles
import Studies
import TestSupport
import Testing

@testable import DeviceModel

/// Tests that each rule of a shipped system has an effect: some run must change with its value, or
/// be refused.
///
/// It simulates some thousand runs, which takes ten minutes in an unoptimised build.
@Suite struct ActingRuleTests {
    private static let library = ProfileLibrary(
        root: Repository.profiles
    ).remembering

    /// The scenarios in which each group of rules should have an effect.
    private static let scenarios: [String: [String]] = [
        "accessories": ["heart-rate-belt", "beacon-scan"],
        "audio": ["music-and-calls", "podcast", "streaming"],
        "background-fetch": ["background-fetch"],
        "background-transfer": ["photo-backup"],
        "background-work": ["busy-in-the-background"],
        "bluetooth": ["heart-rate-belt"],
        "bluetooth-peripheral": ["heart-rate-belt"],
        "connections": ["voip-udp", "offline-retry", "keep-alive-by-network"],
        "external-accessory": ["heart-rate-belt"],
        "fetch-learning": ["background-fetch", "refresh-today"],
        "keep-alive": ["keep-alive", "voip"],
        "life-cycle": ["photo-upload", "busy-in-the-background", "voip", "background-fetch"],
        "local-notifications": ["reminders"],
        "low-power": ["nearly-empty", "photo-backup"],
        "newsstand": ["newspaper"],
        "own-work": ["doze-at-rest", "vpn-on-iphone"],
        "player": ["music-and-calls", "voice-recorder"],
        "push": ["push-or-poll"],
        "regions": ["high-accuracy-near-a-place", "location"],
        "remote-notification": ["background-fetch"],
        "significant-change": ["location"],
        "standard-location": ["stationary-night", "location", "tracker"],
        "task-completion": ["photo-upload", "photo-backup"],
        "timers": ["push-or-poll", "analytics-flush"],
        "widgets": ["widget-today-ios"],
    ]

    /// Rules without effect in any shipped scenario, each with the first words of the title of a
    /// test in which they have one.
    private static let elsewhere = [
        "bluetooth-peripheral.run-time": "SR-049, SR-050, IO-017: work beyond ten seconds",
        "external-accessory.run-time": "SR-049, SR-050, IO-017: work beyond ten seconds",
        "jobs.first-back-off": "AM-117, AM-118: a job that fails",
        "jobs.idle-after": "AM-114: a job waits for what it needs",
        "jobs.least-flex": "AM-114, AM-115: a shorter period",
        "jobs.least-period": "AM-114, AM-115: a shorter period",
        "jobs.longest-back-off": "AM-117, AM-118: a job that fails",
        "jobs.run-time": "AM-126: a job that runs longer",
        "life-cycle.background-speed": "SR-009: work in the background takes longer",
        "life-cycle.front-goes-first": "SR-009: transfers of the app in front overtake",
        "life-cycle.ends-resource-holders": "An app that is suspended with a shared resource",
        "life-cycle.ends-running-for-room": "SR-004: running apps leave if the system ends",
        "life-cycle.tears-down-sockets": "SR-007: the app reopens each socket",
        "life-cycle.exit-grace": "SR-005: an app that opted out has five seconds",
        "life-cycle.launches.background-fetch": "SR-026, SR-029: only the modes",
        "life-cycle.launches.background-transfer": "SR-026, SR-029: only the modes",
        "life-cycle.launches.newsstand": "SR-026, SR-029: only the modes",
        "life-cycle.launches.region": "SR-026, SR-029: only the modes",
        "life-cycle.launches.remote-notification": "SR-026, SR-029: only the modes",
        "life-cycle.launches.significant-change": "SR-026, SR-029: only the modes",
        "life-cycle.launches.voip-push": "IM-044: a push of a call wakes",
        "life-cycle.relaunches-location-after-force-quit":
            "SR-033: after a force quit only location apps return",
        "life-cycle.relaunches.voip": "SR-035: a VoIP app is launched at boot",
        "low-power.cuts-network": "AM-220: the battery saver",
        "low-power.positions": "AM-222, AM-223: the battery saver",
        "low-power.holds-back-work": "IM-061: refresh waits for a charger if the system holds",
        "low-power.holds-pushes": "IM-043: in Low Power Mode silent",
        "player.remote-control-time": "SR-004, SR-018: a player not playing",
        "player.resumes-after-other-player": "SR-017, SR-020: another player ends it for good",
        "push.keeps": "Messages for a phone that is off are kept",
        "push.keeps-for": "Messages for a phone that is off are kept",
        "push.wi-fi-interval": "On Wi-Fi heartbeats have another interval",
        "regions.run-time": "SR-026, SR-029: an app that does not ask for time",
        "significant-change.run-time": "SR-026, SR-029: an app that does not ask for time",
        "standard-location.rests-beyond": "track: with a time between positions",
        "standard-location.defers-updates": "A service that a system or a phone lacks is refused",
        "visits.after": "IM-080: a visit needs the system's time at rest",
        "visits.within": "IM-080: a visit needs the system's time at rest",
    ]

    /// Such rules of systems from 2014 on.
    private static let elsewhereLater = [
        "accessories.scans.balanced.interval": "R033, R034, R035: a scan draws",
        "accessories.scans.balanced.window": "R033, R034, R035: a scan draws",
        "accessories.scans.low-latency.interval": "R033, R034, R035: a scan draws",
        "accessories.scans.low-latency.window": "R033, R034, R035: a scan draws",
        "accessories.scans.low-power.interval": "R033, R034, R035: a scan draws",
        "accessories.scans.low-power.window": "R033, R034, R035: a scan draws",
        "accessories.scans.long-after": "R041, R042: a long scan",
        "accessories.scans.long-goes-on": "R041, R042: a long scan",
        "accessories.scans.most-behind": "R037: an app that is not",
        "accessories.scans.starts": "R040: of more scans",
        "wi-fi-scans.behind-every": "R046: all apps behind",
        "wi-fi-scans.in-front": "R046: all apps behind",
        "wi-fi-scans.shared": "R047: each app",
        "alerts.light": "R067: a pulse draws",
        "alerts.pulse-time": "R067: a pulse draws",
        "filters-multicast": "R050: Wi-Fi drops",
        "packet-tunnels": "R057: a system without",
        "wi-fi-locks": "R048, R049: a lock",
        "dtim-multiplier": "R051: a sleeping phone",
        "doze.deep.before-alarm-clock": "R012, AM-016, AM-017",
        "alarms.least-interval": "AM-066: an alarm that is sooner",
        "alarms.while-idle": "AM-070, AM-072, AM-074",
        "alarms.while-idle-per": "AM-070, AM-072, AM-074",
        "alarms.while-idle-run": "AM-070, AM-072, AM-074",
        "doze.deep.after-motion": "AM-008: after a motion",
        "doze.deep.first-idle": "AM-001, AM-003, AM-004",
        "doze.deep.first-window": "AM-010, AM-011, AM-012: windows",
        "doze.deep.idle-factor": "AM-014, AM-015: idle periods",
        "doze.deep.inactive": "AM-001, AM-003, AM-004",
        "doze.deep.least-window": "AM-001, AM-003, AM-004",
        "doze.deep.locating": "AM-001, AM-003, AM-004",
        "doze.deep.longest-idle": "AM-014, AM-015: idle periods",
        "doze.deep.longest-window": "AM-010, AM-011, AM-012: windows",
        "doze.deep.pending": "AM-001, AM-003, AM-004",
        "doze.deep.sensing": "AM-001, AM-003, AM-004",
        "doze.deep.window-factor": "AM-010, AM-011, AM-012: windows",
        "doze.ends-by-unlock": "AM-029: a display lit by an alert",
        "doze.light.first-idle": "AM-038, AM-045, AM-046",
        "doze.light.idle-factor": "AM-038, AM-045, AM-046",
        "doze.light.idle-step": "AM-039, AM-040, AM-041",
        "doze.light.inactive": "AM-038, AM-045, AM-046",
        "doze.light.least-budget": "AM-050, AM-051, AM-052",
        "doze.light.least-window": "AM-038, AM-045, AM-046",
        "doze.light.longest-idle": "AM-038, AM-045, AM-046",
        "doze.light.most-budget": "AM-050, AM-051, AM-052",
        "doze.light.pre-idle": "AM-042, AM-043, AM-044",
        "doze.push-exempts": "AM-030, AM-180, AM-181",
        "doze.quick-delay": "AM-034, AM-035, AM-221",
        "doze.light.slack": "AM-057: a window of light",
        "foreground-services.data-sync.per": "A service does not start in the background",
        "foreground-services.data-sync.time": "AM-202, AM-203: a service",
        "foreground-services.lift-job-quotas": "AM-198: until version 15",
        "foreground-services.media-processing.per": "A service does not start in the background",
        "foreground-services.media-processing.time": "AM-202, AM-203: a service",
        "foreground-services.short-service.time": "AM-199: a short service",
        "foreground-services.start-in-background": "A service does not start in the background",
        "foreground-services.work-through-doze": "AM-205: through Doze",
        "frozen-after": "AM-207, AM-208: an app",
        "jobs.batching.delay": "AM-119, AM-120: jobs of apps",
        "jobs.batching.ready": "AM-119, AM-120: jobs of apps",
        "jobs.cellular-batching.delay": "AM-121, AM-122: on a cellular",
        "jobs.cellular-batching.ready": "AM-121, AM-122: on a cellular",
        "jobs.expedited.run-time": "AM-129: a job that begins",
        "jobs.expedited.time-if-exempt": "AM-167, AM-168, AM-169",
        "keep-alive.keeps-sockets": "IM-050: a system that ends",
        "processing.idle-after": "IM-016, IM-018: processing waits",
        "processing.run-time": "IM-014, IM-017, IM-018",
        "processing.used-within": "IM-014, IM-017, IM-018",
        "processing.within": "IM-016, IM-018: processing waits",
        "standard-location.background-every": "AM-209, AM-211: an app",
        "standard-location.refuses-seldom": "R025, R026: single positions",
        "task-completion.allowance": "R006, R007: an exact alarm",
        "task-completion.ends-app": "R001, R003: the wake lock",
        "task-completion.inexact-alarm": "R006, R007: an exact alarm",
        "timers.run-while-asleep": "R021, R022: own timers",
        "standby.active.alarm-window": "AM-086, AM-087, AM-088",
        "standby.active.alarms": "AM-086, AM-087, AM-088",
        "standby.active.expedited-time": "AM-167, AM-168, AM-169",
        "standby.active.job-time": "AM-142, AM-143, AM-144",
        "standby.active.job-window": "AM-142, AM-143, AM-144",
        "standby.active.sessions": "AM-155, AM-157, AM-159",
        "standby.charging-lifts-after": "AM-112, AM-113, AM-197",
        "standby.frequent.after": "AM-096, AM-098, AM-100",
        "standby.frequent.alarm-window": "AM-086, AM-087, AM-088",
        "standby.frequent.alarms": "AM-086, AM-087, AM-088",
        "standby.frequent.expedited-time": "AM-167, AM-168, AM-169",
        "standby.frequent.high-pushes": "AM-176, AM-177: the allowed number",
        "standby.frequent.job-time": "AM-142, AM-143, AM-144",
        "standby.frequent.job-window": "AM-142, AM-143, AM-144",
        "standby.frequent.screen-on": "AM-097, AM-099, AM-101",
        "standby.frequent.sessions": "AM-155, AM-157, AM-159",
        "standby.job-time-per-day": "AM-153: four hours",
        "standby.rare.after": "AM-096, AM-098, AM-100",
        "standby.rare.alarm-window": "AM-086, AM-087, AM-088",
        "standby.rare.alarms": "AM-086, AM-087, AM-088",
        "standby.rare.expedited-time": "AM-167, AM-168, AM-169",
        "standby.rare.high-pushes": "AM-176, AM-177: the allowed number",
        "standby.rare.job-time": "AM-142, AM-143, AM-144",
        "standby.rare.job-window": "AM-142, AM-143, AM-144",
        "standby.rare.network": "AM-175: an app of a bucket",
        "standby.rare.screen-on": "AM-097, AM-099, AM-101",
        "standby.rare.sessions": "AM-155, AM-157, AM-159",
        "standby.restricted.after": "AM-096, AM-098, AM-100",
        "standby.restricted.alarm-window": "AM-086, AM-087, AM-088",
        "standby.restricted.alarms": "AM-086, AM-087, AM-088",
        "standby.restricted.expedited-time": "AM-167, AM-168, AM-169",
        "standby.restricted.high-pushes": "AM-176, AM-177: the allowed number",
        "standby.restricted.job-time": "AM-142, AM-143, AM-144",
        "standby.restricted.job-window": "AM-142, AM-143, AM-144",
        "standby.restricted.network": "AM-175: an app of a bucket",
        "standby.restricted.screen-on": "AM-097, AM-099, AM-101",
        "standby.restricted.sessions": "AM-155, AM-157, AM-159",
        "standby.seen-keeps": "AM-105, AM-106: use makes",
        "standby.session-gap": "AM-155, AM-157, AM-159",
        "standby.working-set.after": "AM-096, AM-098, AM-100",
        "standby.working-set.alarm-window": "AM-086, AM-087, AM-088",
        "standby.working-set.alarms": "AM-086, AM-087, AM-088",
        "standby.working-set.expedited-time": "AM-167, AM-168, AM-169",
        "standby.working-set.job-time": "AM-142, AM-143, AM-144",
        "standby.working-set.job-window": "AM-142, AM-143, AM-144",
        "standby.working-set.screen-on": "AM-097, AM-099, AM-101",
        "standby.working-set.sessions": "AM-155, AM-157, AM-159",
        "voip-push.must-ring.failures": "IM-046: pushes stop after the number of calls",
        "voip-push.must-ring.within": "IM-045: an app that does not ring",
        "voip-push.run-time": "The system sets the time for a push of a call",
    ]

    /// A value of a system's file: `task-completion.limit`, `600 s`.
    private struct Rule {
        let path: String
        let text: String
        let system: String
    }

    /// Every value that a shipped system states, grouped by path.
    private static let rules: [(path: String, rules: [Rule])] = {
        var all: [String: [Rule]] = [:]
        for system in library.names(of: .system) {
            guard let file = try? library.loadSystem(system).file else { continue }
            for entry in file.provenance where entry.origin != .byDefault {
                all[entry.path, default: []].append(
                    Rule(path: entry.path, text: entry.text, system: system))
            }
        }
        return all.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
    }()

    /// Other possible values.
    private static func changes(of text: String) -> [String] {
        switch text {
        case "true": return ["false"]
        case "false": return ["true"]
        case "cell-changes": return ["continuous"]
        case "continuous": return ["cell-changes"]
        default: break
        }
        let digits = text.prefix { $0.isNumber || $0 == "." }
        guard let number = Double(digits) else { return ["10 min"] }
        let unit = text.dropFirst(digits.count)
        if number == 0 { return ["7\(unit)", "900\(unit)", "0.5\(unit)"] }
        return [number * 3, number / 3, number * 0.5, number * 30, 1, number / 100, 0].map {
            $0 == $0.rounded() ? "\(Int($0))\(unit)" : "\($0)\(unit)"
        }
    }

    /// Allows any system on the scenario's device.
    private static let hypothetical = Fixtures.valid { try ValueEdit("hypothetical=true") }

    /// The results of a scenario's runs, or nil if it is refused.
    private static func outcome(
        _ scenario: String, system: String, _ edits: [ValueEdit] = []
    ) -> [String]? {
        let overrides = ScenarioOverrides(system: system, edits: edits + [hypothetical])
        guard let loaded = try? library.loadScenario(scenario, overrides: overrides).scenario
        else { return nil }
        return loaded.policies.map { policy in
            let result = loaded.run(policy.options, replication: 3)
            let metrics = Metric.allCases.map { result.metrics[$0].map { "\($0)" } ?? "" }
            return "\(result.eventCount) \(result.table.totalEnergy.magnitude) \(metrics)"
        }
    }

    /// Whether a change of a rule changes a run, or makes it refused.
    private static func moves(_ rule: Rule, in scenario: String, was: [String]) -> Bool {
        changes(of: rule.text).contains { text in
            guard let edit = try? ValueEdit("system.\(rule.path)=\(text)") else { return false }
            guard let now = outcome(scenario, system: rule.system, [edit]) else {
                // A refusal must come from a policy that needs the rule, not from the reader.
                let overrides = ScenarioOverrides(
                    system: rule.system, edits: [edit, hypothetical])
                return (try? library.loadScenario("w1", overrides: overrides)) != nil
            }
            return now != was
        }
    }

    @Test("Every rule of a shipped system has an effect", arguments: rules.indices)
    func acts(index: Int) {
        let (path, rules) = Self.rules[index]
        guard Self.elsewhere[path] == nil, Self.elsewhereLater[path] == nil else { return }
        let group = String(path.prefix { $0 != "." })
        for scenario in Self.scenarios[group] ?? [] {
            for rule in rules {
                guard let was = Self.outcome(scenario, system: rule.system) else { continue }
                if Self.moves(rule, in: scenario, was: was) { return }
            }
        }
        Issue.record("\(path) of \(rules.map(\.system)) moves nothing in any scenario of \(group)")
    }

    @Test("Every rule that another test covers exists, and so does the test")
    func shownElsewhere() throws {
        let paths = Set(Self.rules.map(\.path))
        #expect(paths.count > 40)
        let texts = try ["DeviceModelTests", "PropertyTests"].flatMap { target in
            let tests = Repository.url("Tests/\(target)")
            return try FileManager.default.contentsOfDirectory(atPath: tests.path)
                .filter { $0.hasSuffix(".swift") && $0 != "ActingRuleTests.swift" }
                .map { try String(contentsOf: tests.appending(path: $0), encoding: .utf8) }
        }
        for (path, title) in Array(Self.elsewhere) + Array(Self.elsewhereLater) {
            #expect(paths.contains(path), "there is no rule \(path)")
            let begins = ["\"\(title)", "\"\"\"\n        \(title)"]
            #expect(
                texts.contains { text in begins.contains { text.contains($0) } },
                "there is no test \(title)")
        }
    }
}
