import EventKernel
import Quantities

// Rules that have nothing to do in a world.
extension OwnAppOptions {
    /// The rules that never fire in a world, and why.
    public func idleRules(in world: WorldProfile) -> [(rule: String, why: String)] {
        let hasItems =
            world.apps.contains { $0.outbox != nil }
            || rules.contains { $0.steps.flattened.contains(where: \.isQueue) }
        var idle: [(rule: String, why: String)] = []
        for rule in rules {
            if let why = rule.idleness(in: world, hasItems: hasItems) {
                idle.append((rule.name, why))
            }
        }
        var count = -1
        // What comes after such a rule does not come either.
        while count != idle.count {
            count = idle.count
            for rule in rules where !idle.contains(where: { $0.rule == rule.name }) {
                guard case .after(let other) = rule.trigger,
                    idle.contains(where: { $0.rule == other })
                else { continue }
                idle.append((rule.name, "\(other) never fires"))
            }
        }
        return idle
    }
}

extension AppRule {
    /// Why it never fires in a world; `nil`: it may.
    ///
    /// - Parameter hasItems: whether anything ever comes to the app's outbox.
    fileprivate func idleness(in world: WorldProfile, hasItems: Bool) -> String? {
        if !hasItems, isFlushAlone {
            return "the user makes nothing in this world (world: outbox)"
        }
        return switch trigger {
        case .message, .received:
            world.apps.contains { $0.messages != nil }
                ? nil : "nothing comes to the app's server in this world (world: messages)"
        case .item:
            world.apps.contains { $0.outbox != nil }
                ? nil : "the user makes nothing in this world (world: outbox)"
        case .radioUp:
            hasItems ? nil : "nothing comes to the app's outbox in this world (world: outbox)"
        case .opened, .left:
            world.apps.contains { $0.isOpened }
                ? nil : "the app is never opened in this world (world: sessions, or use)"
        case .charging: world.charging == nil ? "there is no charger in this world" : nil
        case .call: world.phoneCalls == nil ? "there are no calls in this world" : nil
        case .job(let job): job.idleness(in: world)
        case .lowPower, .batteryBelow:
            world.battery == nil ? "the battery lasts in this world" : nil
        case .launched, .every, .at, .network, .after, .significantChange, .region,
            .transferDone, .recorded, .visit, .moved, .accessory, .reminders:
            nil
        }
    }

    /// Whether it does nothing but send what lies in the outbox.
    private var isFlushAlone: Bool {
        let steps = steps.flattened
        return !trigger.isRecorded && steps.contains(where: \.isFlush)
            && steps.allSatisfy { $0.isFlush || $0.isWait }
    }

    /// Whether an alarm of the system's calls it.
    func isAlarm(in system: SystemRules) -> Bool {
        switch trigger {
        case .every(_, let clock, _, _), .at(_, let clock):
            system.timers.wakesSuspended && (clock == nil || clock == .alarm || clock == .idleAlarm)
        default: false
        }
    }

    /// Whether the system can run the app for it although its user never opens it.
    var isCalledFromOutside: Bool {
        switch trigger {
        case .message, .received, .significantChange, .region, .visit, .accessory, .recorded,
            .transferDone, .job:
            true
        case .every, .at, .reminders: usesRefresh || trigger.isLocalNotification
        case .launched, .opened, .left, .item, .network, .charging, .lowPower, .batteryBelow,
            .moved, .call, .after, .radioUp:
            false
        }
    }
}

extension RuleStep {
    fileprivate var isQueue: Bool { if case .queue = self { true } else { false } }

    fileprivate var isFlush: Bool { if case .flush = self { true } else { false } }

    fileprivate var isWait: Bool {
        switch self {
        case .wait, .waitForMultiple, .waitQueued, .asTask, .asExpeditedJob: true
        default: false
        }
    }
}
