import Kernel

/// Options of `app`: an app that its author describes by rules.
public struct OwnAppOptions: Sendable {
    /// The system's modes that the app asks for.
    public var declares: [AppMode]
    public var rules: [AppRule] { didSet { program = RuleProgram(rules) } }
    /// Ready-made behaviours that it has beside its rules.
    public var parts: [AppPart]
    public var kept: KeptRunning
    public var playsSilence: Bool
    /// The rules, compiled once for all runs.
    private(set) var program: RuleProgram

    public init(
        declares: [AppMode] = [], rules: [AppRule] = [], kept: KeptRunning = .nothing,
        playsSilence: Bool = false, parts: [AppPart] = []
    ) {
        (self.declares, self.rules, self.kept) = (declares, rules, kept)
        (self.playsSilence, self.parts) = (playsSilence, parts)
        program = RuleProgram(rules)
    }

    /// As many as an app can have, and as many triggers of all its rules.
    public static let mostRules = 64
    /// As many ready-made behaviours.
    public static let mostParts = 16
    /// In one rule, those within others included.
    public static let mostSteps = 200
    /// How deep steps may lie within others.
    public static let deepest = 6
}

extension OwnAppOptions: Hashable {
    public static func == (left: OwnAppOptions, right: OwnAppOptions) -> Bool {
        left.declares == right.declares && left.rules == right.rules && left.kept == right.kept
            && left.playsSilence == right.playsSilence && left.parts == right.parts
    }

    public func hash(into hasher: inout Hasher) {
        hasher.combine(declares)
        hasher.combine(rules)
        hasher.combine(kept)
        hasher.combine(playsSilence)
        hasher.combine(parts)
    }
}

/// A mode of the system that an app declares.
public enum AppMode: String, CaseIterable, Hashable, Sendable {
    case backgroundFetch = "background-fetch"
    case remoteNotification = "remote-notification"
    case backgroundTransfer = "background-transfer"
    case location
    case voip
    case voipPush = "voip-push"
    case externalAccessory = "external-accessory"
    case bluetoothCentral = "bluetooth-central"
    case bluetoothPeripheral = "bluetooth-peripheral"

    /// Of which events the mode is.
    var wakeMode: WakeMode {
        switch self {
        case .backgroundFetch: .backgroundFetch
        case .remoteNotification: .remoteNotification
        case .backgroundTransfer: .backgroundTransfer
        case .location: .significantChange
        case .voip: .voip
        case .voipPush: .voipPush
        case .externalAccessory: .externalAccessory
        case .bluetoothCentral, .bluetoothPeripheral: .bluetooth
        }
    }

    /// Whether apps can have it.
    func isOffered(by system: SystemRules) -> Bool {
        self == .bluetoothPeripheral
            ? system.bluetoothPeripheral != nil : system.offers(wakeMode)
    }

    /// The rule of the system that has its limits, as its file spells it.
    var systemRule: String { rawValue }
}

extension OwnAppOptions: BehaviourOptions {
    /// Energy is booked under the rules' names, and that of silence under its own.
    var ruleActivities: [String] {
        (rules.isEmpty ? ["app"] : rules.map(\.name)) + (playsSilence ? ["silence"] : [])
    }

    /// And of its parts under their keys.
    var activities: [String] { ruleActivities + parts.flatMap(\.activities) }

    var errandRules: [ErrandRule] { rules.map { ErrandRule(rule: $0.name) } }

    var needs: AppNeeds {
        var needs: AppNeeds = .runsInFront
        for rule in rules {
            for trigger in rule.triggers { needs.formUnion(trigger.needs) }
            for step in rule.steps.flattened { needs.formUnion(step.needs) }
        }
        // What keeps it running lets its timers go on.
        if kept != .nothing || playsSilence || !parts.isEmpty { needs.remove(.polls) }
        return parts.reduce(needs) { $0.union($1.options.needs) }
    }

    func makePolicy() -> any Policy {
        parts.isEmpty ? OwnAppPolicy(self) : AppOfPartsPolicy(self)
    }
}

extension [RuleStep] {
    /// These, and those that lie within them, in the order of the text.
    var flattened: [RuleStep] { flatMap { [$0] + $0.inner.flattened } }

    /// How deep steps lie within others; one where none does.
    var depth: Int { (map { $0.inner.isEmpty ? 0 : $0.inner.depth }.max() ?? 0) + 1 }
}

extension RuleTrigger {
    /// What the phone must have for it.
    fileprivate var needs: AppNeeds {
        switch self {
        case .message: .pushes
        case .recorded: .computes
        case .reminders: .alerts
        case .accessory(let device) where device.link.use != nil: .bluetooth
        case .every(_, by: nil, _, _): .polls
        default: []
        }
    }
}

extension RuleStep {
    /// The steps that lie within it.
    var inner: [RuleStep] {
        switch self {
        case .asTask(let steps), .asExpeditedJob(let steps), .repeat(_, _, _, let steps): steps
        case .choose(let branches): branches.flatMap(\.steps)
        case .work, .request, .transfer, .handOver, .fetch, .queue, .flush, .locate, .track,
            .notify, .ring, .wait, .waitForMultiple, .waitQueued, .onlyIf, .stop:
            []
        }
    }

    /// What the phone must have for it.
    var needs: AppNeeds {
        switch self {
        case .work: .computes
        case .notify(let alert): alert.sound || alert.vibration ? .alerts : []
        case .ring: .alerts
        case .request(let request), .transfer(let request), .fetch(let request),
            .flush(let request):
            request.work > .zero ? .computes : []
        case .handOver, .queue, .locate, .track, .wait, .waitForMultiple, .waitQueued, .asTask,
            .asExpeditedJob, .repeat, .choose, .onlyIf, .stop:
            []
        }
    }
}
