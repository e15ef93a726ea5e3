/// A question with all inputs for its answer.
///
/// Validated: the whole input of an experiment.
public struct Scenario: Hashable, Sendable {
    public let name: String
    public let question: String
    public let device: DeviceProfile
    public let radio: RadioProfile
    /// In addition to a cellular radio; `nil`: the phone has one radio.
    public let wifiRadio: RadioProfile?
    public let system: SystemRules
    public let horizon: TimeSpan
    public let world: WorldProfile
    /// At least one; names are unique.
    public private(set) var policies: [NamedPolicy]
    /// The index of the policy that the others are compared with.
    public private(set) var baseline: Int
    public private(set) var replications: ReplicationPlan
    public private(set) var seed: UInt64
    /// `nil`: the author wrote none.
    public private(set) var answer: Answer?

    public init(
        name: String, question: String, device: DeviceProfile, radio: RadioProfile,
        wifiRadio: RadioProfile? = nil, system: SystemRules, horizon: TimeSpan, world: WorldProfile,
        policies: [NamedPolicy], baseline: Int, replications: ReplicationPlan, seed: UInt64,
        answer: Answer? = nil
    ) throws(ScenarioError) {
        (self.name, self.question, self.device, self.radio) = (name, question, device, radio)
        (self.wifiRadio, self.system, self.horizon) = (wifiRadio, system, horizon)
        (self.world, self.policies, self.baseline) = (world, policies, baseline)
        (self.replications, self.seed, self.answer) = (replications, seed, answer)
        try check()
    }

    public var conditions: RunConditions {
        RunConditions(
            device: device, radio: radio, wifiRadio: wifiRadio, system: system, horizon: horizon,
            world: world, seed: seed, isAntithetic: replications.isAntithetic)
    }

    /// A copy without antithetic pairs.
    public var withIndependentReplications: Scenario {
        with(replications.paired(false), seed: seed)
    }

    public func with(_ plan: ReplicationPlan, seed: UInt64) -> Scenario {
        modified(self) { ($0.replications, $0.seed) = (plan, seed) }
    }

    /// A copy with exactly this number of independent replications, from 2.
    public func repeated(_ count: Int, seed: UInt64) -> Scenario {
        with(replications.paired(false).exactly(count), seed: seed)
    }

    /// A copy for a caller that shows no answer, so that its figures need not be known.
    public var withoutAnswer: Scenario { modified(self) { $0.answer = nil } }

    /// A copy for another answer from the same world.
    ///
    /// - `policies`: of this scenario, at least one; the first is the baseline.
    public func asked(_ answer: Answer, of policies: [NamedPolicy]) -> Scenario {
        modified(with(policies: policies)) { $0.answer = answer }
    }

    /// A copy that runs these policies instead, and has no answer.
    ///
    /// - `policies`: at least one, with unique names, each possible in this scenario.
    public func with(policies: [NamedPolicy]) -> Scenario {
        modified(self) { ($0.answer, $0.policies, $0.baseline) = (nil, policies, 0) }
    }

    private func check() throws(ScenarioError) {
        try refuse(
            horizon <= .zero, .scenario,
            "the horizon is \(horizon.seconds), but must be greater than zero")
        try refuse(policies.isEmpty, .scenario, "there is no policy")
        if radio.peer != nil { throw .carriesOnlyPackets(radio, .radio) }
        try checkWiFi()
        try checkUse()
        try refuse(
            world.habits.displayIsAlwaysOn && device.display.ambient == nil, .scenario,
            "the display is always on, but the device \(quoted(device.name)) has no ambient "
                + "display",
            advice: "Leave always-on-display out, or add ambient to the device's display.")
        try checkSignal()
        precondition(policies.indices.contains(baseline), "baseline \(baseline) is no policy")
        try checkRegions()
        for (index, policy) in policies.enumerated() {
            if policies[..<index].contains(where: { $0.name == policy.name }) {
                throw .twoNamed(policy.name, "policies")
            }
            do throws(Refusal) {
                try policy.options.check(system: system, device: device, radio: radio, world: world)
            } catch {
                throw ScenarioError(.scenario, "policy \(quoted(policy.name)): \(error.message)")
            }
        }
    }

    /// The name in results: parts, system and use.
    public var phoneName: String {
        ([device.name, radio.name] + [wifiRadio?.name].compactMap { $0 } + [system.name, useName])
            .joined(separator: ", ")
    }

    private var useName: String {
        guard let user = world.user else { return isBare ? "in bare standby" : "in standby" }
        if user.pickUps == nil { return "in hand in its sessions" }
        return user.name.isEmpty ? "used by its user" : "used by \(user.name)"
    }

    private func checkWiFi() throws(ScenarioError) {
        guard let wifiRadio else {
            try refuse(
                world.wifi != nil, .wifi,
                "there is Wi-Fi in the world, and the phone has no radio for it",
                advice: "Add wi-fi-radio, such as wifi-psm, or leave wi-fi out.")
            return try refuse(
                world.sound?.airPlay != nil && radio.technology != .wifi, .wifi,
                "sound goes to a receiver over Wi-Fi (air-play), and the phone has no radio for "
                    + "that",
                advice: "Add wi-fi-radio, such as wifi-psm, and wi-fi to the world, or leave "
                    + "air-play out.")
        }
        try refuse(
            wifiRadio.technology != .wifi, .wifiRadio,
            "the radio \(quoted(wifiRadio.name)) is no Wi-Fi radio",
            advice: "Choose a Wi-Fi radio, such as wifi-psm.")
        if wifiRadio.peer != nil { throw .carriesOnlyPackets(wifiRadio, .wifiRadio) }
        try refuse(
            radio.technology == .wifi, .radio,
            "the radio \(quoted(radio.name)) is already a Wi-Fi radio, as is wi-fi-radio",
            advice: "Choose a cellular radio, such as umts-att-2010.")
        guard let wifi = world.wifi else {
            throw ScenarioError(
                .ownWiFiRadio, "the world has no Wi-Fi for the radio \(quoted(wifiRadio.name))",
                advice: "Add, for example, wi-fi: { at: [home] } under world.")
        }
        if wifi.needsWork && !world.movement.hasWork { throw .wifiAtNoWork }
    }

    private func checkUse() throws(ScenarioError) {
        guard let user = world.user else { return }
        if user.pickUps == nil {
            try refuse(
                world.opened > .zero, .use,
                "opened is a share of the user's pick-ups, and this user makes none",
                advice: "Choose a user with pick-ups (tailwatt profiles list), or leave opened out."
            )
            try refuse(
                !world.hasSessions, .use,
                "the user has the phone in hand only in sessions, but the world has none",
                advice: "Write use: standby, or choose a user (tailwatt profiles list).")
        }
        try refuse(
            world.opened > Fraction(1), .use,
            "\(world.opened) of the pick-ups open one of the apps, but 100 % are all",
            advice: "Lower some of them: the rest opens other apps.")
    }

    /// A radio without levels is equal at any of the world's.
    private func checkSignal() throws(ScenarioError) {
        let possible = radio.levels.map(\.name)
        if possible.isEmpty { return }
        let wanted = world.signal?.levels.map(\.name) ?? []
        guard let level = wanted.first(where: { !possible.contains($0) }) else { return }
        throw ScenarioError(
            .level(level, among: possible),
            "the radio \(quoted(radio.name)) has no level \(quoted(level))",
            advice: "Its levels are \(enumerated(possible)).")
    }

    /// The system has own work, which this scenario leaves out.
    private var isBare: Bool { system.ownWork != nil && !world.hasOwnWork }

    public var isInStandby: Bool { world.user == nil }

    private func checkRegions() throws(ScenarioError) {
        for (index, region) in world.regions.enumerated() {
            if world.regions[..<index].contains(where: { $0.name == region.name }) {
                throw .twoNamed(region.name, "regions")
            }
            if region.center == .work && !world.movement.hasWork {
                throw .noWork(region: region.name)
            }
        }
    }
}

public struct NamedPolicy: Hashable, Sendable {
    public let name: String
    public let options: PolicyOptions

    public init(name: String, options: PolicyOptions) {
        (self.name, self.options) = (name, options)
    }
}

/// The number of replications of a scenario.
///
/// Replications continue, within `atLeast...atMost`, until the means of `metrics` reach
/// `relativeHalfWidth` for every policy and, if requested, their differences from the baseline
/// reach `pairedHalfWidth`.
public struct ReplicationPlan: Hashable, Sendable {
    /// 2 % of the baseline's mean.
    public static let standardEquivalence = Fraction(0.02)

    public static let most = 10_000_000

    /// At least two: one run has no interval.
    public let atLeast: Int
    public let atMost: Int
    /// At least one, without duplicates.
    public let metrics: [Metric]
    /// The metric of results with one number, unless the user chooses another.
    public var leadingMetric: Metric { metrics[0] }
    /// Half the width of the 95 % interval, over the mean.
    public var relativeHalfWidth: Fraction
    /// Half the width of the 95 % interval of the difference from the baseline, over the
    /// difference; `nil`: not required.
    public var pairedHalfWidth: Fraction?
    /// The largest negligible share of the baseline's mean: above 0, below 1.
    public var equivalence: Fraction
    /// Whether replications come in antithetic pairs (see `RandomSource`); a pair is one value.
    public let isAntithetic: Bool
    /// Replications per independent value.
    public var group: Int { isAntithetic ? 2 : 1 }

    /// - Parameters:
    ///   - atLeast: from 2.
    ///   - atMost: from `atLeast`.
    ///   - metrics: at least one.
    ///   - relativeHalfWidth: above 0.
    ///   - pairedHalfWidth: above 0, or `nil`.
    ///   - equivalence: above 0, below 1.
    ///   - isAntithetic: rounds `atLeast` and `atMost` up to whole pairs, two or more.
    public init(
        atLeast: Int, atMost: Int, metrics: [Metric], relativeHalfWidth: Fraction,
        pairedHalfWidth: Fraction? = nil, equivalence: Fraction = standardEquivalence,
        isAntithetic: Bool = false
    ) {
        precondition(2 <= atLeast && atLeast <= atMost, "2 <= \(atLeast) <= \(atMost)")
        precondition(!metrics.isEmpty, "replications until nothing is known")
        precondition(equivalence > .zero && equivalence < Fraction(1), "within \(equivalence)")
        func whole(_ count: Int) -> Int { isAntithetic ? max(4, count + count % 2) : count }
        self.atLeast = whole(atLeast)
        self.atMost = whole(atMost)
        (self.metrics, self.relativeHalfWidth) = (metrics, relativeHalfWidth)
        (self.pairedHalfWidth, self.equivalence) = (pairedHalfWidth, equivalence)
        self.isAntithetic = isAntithetic
    }

    public func paired(_ isAntithetic: Bool) -> ReplicationPlan {
        with(atLeast, atMost, isAntithetic)
    }

    /// - Parameter count: from 2.
    public func exactly(_ count: Int) -> ReplicationPlan { with(count, count, isAntithetic) }

    private func with(_ atLeast: Int, _ atMost: Int, _ isAntithetic: Bool) -> ReplicationPlan {
        ReplicationPlan(
            atLeast: atLeast, atMost: atMost, metrics: metrics,
            relativeHalfWidth: relativeHalfWidth, pairedHalfWidth: pairedHalfWidth,
            equivalence: equivalence, isAntithetic: isAntithetic)
    }
}

/// Why a scenario cannot run: where, what is wrong, and what is possible instead.
public struct ScenarioError: Error, Hashable, Sendable {
    public let place: Place
    public let message: String
    public let advice: String

    public init(_ place: Place, _ message: String, advice: String = "") {
        (self.place, self.message, self.advice) = (place, message, advice)
    }

    public enum Place: Hashable, Sendable {
        case scenario, radio
        /// A radio of a technology that the device never had.
        case otherRadio, wifiRadio
        /// A Wi-Fi radio that the scenario has, whatever the command line replaces it by.
        case ownWiFiRadio
        /// The world's Wi-Fi.
        case wifi, system, use
        /// A signal level of the world that the radio does not have.
        case level(String, among: [String])
    }

    static func carriesOnlyPackets(_ radio: RadioProfile, _ place: Place) -> ScenarioError {
        ScenarioError(
            place,
            "the radio \(quoted(radio.name)) lacks rates: it can replay recorded packets, but not "
                + "carry simulated transfers",
            advice: "Choose a radio with rates (tailwatt profiles list), or use tailwatt replay.")
    }

    /// The region is around a workplace that the movement lacks.
    public static func noWork(region: String) -> ScenarioError {
        ScenarioError(
            .scenario,
            "the region \(quoted(region)) lies around work, and the movement has no place of work",
            advice:
                "Choose a movement with days (tailwatt profiles list), or put the region elsewhere."
        )
    }

    static func twoNamed(_ name: String, _ what: String) -> ScenarioError {
        ScenarioError(.scenario, "two \(what) are named \(quoted(name))")
    }

    public static let wifiAtNoWork = ScenarioError(
        .wifi, "there is Wi-Fi at work, and the movement has no place of work",
        advice: "Choose a movement with days (tailwatt profiles list), or leave work out.")
}

/// Throws a ``ScenarioError`` in these words where `isRefused`.
private func refuse(
    _ isRefused: Bool, _ place: ScenarioError.Place, _ message: @autoclosure () -> String,
    advice: @autoclosure () -> String = ""
) throws(ScenarioError) { if isRefused { throw ScenarioError(place, message(), advice: advice()) } }

/// Makes variations of a scenario, for sweeps, optimizations and uncertainty analyses.
public protocol ScenarioSource: Sendable {
    /// - Parameter edits: in order; a later one overrides an earlier one.
    /// - Throws: what is wrong with the edited scenario.
    func scenario(with edits: [ValueEdit]) throws -> Scenario
}

extension RunPlan {
    /// - `policy`: one of the scenario's, or `.none` for the reference.
    public init(_ scenario: Scenario, policy: PolicyOptions, budget: RunBudget = .usual) {
        self.init(scenario.conditions, policy: policy, budget: budget)
    }
}
