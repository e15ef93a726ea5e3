import Kernel

/// The options of a behaviour: what everything else needs to know of one.
protocol BehaviourOptions: Hashable, Sendable {
    /// What the phone, its system and other apps must know of it before it runs.
    var needs: AppNeeds { get }
    /// What its energy is booked under, from `LedgerPlan.firstPolicyActivity` on.
    var activities: [String] { get }
    /// The rules whose errands it counts; none but where an app has rules.
    var errandRules: [ErrandRule] { get }
    /// What such an app holds in memory that does not say it; an assumption.
    static var usualMemory: Bytes { get }

    /// - Throws: the first reason why it cannot run there.
    func check(in setting: PolicySetting) throws(Refusal)

    /// The app at the start of a run.
    func makePolicy() -> any Policy
}

extension BehaviourOptions {
    static var usualMemory: Bytes { AppTraits.usualMemory }
    var errandRules: [ErrandRule] { [] }

    func check(in setting: PolicySetting) throws(Refusal) {}

    fileprivate func equals(_ other: any BehaviourOptions) -> Bool { self == other as? Self }
}

/// Where a policy is to run.
struct PolicySetting: Sendable {
    var system: SystemRules
    var device: DeviceProfile
    var radio: RadioProfile
    var world: WorldProfile
}

/// What an app does in the background, with its options: one of the things that are compared.
public struct PolicyOptions: Hashable, Sendable {
    let behaviour: any BehaviourOptions
    /// Of the app; meaningless where it is several.
    public var traits: AppTraits

    init<Options: BehaviourOptions>(_ behaviour: Options) {
        self.init(behaviour, AppTraits(memory: Options.usualMemory))
    }

    init(_ behaviour: any BehaviourOptions, _ traits: AppTraits) {
        (self.behaviour, self.traits) = (behaviour, traits)
    }

    /// Of the app at each place of the world's list that there is.
    var traitsByPlace: [AppTraits] {
        guard let apps = severalApps?.apps else { return [traits] }
        var all: [AppTraits] = []
        for app in apps {
            while all.count <= app.place { all.append(AppTraits()) }
            all[app.place] = app.options.traits
        }
        return all
    }

    /// The options of one behaviour; `nil`: it is another.
    public func options<Options>(as type: Options.Type) -> Options? { behaviour as? Options }

    public static func == (left: PolicyOptions, right: PolicyOptions) -> Bool {
        left.traits == right.traits && left.behaviour.equals(right.behaviour)
    }

    public func hash(into hasher: inout Hasher) {
        behaviour.hash(into: &hasher)
        hasher.combine(traits)
    }

    /// What others must know of it; of several apps, what they must know of any.
    public var needs: AppNeeds { behaviour.needs }

    /// - Throws: the first reason why this policy cannot run there.
    public func check(
        system: SystemRules, device: DeviceProfile, radio: RadioProfile, world: WorldProfile
    ) throws(Refusal) {
        let system = system.on(device)
        if !needs.contains(.runsInFront) {
            if !system.lifeCycle.multitasks { throw .noMultitasking(system: system.name) }
            if traits.exitsOnSuspend { throw .neverInBackground }
        }
        if needs.contains(.pushes), system.push == nil {
            throw .noMode("pushes by servers", system: system.name)
        }
        try behaviour.check(
            in: PolicySetting(system: system, device: device, radio: radio, world: world))
    }
}

/// The app is not installed: the reference for marginal cost.
struct NoApp: BehaviourOptions, Policy {
    var needs: AppNeeds { .runsInFront }
    var activities: [String] { [] }
    func makePolicy() -> any Policy { self }

    mutating func begin(on phone: inout Phone, in world: inout World) {}
    mutating func receive(_ notice: Notice, on phone: inout Phone, in world: inout World) {}
    var state: AppState? { nil }
    func report(into metrics: inout MetricValues, from world: borrowing World, at horizon: Instant)
    {}
}

extension PolicyOptions {
    /// The app is not installed.
    public static let none = PolicyOptions(NoApp())

    /// Whether the app is not installed.
    public var isNone: Bool { type(of: behaviour) == NoApp.self }
}
