/// The processor of a power profile: clusters of cores, and a core's draw at each speed.
public struct CPUFigures: Hashable, Sendable {
    public struct Cluster: Hashable, Sendable {
        /// In kernel order, from 0.
        public let number: Int
        public let cores: Int
        /// In mA, added once while any of its cores runs.
        public let shared: Double
        public let sharedElement: String
        public let element: String
        /// By rising speed: kHz, and mA of one running core.
        public let steps: [Step]
    }

    public struct Step: Hashable, Sendable {
        public let speed: Int
        public let current: Double
    }

    /// The whole phone asleep; `nil` where the file does not say.
    public let suspended: PowerFigure?
    /// Added while a wake lock is held and nothing runs.
    public let idle: PowerFigure?
    /// Added once while any core runs.
    public let active: PowerFigure?
    public let clusters: [Cluster]
    /// Whether the names predate Android 7: `cpu.awake` is idle, `cpu.idle` asleep.
    public let hasOldNames: Bool

    public init(_ figures: PowerFigures) {
        let profile = figures.profile
        hasOldNames = profile.element("cpu.awake") != nil && profile.element("cpu.suspend") == nil
        suspended = figures.figure(hasOldNames ? "cpu.idle" : "cpu.suspend")
        idle = figures.figure(hasOldNames ? "cpu.awake" : "cpu.idle")
        // Several values are the currents by speed of an old file.
        active = profile.list("cpu.active").count > 1 ? nil : figures.figure("cpu.active")
        clusters = Self.clusters(profile)
    }

    private static func clusters(_ profile: PowerProfile) -> [Cluster] {
        let cores = profile.list("cpu.clusters.cores").map { Int($0) }
        var clusters: [Cluster] = []
        for number in 0..<max(cores.count, 1) {
            guard let names = names(of: number, in: profile) else { continue }
            let speeds = profile.list(names.speeds)
            let currents = profile.list(names.currents)
            let steps = zip(speeds, currents).map { Step(speed: Int($0), current: $1) }
                .filter { $0.current > 0 }
                .sorted { $0.speed < $1.speed }
            let shared = profile.number(names.shared) ?? 0
            clusters.append(
                Cluster(
                    number: number, cores: cores.indices.contains(number) ? cores[number] : 1,
                    shared: shared, sharedElement: names.shared, element: names.currents,
                    steps: steps))
        }
        return clusters.filter { !$0.steps.isEmpty }
    }

    /// The names of a cluster's speeds and currents; `nil` if the file has none.
    static func names(
        of cluster: Int, in profile: PowerProfile
    ) -> (speeds: String, currents: String, shared: String)? {
        let speeds = "cpu.core_speeds.cluster\(cluster)"
        // Newer names use a cluster's first core.
        let first = Int(profile.list("cpu.clusters.cores").prefix(cluster).reduce(0, +))
        let policy = "cpu.scaling_policy_power.policy\(first)"
        let step = "cpu.scaling_step_power.policy\(first)"
        let shared = "cpu.cluster_power.cluster\(cluster)"
        let possible = [
            (speeds, step, policy), (speeds, "cpu.core_power.cluster\(cluster)", shared),
            ("cpu.speeds.cluster\(cluster)", "cpu.active.cluster\(cluster)", shared),
            ("cpu.speeds", "cpu.active", shared),
        ]
        return possible.first { profile.element($0.0) != nil && profile.element($0.1) != nil }
    }

    /// One core of the cluster with the lowest top speed, at its middle speed.
    public var usualBackground: OperatingPoint? {
        let slow = clusters.min {
            ($0.steps.last?.speed ?? 0, $0.number) < ($1.steps.last?.speed ?? 0, $1.number)
        }
        return slow.map { OperatingPoint(cluster: $0.number, speed: $0.middle.speed, cores: 1) }
    }

    /// One core of the next cluster, at its middle speed.
    public var usualForeground: OperatingPoint? {
        let slow = usualBackground?.cluster
        let other = clusters.first { $0.number != slow } ?? clusters.first
        return other.map { OperatingPoint(cluster: $0.number, speed: $0.middle.speed, cores: 1) }
    }

    /// The current of running cores above awake and idle, with the sum in words.
    ///
    /// By `PowerProfile.java`: active, the cluster's, and each running core's.
    public func current(
        at point: OperatingPoint
    ) throws(OperatingPointError) -> (sum: Double, words: String) {
        func list(_ numbers: [Int]) -> String {
            numbers.map { "\($0)" }.joined(separator: ", ")
        }
        guard let cluster = clusters.first(where: { $0.number == point.cluster }) else {
            throw OperatingPointError(
                message: "the file has no cluster \(point.cluster) with speeds",
                advice: clusters.isEmpty
                    ? "Leave the operating point out: the file has no speeds at all."
                    : "It has \(list(clusters.map(\.number))).")
        }
        guard let step = cluster.steps.first(where: { $0.speed == point.speed }) else {
            throw OperatingPointError(
                message: "cluster \(point.cluster) does not run at \(point.speed) kHz",
                advice: "Its speeds are \(list(cluster.steps.map(\.speed))) kHz.")
        }
        guard (1...max(1, cluster.cores)).contains(point.cores) else {
            throw OperatingPointError(
                message: "cluster \(point.cluster) has no \(point.cores) cores",
                advice: "It has \(cluster.cores).")
        }
        let cores = Double(point.cores) * step.current
        var words: [String] = []
        if let active { words.append("cpu.active \(PlainNumber.text(active.current))") }
        if cluster.shared > 0 {
            words.append("\(cluster.sharedElement) \(PlainNumber.text(cluster.shared))")
        }
        let times = point.cores > 1 ? "\(point.cores) x " : ""
        words.append("\(times)\(cluster.element) \(PlainNumber.text(step.current))")
        return ((active?.current ?? 0) + cluster.shared + cores, words.joined(separator: " + "))
    }
}

extension CPUFigures.Cluster {
    /// The lower of the two middle speeds where their number is even.
    fileprivate var middle: CPUFigures.Step { steps[(steps.count - 1) / 2] }
}

/// Where a processor runs: `0@1098000` is one core of cluster 0 at 1 098 000 kHz, `0@1098000x2`
/// two.
public struct OperatingPoint: Hashable, Sendable, CustomStringConvertible {
    public var cluster: Int
    /// In kHz.
    public var speed: Int
    public var cores: Int

    public init(cluster: Int, speed: Int, cores: Int) {
        (self.cluster, self.speed, self.cores) = (cluster, speed, cores)
    }

    public init?(_ text: String) {
        let halves = text.split(separator: "@", omittingEmptySubsequences: false)
        guard halves.count == 2 else { return nil }
        let parts = halves[1].split(separator: "x", omittingEmptySubsequences: false)
        guard (1...2).contains(parts.count), let cluster = Int(halves[0]),
            let speed = Int(parts[0]), let cores = parts.count == 2 ? Int(parts[1]) : 1,
            cluster >= 0, speed > 0, cores > 0
        else { return nil }
        self.init(cluster: cluster, speed: speed, cores: cores)
    }

    public var description: String { "\(cluster)@\(speed)\(cores == 1 ? "" : "x\(cores)")" }
}

public struct OperatingPointError: Error, Hashable, Sendable {
    public let message: String
    public let advice: String
}
