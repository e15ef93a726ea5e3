import Forms
import Kernel

extension RuleStep {
    /// The kinds of steps.
    static let written = OneOf<RuleStep>(
        "A step of a rule: one of these.", name: "appStep", choices)

    private static let choices: [OneOf<RuleStep>.Choice] = [
        .span("work", "The processor computes for so long, at its full speed.", RuleStep.work),
        .part("request", "One exchange with the app's server.", RuleStep.request),
        .part(
            "transfer", "Much data, carried in pieces of 64 KiB, between which others go.",
            RuleStep.transfer),
        .part(
            "hand-over",
            "The system carries it, whatever becomes of the app; the trigger transfer-done "
                + "tells when all is carried.", RuleStep.handOver),
        .part(
            "fetch",
            "Asks the server and gets what has come there: the world's messages, beside down.",
            RuleStep.fetch),
        .quantity(
            "queue", "Puts a thing of this size into the app's outbox, which outlives the app.",
            RuleStep.queue),
        .part(
            "flush",
            "Sends what lies in the outbox, beside up; does nothing where it is empty.",
            RuleStep.flush),
        .part(
            "locate", "Looks for a position; the errand is cut off where none is found."
        ) { (sought: SoughtPosition) in .locate(sought.accuracy, within: sought.within) },
        .part(
            "track",
            "Runs the standard location service for so long; in the background where the app "
                + "declares location, or the system asks for no mode."
        ) { (sought: SoughtTrack) in .track(sought.track) },
        .part("notify", "Calls the user, unless the app is in front.", RuleStep.notify),
        .word(
            "ring",
            "Tells the system of a call, as each push must to an app that declares voip-push; "
                + "the system rings and vibrates, unless the app is in front.", .ring),
        .span("wait", "Nothing, for so long.", RuleStep.wait),
        .span(
            "wait-for-multiple",
            "Nothing, to the next full so many: 15 min is until the next quarter of an hour.",
            RuleStep.waitForMultiple, .aboveZero),
        .span(
            "wait-queued",
            "Nothing, until the oldest thing in the outbox has waited so long; the errand is "
                + "done where nothing lies there any more.", RuleStep.waitQueued, .aboveZero),
        .steps(
            "as-task",
            "Steps for which the app tells the system of a task, or holds a wake lock: the app "
                + "is not suspended meanwhile, and the processor does not sleep.", RuleStep.asTask),
        .steps(
            "as-expedited-job",
            "Steps that the system runs at once as a job of the app, in spite of Doze; the "
                + "errand is cut off where the app has used up its time for such jobs.",
            RuleStep.asExpeditedJob),
        .part("repeat", "Steps that come again and again.") { (loop: WrittenLoop) in
            .repeat(
                every: loop.every, times: loop.times.map { Int32($0) },
                while: loop.conditions, loop.steps)
        },
        OneOf.Choice(
            "choose", "One of several ways, by their weights.",
            .list(.part(RuleBranch.form.shape), 1...OwnAppOptions.mostSteps)
        ) { reader in
            reader.givenList("choose", 1...OwnAppOptions.mostSteps) {
                RuleBranch.form.value(from: $0)
            }.map { .choose($0) }
        },
        OneOf.Choice(
            "only-if", "The errand is done here unless these conditions hold.",
            .list(.defined("appCondition"), 1...20)
        ) { conditions("only-if", $0).map { .onlyIf($0) } },
        .word("stop", "The errand is done here.", .stop),
    ]

    static func steps(_ key: String, _ reader: any FieldReader) -> [RuleStep]? {
        let found = reader.givenList(key, 1...OwnAppOptions.mostSteps) { written.value(from: $0) }
        return found?.compactMap { $0 }
    }

    fileprivate static func conditions(
        _ key: String, _ reader: any FieldReader
    ) -> [RuleCondition]? {
        reader.givenList(key, 1...20) { RuleCondition.written.value(from: $0) }?.compactMap { $0 }
    }
}

extension OneOf<RuleStep>.Choice {
    fileprivate static func steps(
        _ key: String, _ about: String, _ make: @escaping @Sendable ([RuleStep]) -> RuleStep
    ) -> Self {
        Self(key, about, .list(.defined("appStep"), 1...OwnAppOptions.mostSteps)) {
            RuleStep.steps(key, $0).map(make)
        }
    }
}

extension Field {
    static func steps(_ key: String, _ path: Path<[RuleStep]>, _ about: String) -> Field {
        Field(
            key, about, isRequired: true,
            content: { _ in .list(.defined("appStep"), 1...OwnAppOptions.mostSteps) },
            read: { reader, owner in
                owner[keyPath: path] = RuleStep.steps(key, reader) ?? []
            },
            text: { _ in nil })
    }

    static func conditions(
        _ key: String, _ path: Path<[RuleCondition]>, _ about: String
    ) -> Field {
        Field(
            key, about, isRequired: false, without: "always",
            content: { _ in .list(.defined("appCondition"), 1...20) },
            read: { reader, owner in
                owner[keyPath: path] = RuleStep.conditions(key, reader) ?? []
            },
            text: { _ in nil })
    }
}
