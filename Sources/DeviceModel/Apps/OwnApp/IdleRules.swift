extension OwnAppOptions {
    /// The rules that never fire in a world, and why.
    ///
    /// - `technology`: The phone's radio; the world may add Wi-Fi.
    public func idleRules(
        in world: WorldProfile, on technology: RadioProfile.Technology
    ) -> [(rule: String, why: String)] {
        let hasItems =
            world.apps.contains { $0.outbox != nil }
            || rules.contains { $0.steps.flattened.contains(where: \.isQueue) }
        let handing = rules.filter { $0.steps.flattened.contains(where: \.handsOver) }.map(\.name)
        var idle: [(rule: String, why: String)] = []
        var count = -1
        // Rules that follow an idle rule are idle too.
        while count != idle.count {
            count = idle.count
            for rule in rules where !idle.contains(where: { $0.rule == rule.name }) {
                let comes = Coming(
                    items: hasItems, hasWiFi: technology == .wifi || world.wifi != nil,
                    idle: idle.map(\.rule),
                    handsOver: handing.contains { name in !idle.contains { $0.rule == name } })
                let why = rule.idleness(in: world, comes)
                if let why { idle.append((rule.name, why)) }
            }
        }
        return idle
    }
}

private struct Coming {
    var items: Bool
    var hasWiFi: Bool
    var idle: [String]
    var handsOver: Bool
}

extension AppRule {
    /// Why the rule never fires in a world; `nil` if it may.
    fileprivate func idleness(in world: WorldProfile, _ coming: Coming) -> String? {
        if !coming.items, isFlushAlone {
            return "no item enters the outbox in this world (world: outbox)"
        }
        var reasons: [String] = []
        for trigger in triggers {
            guard let why = trigger.idleness(in: world, coming) else { return nil }
            if !reasons.contains(why) { reasons.append(why) }
        }
        return reasons.joined(separator: "; ")
    }

    private var isFlushAlone: Bool {
        let steps = steps.flattened
        return !triggers.contains(where: \.isRecorded) && steps.contains(where: \.isFlush)
            && steps.allSatisfy { $0.isFlush || $0.isWait }
    }

    func isAlarm(in system: SystemRules) -> Bool {
        system.timers.wakesSuspended && triggers.contains(where: \.isAlarm)
    }

    var isCalledFromOutside: Bool { triggers.contains(where: \.isCalledFromOutside) }
}

extension RuleTrigger {
    /// Why the trigger never fires in a world; `nil` if it may.
    fileprivate func idleness(in world: WorldProfile, _ coming: Coming) -> String? {
        switch self {
        case .message, .received:
            world.apps.contains { $0.messages != nil }
                ? nil : "no message reaches the app's server in this world (world: messages)"
        case .item:
            world.apps.contains { $0.outbox != nil }
                ? nil : "no item enters the outbox in this world (world: outbox)"
        case .radioUp:
            coming.items ? nil : "no item enters the app's outbox in this world (world: outbox)"
        case .opened, .left:
            world.apps.contains { $0.isOpened }
                ? nil : "nothing opens the app in this world (world: sessions, or use)"
        case .charging: world.charging == nil ? "this world has no charger" : nil
        case .call: world.phoneCalls == nil ? "this world has no calls" : nil
        case .job(let job): job.idleness(in: world, hasWiFi: coming.hasWiFi)
        case .lowPower, .batteryBelow:
            if let battery = world.battery {
                isLowPower && !battery.savesPower
                    ? "the battery saver is off in this world" : nil
            } else {
                "this world has no battery (world: battery)"
            }
        case .after(let other): coming.idle.contains(other) ? "\(other) never fires" : nil
        case .transferDone:
            coming.handsOver ? nil : "no rule hands a transfer to the system in this world"
        case .launched, .every, .at, .network, .significantChange, .region, .recorded, .visit,
            .moved, .accessory, .reminders:
            nil
        }
    }

    private var isLowPower: Bool { if case .lowPower = self { true } else { false } }

    fileprivate var isAlarm: Bool {
        switch self {
        case .every(_, let clock, _, _), .at(_, let clock):
            clock == nil || clock == .alarm || clock == .idleAlarm
        default: false
        }
    }

    /// Whether the system can run the app for the trigger even if its user never opens it.
    fileprivate var isCalledFromOutside: Bool {
        switch self {
        case .message, .received, .significantChange, .region, .visit, .accessory, .recorded,
            .job:
            true
        case .every(_, .refresh, _, _), .every(_, .widget, _, _), .at(_, .widget): true
        case .every, .at, .reminders: isLocalNotification
        case .launched, .opened, .left, .item, .network, .charging, .lowPower, .batteryBelow,
            .moved, .call, .after, .radioUp, .transferDone:
            false
        }
    }
}

extension RuleStep {
    fileprivate var isQueue: Bool { if case .queue = self { true } else { false } }

    fileprivate var isFlush: Bool {
        switch self {
        case .flush: true
        case .handOver(let transfer): transfer.outbox != .nothing
        default: false
        }
    }

    fileprivate var isWait: Bool {
        switch self {
        case .wait, .waitForMultiple, .waitQueued, .asTask, .asExpeditedJob: true
        default: false
        }
    }
}
