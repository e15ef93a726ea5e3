import DeviceModel
import Kernel

/// A question with everything that is needed to answer it: who, where, for how long, which policies
/// are compared, how often it is repeated.
///
/// Valid by construction, and a value: the whole input of an experiment.
public struct Scenario: Hashable, Sendable {
    public let name: String
    /// What the comparison answers, in words.
    public let question: String
    public let device: DeviceProfile
    public let radio: RadioProfile
    /// A Wi-Fi radio beside a cellular one; `nil`: the phone has one radio.
    public let wifiRadio: RadioProfile?
    public let system: SystemRules
    /// How long one run is.
    public let horizon: TimeSpan
    public let world: WorldProfile
    /// At least one, with different names.
    public private(set) var policies: [NamedPolicy]
    /// The index of the policy that the others are compared with.
    public private(set) var baseline: Int
    public let replications: ReplicationPlan
    public let seed: UInt64
    /// What the result says in words; `nil`: its author has not written it down.
    public let answer: Answer?

    public init(
        name: String, question: String, device: DeviceProfile, radio: RadioProfile,
        wifiRadio: RadioProfile? = nil, system: SystemRules, horizon: TimeSpan, world: WorldProfile,
        policies: [NamedPolicy], baseline: Int, replications: ReplicationPlan, seed: UInt64,
        answer: Answer? = nil
    ) throws(ScenarioError) {
        self.name = name
        self.question = question
        self.device = device
        self.radio = radio
        self.wifiRadio = wifiRadio
        self.system = system
        self.horizon = horizon
        self.world = world
        self.policies = policies
        self.baseline = baseline
        self.replications = replications
        self.seed = seed
        self.answer = answer
        try check()
    }

    /// What all its runs have in common.
    public var conditions: RunConditions {
        RunConditions(
            device: device, radio: radio, wifiRadio: wifiRadio, system: system, horizon: horizon,
            world: world, seed: seed, isAntithetic: replications.isAntithetic)
    }

    /// The same question, with replications that are independent of each other.
    public var withIndependentReplications: Scenario {
        with(replications.paired(false), seed: seed)
    }

    /// The same question, repeated otherwise.
    ///
    /// - Parameters:
    ///   - plan: how often.
    ///   - seed: of the random numbers.
    public func with(_ plan: ReplicationPlan, seed: UInt64) -> Scenario {
        Scenario(self, plan, seed: seed, answer: answer)
    }

    /// The same question, for a caller who shows no answer: its figures need not be known.
    public var withoutAnswer: Scenario { Scenario(self, replications, seed: seed, answer: nil) }

    /// What another sentence asks of the same world.
    ///
    /// - Parameters:
    ///   - answer: the sentence.
    ///   - policies: of this scenario, at least one; the first is the baseline.
    public func asked(_ answer: Answer, of policies: [NamedPolicy]) -> Scenario {
        var asked = Scenario(self, replications, seed: seed, answer: answer)
        (asked.policies, asked.baseline) = (policies, 0)
        return asked
    }

    private init(
        _ other: Scenario, _ plan: ReplicationPlan, seed: UInt64, answer: Answer?
    ) {
        (name, question, device, radio) = (other.name, other.question, other.device, other.radio)
        (wifiRadio, system, horizon) = (other.wifiRadio, other.system, other.horizon)
        (world, policies, baseline) = (other.world, other.policies, other.baseline)
        (replications, self.seed, self.answer) = (plan, seed, answer)
    }

    private func check() throws(ScenarioError) {
        if horizon <= .zero { throw .nonPositiveHorizon(horizon) }
        if policies.isEmpty { throw .noPolicies }
        if radio.carriesOnlyPackets { throw .radioCarriesOnlyPackets(radio.name) }
        try checkWiFi()
        try checkUse()
        try checkSignal()
        precondition(policies.indices.contains(baseline), "baseline \(baseline) is no policy")
        try checkRegions()
        for (index, policy) in policies.enumerated() {
            if policies[..<index].contains(where: { $0.name == policy.name }) {
                throw .twoPoliciesNamed(policy.name)
            }
            do throws(Refusal) {
                try policy.options.check(
                    system: system, device: device, radio: radio, world: world)
            } catch {
                throw .policy(name: policy.name, error)
            }
        }
    }
}

extension Scenario {
    /// What the phone is called by in results: the names of its parts, its system, and its use.
    public var phoneName: String {
        ([device.name, radio.name] + [wifiRadio?.name].compactMap { $0 } + [system.name, useName])
            .joined(separator: ", ")
    }

    private var useName: String {
        guard let user = world.user else { return "in standby" }
        if user.pickUps == nil { return "in hand in its sessions" }
        return user.name.isEmpty ? "used by its user" : "used by \(user.name)"
    }

    private func checkWiFi() throws(ScenarioError) {
        guard let wifiRadio else {
            if world.wifi != nil { throw .wifiWithoutRadio }
            if world.sound?.airPlay != nil, radio.technology != .wifi { throw .airPlayWithoutWiFi }
            return
        }
        if wifiRadio.technology != .wifi { throw .notWiFi(wifiRadio.name) }
        if wifiRadio.carriesOnlyPackets { throw .wifiCarriesOnlyPackets(wifiRadio.name) }
        if radio.technology == .wifi { throw .twoWiFiRadios(radio.name) }
        guard let wifi = world.wifi else { throw .wifiNowhere(wifiRadio.name) }
        if wifi.needsWork && !world.movement.hasWork { throw .wifiAtNoWork }
    }

    private func checkUse() throws(ScenarioError) {
        guard let user = world.user else { return }
        if user.pickUps == nil {
            if world.opened > .zero { throw .openedWithoutPickUps }
            if !world.hasSessions { throw .noSessions }
        }
        if world.opened > Fraction(1) { throw .openedTooOften(world.opened) }
    }

    /// A radio without levels is the same at any of the world's.
    private func checkSignal() throws(ScenarioError) {
        let possible = radio.levels.map(\.name)
        if possible.isEmpty { return }
        let wanted = world.signal?.levels.map(\.name) ?? []
        guard let level = wanted.first(where: { !possible.contains($0) }) else { return }
        throw .noLevel(level, radio: radio.name, possible: possible)
    }

    /// Whether the phone lies there all the time, and its user opens nothing.
    public var isInStandby: Bool { world.user == nil }

    private func checkRegions() throws(ScenarioError) {
        for (index, region) in world.regions.enumerated() {
            if world.regions[..<index].contains(where: { $0.name == region.name }) {
                throw .twoRegionsNamed(region.name)
            }
            if region.center == .work && !world.movement.hasWork {
                throw .noWork(region: region.name)
            }
        }
    }
}

/// A policy under the name that results show.
public struct NamedPolicy: Hashable, Sendable {
    public let name: String
    public let options: PolicyOptions

    public init(name: String, options: PolicyOptions) {
        self.name = name
        self.options = options
    }
}

/// How often a scenario is repeated: until the means of `metrics` are known to `relativeHalfWidth`
/// for every policy, and where the user asks for it their differences from the baseline to
/// `pairedHalfWidth`, within `atLeast...atMost`.
public struct ReplicationPlan: Hashable, Sendable {
    /// How large a difference counts as none unless the user says: 2 % of the baseline's mean.
    public static let standardEquivalence = Fraction(0.02)

    /// No more replications of a scenario than these.
    public static let most = 10_000_000

    /// At least two: one run has no interval.
    public let atLeast: Int
    public let atMost: Int
    /// At least one, none twice.
    public let metrics: [Metric]
    /// The first of them: what a result of one number is about, unless the user says.
    public var leadingMetric: Metric { metrics[0] }
    /// Half the width of the 95 % interval, over the mean.
    public var relativeHalfWidth: Fraction
    /// Half the width of the 95 % interval of the difference from the baseline, over the
    /// difference; `nil`: it is not asked for.
    public var pairedHalfWidth: Fraction?
    /// How large a difference counts as none, as a share of the baseline's mean: above 0, below 1.
    public var equivalence: Fraction
    /// Whether replications come in antithetic pairs (see `RandomSource`), each pair a value of
    /// its own.
    public let isAntithetic: Bool
    /// How many replications make one independent value.
    public var group: Int { isAntithetic ? 2 : 1 }

    /// - Parameters:
    ///   - atLeast: replications before anything is decided, from 2.
    ///   - atMost: replications whatever the precision, from `atLeast`.
    ///   - metrics: at least one.
    ///   - relativeHalfWidth: above 0.
    ///   - pairedHalfWidth: above 0, or `nil`.
    ///   - equivalence: above 0, below 1.
    ///   - isAntithetic: whether replications come in antithetic pairs: `atLeast` and `atMost` are
    ///     rounded up to whole pairs, two or more.
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
        self.metrics = metrics
        self.relativeHalfWidth = relativeHalfWidth
        self.pairedHalfWidth = pairedHalfWidth
        self.equivalence = equivalence
        self.isAntithetic = isAntithetic
    }

    /// The same in antithetic pairs, or not.
    public func paired(_ isAntithetic: Bool) -> ReplicationPlan {
        ReplicationPlan(
            atLeast: atLeast, atMost: atMost, metrics: metrics,
            relativeHalfWidth: relativeHalfWidth, pairedHalfWidth: pairedHalfWidth,
            equivalence: equivalence, isAntithetic: isAntithetic)
    }

    /// The same, but so many replications whatever the precision, from 2.
    public func exactly(_ count: Int) -> ReplicationPlan {
        ReplicationPlan(
            atLeast: count, atMost: count, metrics: metrics, relativeHalfWidth: relativeHalfWidth,
            pairedHalfWidth: pairedHalfWidth, equivalence: equivalence, isAntithetic: isAntithetic)
    }

    /// A plan that looks at one metric's means.
    public init(atLeast: Int, atMost: Int, metric: Metric, relativeHalfWidth: Fraction) {
        self.init(
            atLeast: atLeast, atMost: atMost, metrics: [metric],
            relativeHalfWidth: relativeHalfWidth)
    }
}

/// Why a scenario cannot run.
public enum ScenarioError: Error, Hashable, Sendable {
    case nonPositiveHorizon(TimeSpan)
    case noPolicies
    case twoPoliciesNamed(String)
    /// A radio without rates can replay a trace, but not carry simulated transfers.
    case radioCarriesOnlyPackets(String)
    /// A region lies around a place of work, and the movement has none.
    case noWork(region: String)
    case twoRegionsNamed(String)
    /// The world has Wi-Fi, and the phone no radio for it beside its own.
    case wifiWithoutRadio
    /// Sound goes to a receiver over Wi-Fi, and the phone has no radio for that.
    case airPlayWithoutWiFi
    /// The phone has a Wi-Fi radio beside its own, and the world no Wi-Fi.
    case wifiNowhere(String)
    /// The radio under `wi-fi-radio` is a cellular one.
    case notWiFi(String)
    /// A Wi-Fi radio without rates.
    case wifiCarriesOnlyPackets(String)
    /// The radio under `radio` is a Wi-Fi radio, beside another.
    case twoWiFiRadios(String)
    /// Wi-Fi is at work, and the movement has none.
    case wifiAtNoWork
    /// The phone is in standby, and the world tells of sessions.
    case standbyWithSessions
    /// The user has the phone in hand in the world's sessions alone, and there are none.
    case noSessions
    /// An app is opened by a share of the pick-ups of a user who makes none.
    case openedWithoutPickUps
    /// The shares of pick-ups that open the apps.
    case openedTooOften(Fraction)
    /// The system never ran on the device.
    case neverExisted(device: String, system: String, possible: [String])
    /// The device has no radio of this technology.
    case neverHad(device: String, technology: String, possible: [String])
    /// A level of the world's signal that the radio's profile does not have.
    case noLevel(String, radio: String, possible: [String])
    case policy(name: String, Refusal)
}

/// Makes scenarios that are the same but for some values: points of a sweep, of an optimisation,
/// of an analysis of uncertainty.
public protocol ScenarioSource: Sendable {
    /// The scenario with other values in it or in its profiles.
    ///
    /// - Parameter edits: in order; a later one stands in place of an earlier one.
    /// - Throws: what is wrong with the scenario that the edits make.
    func scenario(with edits: [ValueEdit]) throws -> Scenario
}

extension RunPlan {
    /// - Parameters:
    ///   - scenario: phone, world and seed.
    ///   - policy: one of the scenario's policies, or `.none` for the reference.
    ///   - budget: what a run may take.
    public init(_ scenario: Scenario, policy: PolicyOptions, budget: RunBudget = .usual) {
        self.init(scenario.conditions, policy: policy, budget: budget)
    }
}
