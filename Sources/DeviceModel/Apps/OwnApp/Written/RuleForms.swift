extension AppRule: Formed {
    public static let form = Form(
        Self(),
        "A rule of an app: on a trigger, and if its conditions hold, the app runs the steps.",
        name: "appRule"
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
            "parallel", \.isParallel, "Whether the rule starts anew while its own task is running."
        ).without("no"),
        Field.flag(
            "after-wait", \.isAfterWait,
            "Whether the rule starts anew while its own task is running but not waiting for a time."
        ).without("no"),
        Field.flag(
            "again", \.isAgain,
            "Whether the rule runs once more after its task, if it fires while the task is running."
        ).without("no")
    ).checked {
        .when(
            $0.triggers.count > 1 && $0.triggers.contains(where: \.standsAlone), "on",
            "recorded, reminders, a job or a local notification is in a list of triggers",
            advice: "Write a separate rule for it.")
    }.checked {
        .when(
            $0.isAgain && $0.isParallel, "again",
            "the rule starts anew while its task is running (parallel), and once more after it "
                + "(again)",
            advice: "Write one of the two.")
    }.checked {
        .when(
            $0.steps.isEmpty && !$0.triggers.contains(where: \.isRecorded), nil,
            "the rule does nothing", advice: "Add steps under do.")
    }.checked {
        let count = $0.steps.flattened.count
        return .when(
            count > OwnAppOptions.mostSteps, "do", "the rule has \(count) steps in all",
            advice: "Use \(OwnAppOptions.mostSteps) at most, or a loop.")
    }.checked {
        .when(
            $0.steps.depth > OwnAppOptions.deepest, "do",
            "steps are nested \($0.steps.depth) levels deep",
            advice: "Use \(OwnAppOptions.deepest) levels at most.")
    }
}

private let mostTriggers = 1...16

extension RuleTrigger {
    /// Whether the trigger cannot share a rule with others.
    var standsAlone: Bool {
        if case .job = self { return true }
        return isRecorded || isLocalNotification
    }
}

extension OwnAppOptions: Formed {
    public static let form = Form(Self(), "An app that its author describes by rules.").optional(
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
            "Whether the app plays silence all the time to avoid suspension; its energy is counted."
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
