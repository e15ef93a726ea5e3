// Faults of the rules themselves, on any phone.
extension OwnAppOptions {
    var fault: FormFault? {
        if let fault = partFault { return fault }
        if declares.contains(.remoteNotification), declares.contains(.voipPush) {
            return FormFault(
                option: "declares",
                message: "the app's pushes are silent (remote-notification) or calls "
                    + "(voip-push), not both",
                advice: "Leave one of the two out.")
        }
        let names = rules.map(\.name)
        for (index, name) in names.enumerated() where names[..<index].contains(name) {
            return FormFault(
                option: "rules", item: index, message: "two rules are named \(name)",
                advice: "Give each rule a name of its own.")
        }
        for (index, rule) in rules.enumerated() {
            for case .after(let other) in rule.triggers where !names.contains(other) {
                let others = names.filter { $0 != rule.name }
                return FormFault(
                    option: "rules", item: index,
                    message: "rule \(rule.name) fires after \(other), but no rule has that name",
                    advice: others.isEmpty
                        ? "Add such a rule." : "The others are \(others.joined(separator: ", ")).")
            }
        }
        let count = rules.reduce(0) { $0 + $1.triggers.count }
        if count > Self.mostRules {
            return FormFault(
                option: "rules", message: "the rules have \(count) triggers in all",
                advice: "Use \(Self.mostRules) at most.")
        }
        let refreshes = owners(ofEach: \.isRefresh)
        if refreshes.count > 1 {
            return FormFault(
                option: "rules",
                message: "\(refreshes.joined(separator: " and ")) both use by: refresh, but an "
                    + "app has one refresh",
                advice: "Make one of them fire after the other: on: { after: \(refreshes[0]) }.")
        }
        let silent = rules.firstIndex { rule in
            rule.triggers.contains(where: \.isLocalNotification) && !rule.beginsWithCall
        }
        if let silent {
            return FormFault(
                option: "rules", item: silent,
                message:
                    "rule \(names[silent]) fires on a local notification, but does not begin with "
                    + "notify: the system runs no other step of an app that is not in front",
                advice: "Make notify its first step.")
        }
        return circle.map { names in
            FormFault(
                option: "rules",
                message: "none of these rules ever fires, since each waits for another of them: "
                    + names.joined(separator: ", "),
                advice: "Give one of them another trigger, such as on: opened.")
        }
    }

    private func owners(ofEach isOne: (RuleTrigger) -> Bool) -> [String] {
        rules.flatMap { rule in rule.triggers.filter(isOne).map { _ in rule.name } }
    }

    /// Rules that only follow each other, so that none ever begins.
    private var circle: [String]? {
        var ever: Set<String> = []
        var count = -1
        while count != ever.count {
            count = ever.count
            for rule in rules where rule.triggers.contains(where: { $0.comes(after: ever) }) {
                ever.insert(rule.name)
            }
        }
        var path: [String] = []
        var next = rules.first { !ever.contains($0.name) }
        while let rule = next {
            if let start = path.firstIndex(of: rule.name) { return Array(path[start...]) }
            path.append(rule.name)
            guard case .after(let name)? = rule.triggers.first else { return path }
            next = rules.first { $0.name == name }
        }
        return nil
    }

    public var unneededModes: [AppMode] {
        declares.filter { mode in
            !rules.contains { rule in
                switch mode {
                case .backgroundFetch: rule.usesRefresh
                case .remoteNotification, .voipPush:
                    rule.triggers.contains { if case .message = $0 { true } else { false } }
                case .backgroundTransfer:
                    rule.triggers.contains(.transferDone)
                        || rule.steps.flattened.contains(where: \.handsOver)
                case .location: rule.steps.flattened.contains(where: \.tracks)
                case .voip:
                    rule.triggers.contains { if case .received = $0 { true } else { false } }
                case .externalAccessory: rule.triggers.contains { $0.link == .external }
                case .bluetoothCentral:
                    rule.triggers.contains { $0.link == .central || $0.link == .scan }
                case .bluetoothPeripheral: rule.triggers.contains { $0.link == .peripheral }
                }
            }
        }
    }

    func check(in setting: PolicySetting) throws(Refusal) {
        let (system, world) = (setting.system, setting.world)
        try refuse(
            rules.isEmpty && parts.isEmpty, "the app does nothing",
            advice: "Add rules or behaviours."
        )
        for mode in declares where !mode.isOffered(by: system) {
            // Where pushes run apps, no mode is needed for it.
            if mode == .remoteNotification, system.push?.runsApp ?? false { continue }
            throw .noMode(mode, in: system)
        }
        if playsSilence { try system.checkPlaysInBackground() }
        try kept.check(system)
        if kept == .packetTunnel, !parts.isEmpty { throw .noServiceOf(kept) }
        for rule in rules {
            do throws(Refusal) {
                for trigger in rule.triggers { try check(trigger, in: setting) }
                for step in rule.steps.flattened { try check(step, in: setting) }
            } catch { throw error.of(rule: rule.name) }
        }
        for part in parts {
            do throws(Refusal) {
                try part.options.behaviour.check(in: setting)
            } catch { throw error.of(part: part.key) }
        }
        try (ruleRegions + parts.compactMap(\.watched)).checkCount(
            system, world, option: ruleRegions.isEmpty ? "behaviours" : "rules")
        if rules.isEmpty { return }
        let idle = idleRules(in: world, on: setting.radio.technology)
        let others = rules.filter { rule in !idle.contains { $0.rule == rule.name } }
        if others.isEmpty, parts.isEmpty, rules.contains(where: { $0.triggers.contains(.item) }) {
            throw .nothingToSend
        }
        let isOpened = world.apps.contains { $0.isOpened }
        if !isOpened, kept == .nothing, !playsSilence, parts.isEmpty,
            !others.contains(where: { $0.isCalledFromOutside || $0.isAlarm(in: system) })
        {
            throw others.isEmpty ? .nothingFires(idle) : .neverRuns(on: system)
        }
    }

    private var ruleRegions: [WatchedRegions] {
        rules.flatMap(\.triggers).compactMap { trigger in
            if case .region(let name, _) = trigger { WatchedRegions(names: [name]) } else { nil }
        }
    }

    private func check(_ trigger: RuleTrigger, in setting: PolicySetting) throws(Refusal) {
        let system = setting.system
        switch trigger {
        case .every(let every, let clock, let tolerance, _):
            try atLeast(Seconds(1), every.seconds, "every")
            try checkTolerance(tolerance, every: every)
            try check(clock, system)
            if clock == .alarm || clock == .idleAlarm { try checkAlarm(every: every, system) }
        case .at(_, let clock): try check(clock, system)
        case .significantChange: try setting.checkSignificantChange()
        case .region(let name, _): try WatchedRegions(names: [name]).check(in: setting)
        case .transferDone: try needs(.backgroundTransfer, for: "transfer-done", system)
        case .job(let job):
            try atLeast(Seconds(1), job.every.seconds, "every")
            try job.check(system)
        case .lowPower:
            try refuse(
                system.lowPower == nil, option: "rules",
                "\(system.name) has no rules for a low battery",
                advice: "Leave the rule out.", isOfSystem: true)
        case .visit:
            let other =
                system.regions.limit > 0 ? "significant-change or region" : "locate or track"
            try refuse(
                system.visits == nil, option: "rules", rule: "visits",
                "\(system.name) reports no visits to apps",
                advice: "Use \(other).", isOfSystem: true)
        case .accessory(let device): try check(device, system)
        case .reminders(let reminders): try reminders.check(system)
        case .moved(let distance): try atLeast(Meters(1), distance, "moved")
        case .launched, .opened, .left, .message, .received, .item, .network, .charging,
            .batteryBelow, .call, .after, .recorded, .radioUp:
            break
        }
    }

    private func check(_ device: RuleAccessory, _ system: SystemRules) throws(Refusal) {
        try atLeast(Seconds(0.01), device.every.seconds, "every")
        try atLeast(Seconds(0.001), device.interval.seconds, "interval")
        let mode: AppMode =
            switch device.link {
            case .external: .externalAccessory
            case .central, .scan: .bluetoothCentral
            case .peripheral: .bluetoothPeripheral
            }
        try needsBluetooth(mode, for: "accessory", system)
    }

    private func needsBluetooth(
        _ mode: AppMode, for what: String, _ system: SystemRules
    ) throws(Refusal) {
        if !mode.isOffered(by: system) { throw .noMode(mode, in: system) }
        // On systems with alarms, apps declare no modes.
        if !system.timers.wakesSuspended, !declares.contains(mode) {
            throw .notDeclared(mode, for: what)
        }
    }

    private func check(_ clock: RuleClock?, _ system: SystemRules) throws(Refusal) {
        switch clock {
        case .timer, .localNotification, nil: break
        case .alarm, .idleAlarm:
            let refresh = system.fetchLearning == nil ? "" : ", or by: refresh"
            try refuse(
                !system.timers.wakesSuspended, option: "rules", rule: "timers.wakes-suspended",
                "\(system.name) has no alarms that wake an app",
                advice: "Write by: timer, which pauses while the app is suspended\(refresh).",
                isOfSystem: true)
        case .refresh:
            try needs(.backgroundFetch, for: "by: refresh", system)
            if system.fetchLearning == nil { throw .noMode(.backgroundFetch, in: system) }
        case .widget:
            let other =
                system.timers.wakesSuspended
                ? "alarm" : system.fetchLearning == nil ? "timer" : "refresh"
            try refuse(
                system.widgets == nil, option: "rules",
                "the rules of \(system.name) do not cover widgets",
                advice: "Write by: \(other).", isOfSystem: true)
        }
    }

    private func check(_ step: RuleStep, in setting: PolicySetting) throws(Refusal) {
        let system = setting.system
        switch step {
        case .handOver: try needs(.backgroundTransfer, for: "hand-over", system)
        case .track(let track):
            if track.filter > .zero { try atLeast(Meters(1), track.filter, "filter") }
            if track.every > .zero { try atLeast(Seconds(1), track.every.seconds, "every") }
        case .waitForMultiple(let span): try atLeast(Seconds(1), span.seconds, "wait-for-multiple")
        case .waitQueued(let age): try atLeast(Seconds(1), age.seconds, "wait-queued")
        case .asExpeditedJob:
            try refuse(
                system.jobs?.expedited == nil, option: "rules", rule: "jobs.expedited",
                "\(system.name) has no expedited jobs (AM-129)",
                advice: "Write as-task.", isOfSystem: true)
        case .ring: try needs(.voipPush, for: "ring", system)
        case .scan: try needsBluetooth(.bluetoothCentral, for: "scan", system)
        case .scanWiFi:
            let device = setting.device.name
            try refuse(
                system.wifiScans == nil, option: "rules", rule: "wi-fi-scans",
                "no app of \(system.name) may scan Wi-Fi", advice: "Write locate.",
                isOfSystem: true)
            try refuse(
                setting.device.wifiScan == nil, option: "rules",
                "\(device) has no wi-fi-scan",
                advice: "Add wi-fi-scan to the device, or choose another device.")
        case .work, .request, .transfer, .fetch, .queue, .flush, .locate, .notify, .wait,
            .asTask, .repeat, .choose, .onlyIf, .stop:
            break
        }
    }

    private func needs(_ mode: AppMode, for what: String, _ system: SystemRules) throws(Refusal) {
        if !mode.isOffered(by: system) { throw .noMode(mode, for: what, in: system) }
        if !declares.contains(mode) { throw .notDeclared(mode, for: what) }
    }
}

extension RuleStep {
    var handsOver: Bool { if case .handOver = self { true } else { false } }
    fileprivate var tracks: Bool { if case .track = self { true } else { false } }
}

extension RuleTrigger {
    fileprivate var link: AccessoryOptions.Link? {
        if case .accessory(let device) = self { device.link } else { nil }
    }

    fileprivate var isRefresh: Bool {
        if case .every(_, .refresh, _, _) = self { true } else { false }
    }

    /// Whether the trigger may fire if these rules do.
    fileprivate func comes(after rules: Set<String>) -> Bool {
        if case .after(let name) = self { rules.contains(name) } else { true }
    }
}

extension AppRule {
    fileprivate var beginsWithCall: Bool { if case .notify? = steps.first { true } else { false } }
    var usesRefresh: Bool { triggers.contains(where: \.isRefresh) }
}
