import EventKernel
import Forms
import Quantities

// What is wrong with rules by themselves, whatever the phone.
extension OwnAppOptions {
    /// The first thing; `nil`: nothing is.
    var fault: FormFault? {
        let names = rules.map(\.name)
        for (index, name) in names.enumerated() where names[..<index].contains(name) {
            return FormFault(
                option: "rules", message: "two rules are called \(name)",
                advice: "Give each rule a name of its own.")
        }
        for rule in rules {
            if case .after(let other) = rule.trigger, !names.contains(other) {
                let others = names.filter { $0 != rule.name }
                return FormFault(
                    option: "rules",
                    message: "rule \(rule.name) comes after \(other), but no rule is called that",
                    advice: others.isEmpty
                        ? "Add such a rule." : "The others are \(others.joined(separator: ", ")).")
            }
        }
        let refreshes = rules.filter { $0.usesRefresh }
        if refreshes.count > 1 {
            return FormFault(
                option: "rules",
                message: "\(refreshes.map(\.name).joined(separator: " and ")) are both called by "
                    + "refresh, of which an app has one",
                advice: "Let one of them come after the other: on: { after: \(refreshes[0].name) }."
            )
        }
        return circle.map { names in
            FormFault(
                option: "rules",
                message: "none of these rules ever begins, since each comes after another of them: "
                    + names.joined(separator: ", "),
                advice: "Let one of them fire otherwise, such as on: opened.")
        }
    }

    /// Rules that come only after each other.
    private var circle: [String]? {
        for rule in rules {
            var path = [rule]
            while case .after(let name)? = path.last?.trigger,
                let next = rules.first(where: { $0.name == name })
            {
                if let start = path.firstIndex(where: { $0.name == name }) {
                    return path[start...].map(\.name)
                }
                path.append(next)
            }
        }
        return nil
    }

    /// The modes that the app declares, and no rule needs.
    public var unneededModes: [AppMode] {
        declares.filter { mode in
            !rules.contains { rule in
                switch mode {
                case .backgroundFetch: rule.usesRefresh
                case .remoteNotification:
                    if case .message = rule.trigger { true } else { false }
                case .backgroundTransfer:
                    rule.trigger == .transferDone
                        || rule.steps.flattened.contains(where: \.handsOver)
                }
            }
        }
    }
}

extension RuleStep {
    fileprivate var handsOver: Bool { if case .handOver = self { true } else { false } }
}

extension AppRule {
    var usesRefresh: Bool {
        if case .every(_, .refresh, _, _) = trigger { true } else { false }
    }
}

// What a system, a device or a world does not have.
extension OwnAppOptions {
    func check(in setting: PolicySetting) throws(Refusal) {
        let (system, world) = (setting.system, setting.world)
        for mode in declares where !system.offers(mode.wakeMode) {
            // Where pushes run apps there is no need of a mode for it.
            if mode == .remoteNotification, system.push?.runsApp ?? false { continue }
            throw .noMode(mode, in: system)
        }
        try checkKept(system)
        for rule in rules {
            do throws(Refusal) {
                try check(rule, in: setting)
                for step in rule.steps.flattened { try check(step, in: setting) }
            } catch {
                throw error.of(rule: rule.name)
            }
        }
        let idle = idleRules(in: world).map(\.rule)
        let others = rules.filter { !idle.contains($0.name) }
        let isOpened = world.apps.contains { $0.isOpened }
        if !isOpened, kept == .nothing, !system.timers.wakesSuspended,
            !others.contains(where: \.isCalledFromOutside)
        {
            throw .neverRuns(system: system.name)
        }
    }

    private func checkKept(_ system: SystemRules) throws(Refusal) {
        switch kept {
        case .nothing: break
        case .audio: if !system.audio.keepsRunning { throw .notKept(kept, system: system.name) }
        case .location:
            if !system.standardLocation.keepsRunning {
                throw .notKept(kept, system: system.name)
            }
        }
    }

    private func check(_ rule: AppRule, in setting: PolicySetting) throws(Refusal) {
        let (system, world) = (setting.system, setting.world)
        switch rule.trigger {
        case .every(let every, let clock, let tolerance, _):
            try atLeast(Seconds(1), every.seconds, "every")
            try checkTolerance(tolerance, every: every)
            try check(clock, system)
        case .at(let time, let clock):
            if time >= DailyWindow.day { throw .noTimeOfDay(time) }
            try check(clock, system)
        case .significantChange:
            try checkSignificantChange(setting.device, setting.radio, world)
        case .region(let name, _):
            try WatchedRegions(names: [name]).check(
                system, setting.device, setting.radio, world)
        case .transferDone: try needs(.backgroundTransfer, for: "transfer-done", system)
        case .lowPower: if system.lowPower == nil { throw .noLowPower(system: system.name) }
        case .launched, .opened, .left, .message, .item, .network, .charging, .call, .after,
            .recorded:
            break
        }
    }

    /// The rules that never fire in a world, and why.
    public func idleRules(in world: WorldProfile) -> [(rule: String, why: String)] {
        var idle: [(rule: String, why: String)] = []
        for rule in rules {
            if let why = rule.idleness(in: world) { idle.append((rule.name, why)) }
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

    private func check(_ clock: RuleClock?, _ system: SystemRules) throws(Refusal) {
        switch clock {
        case .timer, nil: break
        case .alarm: if !system.timers.wakesSuspended { throw .noAlarms(system: system) }
        case .refresh:
            try needs(.backgroundFetch, for: "by: refresh", system)
            if system.fetchLearning == nil { throw .noMode(.backgroundFetch, in: system) }
        }
    }

    private func check(_ step: RuleStep, in setting: PolicySetting) throws(Refusal) {
        let system = setting.system
        switch step {
        case .handOver: try needs(.backgroundTransfer, for: "hand-over", system)
        case .work, .request, .transfer, .fetch, .queue, .flush, .locate, .notify, .wait,
            .waitForMultiple, .asTask, .repeat, .choose, .onlyIf, .stop:
            break
        }
    }

    /// - Parameter what: the trigger or step that the mode is for.
    private func needs(
        _ mode: AppMode, for what: String, _ system: SystemRules
    ) throws(Refusal) {
        if !system.offers(mode.wakeMode) { throw .noMode(mode, in: system) }
        if !declares.contains(mode) { throw .notDeclared(mode, for: what) }
    }
}

extension AppRule {
    /// Why it never fires in a world; `nil`: it may.
    fileprivate func idleness(in world: WorldProfile) -> String? {
        switch trigger {
        case .message:
            world.apps.contains { $0.messages != nil }
                ? nil : "nothing comes to the app's server in this world (world: messages)"
        case .item:
            world.apps.contains { $0.outbox != nil }
                ? nil : "the user makes nothing in this world (world: outbox)"
        case .opened, .left:
            world.apps.contains { $0.isOpened }
                ? nil : "the app is never opened in this world (world: sessions, or use)"
        case .charging: world.charging == nil ? "there is no charger in this world" : nil
        case .call: world.phoneCalls == nil ? "there are no calls in this world" : nil
        case .lowPower: world.battery == nil ? "the battery lasts in this world" : nil
        case .launched, .every, .at, .network, .after, .significantChange, .region,
            .transferDone, .recorded:
            nil
        }
    }

    /// Whether the system can run the app for it although its user never opens it.
    fileprivate var isCalledFromOutside: Bool {
        switch trigger {
        case .message, .significantChange, .region, .recorded, .transferDone: true
        case .every, .at: usesRefresh
        case .launched, .opened, .left, .item, .network, .charging, .lowPower, .call, .after:
            false
        }
    }
}
