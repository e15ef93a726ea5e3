import DeviceModel
import Profiles
import Studies

/// A phone that lies there under a shipped system, with one app of rules.
struct StandbyPhone {
    static let device = "pixel-6-2021"

    let library: ProfileLibrary
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

    func run() throws(ProfileFailure) -> DozeRecord {
        let text =
            """
            kind: scenario
            name: standby-phone
            question: What happens?
            device: \(Self.device)
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
        let scenario = try library.scenario("standby-phone", text).scenario
        return RunPlan(scenario, policy: scenario.policies[0].options).dozing(replication: 0)
    }

    /// When deep Doze begins, in minutes: by runs that end sooner and later, to a second.
    ///
    /// - Parameter before: in minutes, within the first idle period.
    func deepIdle(before: Int) throws(ProfileFailure) -> Double {
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
