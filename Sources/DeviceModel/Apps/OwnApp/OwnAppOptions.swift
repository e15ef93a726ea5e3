/// Options of `app`: an app that its author describes by rules.
public struct OwnAppOptions: Sendable, Hashable, BehaviourOptions {
    public var declares: [AppMode]
    public var rules: [AppRule] { didSet { program = RuleProgram(rules) } }
    public var parts: [AppPart]
    public var kept: KeptRunning
    public var playsSilence: Bool
    /// Compiled once for all runs.
    private(set) var program: RuleProgram

    public init(
        declares: [AppMode] = [], rules: [AppRule] = [], kept: KeptRunning = .nothing,
        playsSilence: Bool = false, parts: [AppPart] = []
    ) {
        (self.declares, self.rules, self.kept) = (declares, rules, kept)
        (self.playsSilence, self.parts) = (playsSilence, parts)
        program = RuleProgram(rules)
    }

    /// This also limits the triggers of all rules together.
    public static let mostRules = 64
    public static let mostParts = 16
    /// The limit for one rule, nested steps included.
    public static let mostSteps = 200
    public static let deepest = 6

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

    /// Energy is booked by rule name; silence has its own activity.
    var ruleActivities: [String] {
        (rules.isEmpty ? ["app"] : rules.map(\.name)) + (playsSilence ? ["silence"] : [])
    }

    var activities: [String] { ruleActivities + parts.flatMap(\.activities) }
    var errandRules: [ErrandRule] { rules.map { ErrandRule(rule: $0.name) } }

    var needs: AppNeeds {
        var needs: AppNeeds = .runsInFront
        for rule in rules {
            for trigger in rule.triggers { needs.formUnion(trigger.needs) }
            for step in rule.steps.flattened { needs.formUnion(step.needs) }
        }
        // Timers of an app that is kept running go on by themselves.
        if kept != .nothing || playsSilence || !parts.isEmpty { needs.remove(.polls) }
        if kept == .packetTunnel { needs.insert(.uptime) }
        return parts.reduce(needs) { $0.union($1.options.needs) }
    }

    var meetsAbsence: Bool { parts.allSatisfy(\.options.behaviour.meetsAbsence) }
    func makePolicy() -> any Policy { parts.isEmpty ? OwnAppPolicy(self) : AppOfPartsPolicy(self) }
}

/// A mode of the system that an app declares.
public enum AppMode: String, CaseIterable, Hashable, Sendable {
    case backgroundFetch = "background-fetch"
    case remoteNotification = "remote-notification"
    case backgroundTransfer = "background-transfer"
    case location, voip
    case voipPush = "voip-push"
    case externalAccessory = "external-accessory"
    case bluetoothCentral = "bluetooth-central"
    case bluetoothPeripheral = "bluetooth-peripheral"

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

    func isOffered(by system: SystemRules) -> Bool {
        self == .bluetoothPeripheral
            ? system.bluetoothPeripheral != nil : system.offers(wakeMode)
    }

    /// The key of the mode's limits in the system's file.
    var systemRule: String { rawValue }
}

extension [RuleStep] {
    /// In written order.
    var flattened: [RuleStep] { flatMap { [$0] + $0.inner.flattened } }

    /// 1 without nesting.
    var depth: Int { (map { $0.inner.isEmpty ? 0 : $0.inner.depth }.max() ?? 0) + 1 }
}

extension RuleTrigger {
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
    var inner: [RuleStep] {
        switch self {
        case .asTask(let steps), .asExpeditedJob(let steps), .repeat(_, _, _, let steps): steps
        case .choose(let branches): branches.flatMap(\.steps)
        case .work, .request, .transfer, .handOver, .fetch, .queue, .flush, .locate, .track,
            .notify, .ring, .scan, .scanWiFi, .wait, .waitForMultiple, .waitQueued, .onlyIf, .stop:
            []
        }
    }

    var needs: AppNeeds {
        switch self {
        case .work: .computes
        case .notify(let alert): alert.sound || alert.vibration ? .alerts : []
        case .ring: .alerts
        case .scan: .bluetooth
        case .request(let request), .transfer(let request), .fetch(let request),
            .flush(let request):
            request.work > .zero ? .computes : []
        case .handOver, .queue, .locate, .track, .scanWiFi, .wait, .waitForMultiple, .waitQueued,
            .asTask, .asExpeditedJob, .repeat, .choose, .onlyIf, .stop:
            []
        }
    }
}
