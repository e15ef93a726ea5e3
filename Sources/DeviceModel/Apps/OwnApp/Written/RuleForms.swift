import Forms

extension AppRule: Formed {
    public static let form = Form<AppRule>(
        "A rule of an app: on a trigger, and if its conditions hold, the app runs the steps.",
        name: "appRule", standard: .init()
    ).required(
        .name("name", \.name, "Name in results, which book the rule's energy under it."),
        Field(
            "on", "Trigger or triggers of the rule.",
            content: { _ in
                .either([.defined("appTrigger"), .list(.defined("appTrigger"), mostTriggers)])
            },
            read: { reader, rule in
                let found =
                    reader.isList("on")
                    ? reader.givenList("on", mostTriggers) { RuleTrigger.written.value(from: $0) }
                    : reader.givenPart("on") { RuleTrigger.written.value(from: $0) }.map { [$0] }
                let triggers = (found ?? []).compactMap { $0 }
                if !triggers.isEmpty { rule.triggers = triggers }
            })
    ).optional(
        .conditions(
            "if", \.conditions,
            "Conditions, tested when the app's code runs; the app has been woken by then."),
        Field(
            "do", "Steps, in sequence.", without: "only what a recorded log states",
            content: { _ in .list(.defined("appStep"), 1...OwnAppOptions.mostSteps) },
            read: { reader, rule in rule.steps = RuleStep.steps("do", reader) ?? [] }),
        Field.flag(
            "parallel", \.isParallel,
            "Whether the rule starts anew while its own task is running."
        ).without("no"),
        Field.flag(
            "after-wait", \.isAfterWait,
            "Whether the rule starts anew while its own task is running but not waiting for "
                + "a time."
        ).without("no"),
        Field.flag(
            "again", \.isAgain,
            "Whether the rule runs once more after its task, if it fires while the task is "
                + "running."
        ).without("no")
    ).checked { rule in
        if rule.triggers.count > 1, rule.triggers.contains(where: \.standsAlone) {
            return FormFault(
                option: "on",
                message: "recorded, reminders, a job or a local notification is in a list of "
                    + "triggers",
                advice: "Write a separate rule for it.")
        }
        if rule.isAgain, rule.isParallel {
            return FormFault(
                option: "again",
                message: "the rule starts anew while its task is running (parallel), and "
                    + "once more after it (again)",
                advice: "Write one of the two.")
        }
        if rule.steps.isEmpty, !rule.triggers.contains(where: \.isRecorded) {
            return FormFault(
                option: nil, message: "the rule does nothing",
                advice: "Add steps under do.")
        }
        if rule.steps.flattened.count > OwnAppOptions.mostSteps {
            return FormFault(
                option: "do",
                message: "the rule has \(rule.steps.flattened.count) steps in all",
                advice: "Use \(OwnAppOptions.mostSteps) at most, or a loop.")
        }
        guard rule.steps.depth > OwnAppOptions.deepest else { return nil }
        return FormFault(
            option: "do", message: "steps are nested \(rule.steps.depth) levels deep",
            advice: "Use \(OwnAppOptions.deepest) levels at most.")
    }
}

/// The number of triggers in one rule.
private let mostTriggers = 1...16

extension RuleTrigger {
    /// Whether the trigger cannot share a rule with others.
    var standsAlone: Bool {
        if case .job = self { return true }
        return isRecorded || isLocalNotification
    }
}

extension OwnAppOptions: Formed {
    public static let form = Form<OwnAppOptions>(
        "An app that its author describes by rules.", standard: .init()
    ).optional(
        Field(
            "declares", "System modes that the app declares.",
            without: "none", content: { _ in .list(.choice(AppMode.self), 1...Int.max) },
            read: { reader, app in
                let words = AppMode.allCases.map(\.rawValue)
                let found = reader.givenWords("declares", of: words, what: "a mode") ?? []
                app.declares = found.compactMap(AppMode.init)
            }),
        .choice(
            "kept-by", \.kept, what: "a way to keep an app running",
            "Mode that keeps the app running in the background; its energy is not counted."),
        .flag(
            "plays-silence", \.playsSilence,
            "Whether the app plays silence all the time to avoid suspension; its energy is "
                + "counted."
        ).without("no"),
        Field(
            "parameters", "Named values, written in rules as $NAME.", without: "none",
            content: { _ in .named(.defined("anything"), 0...100) }, read: { _, _ in }),
        Field(
            "behaviours", "Ready-made behaviours of the app, each with its options.",
            without: "none",
            content: { _ in .list(.defined("appBehaviour"), 1...mostParts) },
            read: { reader, app in
                let found = reader.givenList("behaviours", 1...mostParts) { AppPart.read($0) }
                app.parts = found?.compactMap { $0 } ?? []
            }),
        Field(
            "rules", "Rules of the app.", without: "none",
            content: { _ in .list(.defined("appRule"), 1...mostRules) },
            read: { reader, app in
                app.rules =
                    reader.givenList("rules", 1...mostRules) {
                        AppRule.form.value(from: $0)
                    } ?? []
            })
    ).checked { $0.fault }

    /// The definitions that the shapes of rules refer to.
    public static let definitions: [FormShape] = [
        AppRule.form.shape, RuleTrigger.written.shape, RuleCondition.written.shape,
        RuleStep.written.shape,
        RuleRequest.form.shape, RecordedBehaviour.form.shape, AppPart.shape,
    ]
}
