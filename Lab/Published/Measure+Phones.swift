import DeviceModel
import Kernel
import Profiles
import Studies
import Traces

extension Measure {
    static let phones = [
        Measure(
            "battery-hours",
            "Hours that a full battery lasts: in standby, or with music.",
            .needed("device"), .needed("of")
        ) { arguments, library in
            let device = try library.loadDevice(arguments.profile("device")).value
            let draw: Milliwatts = try arguments.choice(
                "of",
                of: ["standby": device.floor, "music": device.floor + device.audioPlaying])
            return device.battery.energy.magnitude / 3600 / draw.magnitude
        },
        Measure(
            "scenario",
            "The mean of a metric of a policy, or of the sum of several, over first "
                + "replications; with `less` the difference from another policy in the same "
                + "worlds.",
            .needed("scenario"), .needed("policy"), .needed("metric"),
            .usual("less", ""), .usual("replications", "100")
        ) { arguments, library in
            let scenario = try library.loadScenario(arguments.profile("scenario")).scenario
            let count = try arguments.count("replications")
            let metrics = try metrics(arguments)
            let mean = try mean(of: metrics, arguments, "policy", scenario, count)
            if arguments.text("less").isEmpty { return mean }
            return try mean - Self.mean(of: metrics, arguments, "less", scenario, count)
        },
    ]

    private static func metrics(_ arguments: MeasureArguments) throws(InputError) -> [Metric] {
        var metrics: [Metric] = []
        for name in arguments.text("metric").split(separator: "+") {
            guard let metric = Metric(rawValue: String(name)) else {
                throw arguments.fault("metric", possible: Metric.allCases.map(\.rawValue))
            }
            metrics.append(metric)
        }
        return metrics
    }

    private static func mean(
        of metrics: [Metric], _ arguments: MeasureArguments, _ key: String, _ scenario: Scenario,
        _ count: Int
    ) throws(InputError) -> Double {
        let name = arguments.text(key)
        guard let policy = scenario.policies.first(where: { $0.name == name }) else {
            throw arguments.fault(key, possible: scenario.policies.map(\.name))
        }
        let plan = RunPlan(scenario, policy: policy.options)
        var sums = metrics.map { _ in 0.0 }
        for replication in 0..<count {
            let result = plan.run(replication: replication)
            for (index, metric) in metrics.enumerated() {
                guard let value = result.metrics[metric] else {
                    throw arguments.fault(
                        "metric",
                        possible: Metric.allCases.filter { result.metrics[$0] != nil }
                            .map(\.rawValue))
                }
                sums[index] += value
            }
        }
        return sums.reduce(0) { $0 + $1 / Double(count) }
    }
}
