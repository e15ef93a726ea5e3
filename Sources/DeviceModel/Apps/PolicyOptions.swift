/// The options of a behaviour, as seen by everything else.
protocol BehaviourOptions: Hashable, Sendable {
    /// Facts that the phone, its system and other apps need before it runs.
    var needs: AppNeeds { get }
    /// The names under which its energy is booked, from `LedgerPlan.firstPolicyActivity` on.
    var activities: [String] { get }
    var errandRules: [ErrandRule] { get }
    /// Whether it is defined what the app does on a phone without a network.
    var meetsAbsence: Bool { get }
    /// The memory of an app whose file states none; an assumption.
    static var usualMemory: Bytes { get }

    /// - Throws: The first reason why it cannot run there.
    func check(in setting: PolicySetting) throws(Refusal)

    func makePolicy() -> any Policy
}

extension BehaviourOptions {
    static var usualMemory: Bytes { AppTraits.usualMemory }
    var errandRules: [ErrandRule] { [] }
    var meetsAbsence: Bool { false }
    func check(in setting: PolicySetting) throws(Refusal) {}
    fileprivate func equals(_ other: any BehaviourOptions) -> Bool { self == other as? Self }
}

struct PolicySetting: Sendable {
    var system: SystemRules
    var device: DeviceProfile
    var radio: RadioProfile
    var world: WorldProfile
}

/// A behaviour with its options: one of the policies that are compared.
public struct PolicyOptions: Hashable, Sendable {
    let behaviour: any BehaviourOptions
    /// Meaningless for several apps.
    public var traits: AppTraits

    init<Options: BehaviourOptions>(_ behaviour: Options) {
        self.init(behaviour, AppTraits(memory: Options.usualMemory))
    }

    init(_ behaviour: any BehaviourOptions, _ traits: AppTraits) {
        (self.behaviour, self.traits) = (behaviour, traits)
    }

    /// By the app's place in the world's list; defaults where the policy has no app.
    var traitsByPlace: [AppTraits] {
        guard let apps = severalApps?.apps else { return [traits] }
        var all: [AppTraits] = []
        for app in apps {
            while all.count <= app.place { all.append(AppTraits()) }
            all[app.place] = app.options.traits
        }
        return all
    }

    /// `nil` if the behaviour has options of another type.
    public func options<Options>(as type: Options.Type) -> Options? { behaviour as? Options }

    public static func == (left: PolicyOptions, right: PolicyOptions) -> Bool {
        left.traits == right.traits && left.behaviour.equals(right.behaviour)
    }

    public func hash(into hasher: inout Hasher) {
        behaviour.hash(into: &hasher)
        hasher.combine(traits)
    }

    /// For several apps, the needs of any of them.
    public var needs: AppNeeds { behaviour.needs }

    /// - Throws: The first reason why this policy cannot run there.
    public func check(
        system: SystemRules, device: DeviceProfile, radio: RadioProfile, world: WorldProfile
    ) throws(Refusal) {
        let system = system.on(device)
        if !needs.contains(.runsInFront) {
            try refuse(
                !system.lifeCycle.multitasks,
                "\(system.name) ends an app when it is left, so nothing runs in the background",
                advice: "", isOfSystem: true)
            try refuse(
                traits.exitsOnSuspend, option: "exits-on-suspend",
                "the app opted out of running in the background, where it does all that it does",
                advice: "Leave out exits-on-suspend.")
        }
        try refuse(
            world.network.absence != nil && !behaviour.meetsAbsence,
            "what this behaviour does without a network is not defined (world: no-network)",
            advice: "Write the app as rules (app), or use outages.")
        if needs.contains(.pushes), system.push == nil {
            throw .noMode("pushes by servers", system: system.name)
        }
        try behaviour.check(
            in: PolicySetting(system: system, device: device, radio: radio, world: world))
    }

    public static let none = PolicyOptions(NoApp())

    public var isNone: Bool { type(of: behaviour) == NoApp.self }
}

/// The app is not installed: the reference for marginal cost.
struct NoApp: BehaviourOptions, Policy {
    var needs: AppNeeds { .runsInFront }
    var activities: [String] { [] }
    var meetsAbsence: Bool { true }
    func makePolicy() -> any Policy { self }
    mutating func begin(on phone: inout Phone, in world: inout World) {}
    mutating func receive(_ notice: Notice, on phone: inout Phone, in world: inout World) {}
    var state: AppState? { nil }
    func report(into metrics: inout MetricValues, in world: borrowing World, at horizon: Instant) {}
}
