import EventKernel
import Foundation
import ModelFixtures
import Profiles
import Quantities
import Studies
import TestSupport

@testable import DeviceModel

/// A phone that lies there under a shipped system, with one app of rules.
struct StandbyPhone {
    private static let library = ProfileLibrary(root: Repository.profiles)

    /// What there was in a run.
    struct Outcome {
        let result: RunResult
        /// Windows of Doze: whether deep, and when in hours.
        let windows: [(isDeep: Bool, hours: Double)]
        /// Whether the phone dozes deeply at the end.
        let isDeepIdle: Bool
    }

    var system: String
    var radio = "pixel-6-2021-lte"
    var hours: Double
    /// Lines of an app, as a scenario has them.
    var app: [String]
    /// Whether it is on the way all the time, so that it never dozes deeply.
    var isCarried = false

    /// An app that exchanges something every so often, by an alarm.
    static func keepAlive(seconds: Int, isExempt: Bool) -> [String] {
        [
            "unrestricted: \(isExempt)", "rules:", "  - name: ping",
            "    on: { every: \(seconds) s, by: alarm }",
            "    do: [ request: { up: 80 B, down: 120 B, round-trips: 1, time-out: 10 s } ]",
        ]
    }

    /// A drive that outlasts every run.
    private static let onTheWay =
        "  movement: { wandering: { stay: 1 s, trips: [ { drive: "
        + "{ distance: 5000 km, speed: 20 m/s, block: 400 km } } ] } }"

    /// A job that works all the time that it is given, so that windows last to their limit.
    static let busyJob = [
        "rules:", "  - name: work", "    on: { every: 15 min, by: job, tolerance: 15 min }",
        "    do: [ work: 10 min ]",
    ]

    func run() throws -> Outcome {
        let text =
            """
            kind: scenario
            name: standby-phone
            question: What happens?
            device: pixel-6-2021
            radio: \(radio)
            system: \(system)
            hypothetical: true
            horizon: \(Int((hours * 3600).rounded())) s
            use: standby
            world:
              push-connection: true
            \(isCarried ? Self.onTheWay : "")
            policies:
              - name: app
                app:
            \(app.map { "      " + $0 }.joined(separator: "\n"))
            """
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent(
            "tailwatt-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let file = folder.appendingPathComponent("standby-phone.yaml")
        try Data((text + "\n").utf8).write(to: file)
        let scenario = try Self.library.loadScenario(file.path).scenario
        let plan = RunPlan(scenario, policy: scenario.policies[0].options)
        var run = DeviceRun(plan, replication: 0, record: nil)
        let result = run.run()
        let doze = run.phone.deferrals?.doze
        return Outcome(
            result: result,
            windows: (doze?.windows ?? []).map {
                ($0.isDeep, $0.from.seconds.magnitude / 3600)
            }, isDeepIdle: doze?.isDeepIdle ?? false)
    }

    /// When deep Doze begins, in minutes: by runs that end sooner and later, to a second.
    ///
    /// - Parameter before: in minutes, within the first idle period.
    func deepIdle(before: Int) throws -> Double {
        var (earliest, latest) = (0, 60 * before)
        while latest - earliest > 1 {
            let middle = (earliest + latest) / 2
            var phone = self
            phone.hours = Double(middle) / 3600
            if try phone.run().isDeepIdle { latest = middle } else { earliest = middle }
        }
        return Double(latest) / 60
    }
}
