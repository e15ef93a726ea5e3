import Forms
import Kernel

extension AppRule: Formed {
    public static let form: Form<AppRule> = Form(
        "When something happens and some conditions hold, the app does some steps.",
        name: "appRule",
        standard: AppRule(),
        fields: [
            .name("name", \.name, "What results call it; its energy is booked under that."),
            Field(
                "on", "What makes the rule fire.", isRequired: true,
                content: { _ in
                    .either([.defined("appTrigger"), .list(.defined("appTrigger"), mostTriggers)])
                },
                read: { reader, rule in
                    let found =
                        reader.isList("on")
                        ? reader.givenList("on", mostTriggers) {
                            RuleTrigger.written.value(from: $0)
                        }
                        : reader.givenPart("on") { RuleTrigger.written.value(from: $0) }.map {
                            [$0]
                        }
                    let triggers = (found ?? []).compactMap { $0 }
                    if !triggers.isEmpty { rule.triggers = triggers }
                },
                text: { _ in nil }),
            .conditions(
                "if", \.conditions,
                "What must hold when the app's code looks, which has been woken by then."),
            Field(
                "do", "What the app does then, one step after the other.", isRequired: false,
                without: "nothing but what a recorded log says",
                content: { _ in .list(.defined("appStep"), 1...OwnAppOptions.mostSteps) },
                read: { reader, rule in rule.steps = RuleStep.steps("do", reader) ?? [] },
                text: { _ in nil }),
            Field.flag(
                "parallel", \.isParallel,
                "Whether it begins anew while an errand of its own is under way."
            ).without("no"),
            Field.flag(
                "after-wait", \.isAfterWait,
                "Whether it begins anew if the errand of its own that is under way has waited for "
                    + "a time, and waits for none now."
            ).without("no"),
            Field.flag(
                "again", \.isAgain,
                "Whether it runs once more after its errand if it fires while that is under way."
            ).without("no"),
        ],
        check: { rule in
            if rule.triggers.count > 1, rule.triggers.contains(where: \.standsAlone) {
                return FormFault(
                    option: "on",
                    message: "recorded, reminders, a job or a local notification stands in a list "
                        + "of triggers",
                    advice: "Write a rule of its own for it.")
            }
            if rule.isAgain, rule.isParallel {
                return FormFault(
                    option: "again",
                    message: "the rule begins anew while its errand is under way (parallel), and "
                        + "once more after it (again)",
                    advice: "Write one of the two.")
            }
            if rule.steps.isEmpty, !rule.triggers.contains(where: \.isRecorded) {
                return FormFault(
                    option: nil, message: "the rule does nothing",
                    advice: "Say what it does, under do.")
            }
            if rule.steps.flattened.count > OwnAppOptions.mostSteps {
                return FormFault(
                    option: "do",
                    message: "the rule has \(rule.steps.flattened.count) steps in all",
                    advice: "Use \(OwnAppOptions.mostSteps) at most, or a loop.")
            }
            guard rule.steps.depth > OwnAppOptions.deepest else { return nil }
            return FormFault(
                option: "do", message: "steps lie \(rule.steps.depth) deep within others",
                advice: "Use \(OwnAppOptions.deepest) levels at most.")
        })
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
    public static let form: Form<OwnAppOptions> = Form(
        "An app that its author describes by rules.", standard: OwnAppOptions(),
        fields: [
            Field(
                "declares", "The modes of the system that the app asks for.", isRequired: false,
                without: "none", content: { _ in .list(.choice(AppMode.self), 1...Int.max) },
                read: { reader, app in
                    let words = AppMode.allCases.map(\.rawValue)
                    let found = reader.givenWords("declares", of: words, what: "a mode") ?? []
                    app.declares = found.compactMap(AppMode.init)
                },
                text: { _ in nil }),
            .choice(
                "kept-by", \.kept, what: "what keeps an app running",
                "What keeps the app running in the background, by a mode whose own energy is not "
                    + "counted."),
            .flag(
                "plays-silence", \.playsSilence,
                "Whether it plays silence all the time so as not to be suspended; what that costs "
                    + "is counted."
            ).without("no"),
            Field(
                "parameters", "Values with names, which stand in rules as $NAME.",
                isRequired: false, without: "none",
                content: { _ in .named(.defined("anything"), 0...100) },
                read: { _, _ in }, text: { _ in nil }),
            Field(
                "behaviours", "Ready-made behaviours that the app has, each with its options.",
                isRequired: false, without: "none",
                content: { _ in .list(.defined("appBehaviour"), 1...mostParts) },
                read: { reader, app in
                    let found = reader.givenList("behaviours", 1...mostParts) {
                        AppPart.read($0)
                    }
                    app.parts = found?.compactMap { $0 } ?? []
                },
                text: { _ in nil }),
            Field(
                "rules", "What the app does, and when.", isRequired: false, without: "none",
                content: { _ in .list(.defined("appRule"), 1...mostRules) },
                read: { reader, app in
                    app.rules =
                        reader.givenList("rules", 1...mostRules) {
                            AppRule.form.value(from: $0)
                        } ?? []
                },
                text: { _ in nil }),
        ],
        check: { $0.fault })

    /// The definitions that the shapes of rules refer to.
    public static let definitions: [FormShape] = [
        AppRule.form.shape, RuleTrigger.written.shape, RuleCondition.written.shape,
        RuleStep.written.shape,
        RuleRequest.form.shape, RecordedBehaviour.form.shape, AppPart.shape,
    ]
}
