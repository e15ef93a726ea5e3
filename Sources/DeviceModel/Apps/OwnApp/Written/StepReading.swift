extension RuleStep {
    /// The kinds of steps.
    static let written = OneOf<RuleStep>(
        "A step of a rule: one of these.", name: "appStep", choices)

    private static let choices: [OneOf<RuleStep>.Choice] = [
        .span("work", "The processor computes for this long, at full speed.", RuleStep.work),
        .part("request", "One exchange with the app's server.", RuleStep.request),
        .part(
            "transfer", "A large transfer in pieces of 64 KiB, with other transfers in between.",
            RuleStep.transfer),
        .part(
            "hand-over",
            "Hands a transfer to the system, which performs it even if the app ends; "
                + "transfer-done fires at its end.", RuleStep.handOver),
        .part(
            "fetch",
            "Asks the server and downloads the world's messages that have arrived, in addition "
                + "to down.",
            RuleStep.fetch),
        .quantity(
            "queue", "Adds an item of this size to the app's outbox, which outlives the app.",
            RuleStep.queue),
        .part(
            "flush",
            "Sends the items of the outbox, in addition to up; does nothing if it is empty.",
            RuleStep.flush),
        .part(
            "locate", "Looks for a position; the task is cut off if none is found."
        ) { (sought: SoughtPosition) in .locate(sought.accuracy, within: sought.within) },
        .part(
            "track",
            "Runs the standard location service for a time; in the background if the app "
                + "declares location, or the system requires no mode."
        ) { (sought: SoughtTrack) in .track(sought.track) },
        .part("notify", "Alerts the user, unless the app is in front.", RuleStep.notify),
        .word(
            "ring",
            "Reports a call to the system, as each push of an app that declares voip-push must; "
                + "the system rings and vibrates, unless the app is in front.", .ring),
        .part("scan", "Scans for Bluetooth devices for a time.", RuleStep.scan),
        .word(
            "scan-wi-fi",
            "Scans for Wi-Fi access points; the step ends at once with old results where the "
                + "system limits scans.", .scanWiFi),
        .span("wait", "Waits for this long.", RuleStep.wait),
        .span(
            "wait-for-multiple",
            "Waits for the next multiple of this time since the start of the run: 15 min waits "
                + "for the next quarter of an hour.",
            RuleStep.waitForMultiple, .aboveZero),
        .span(
            "wait-queued",
            "Waits until the oldest item of the outbox is this old; the task is done if the "
                + "outbox becomes empty.", RuleStep.waitQueued, .aboveZero),
        .steps(
            "as-task",
            "Steps under a background task or a wake lock: meanwhile the app is not suspended "
                + "and the processor does not sleep.", RuleStep.asTask),
        .steps(
            "as-expedited-job",
            "Steps that the system runs at once as an expedited job, even in Doze; the task is "
                + "cut off if the app has used up its time for expedited jobs.",
            RuleStep.asExpeditedJob),
        .part("repeat", "Steps that repeat.") { (loop: WrittenLoop) in
            .repeat(
                every: loop.every, times: loop.times.map { Int32($0) },
                while: loop.conditions, loop.steps)
        },
        OneOf.Choice(
            "choose", "One of several alternatives, chosen by weight.",
            .list(.part(RuleBranch.form.shape), 1...OwnAppOptions.mostSteps)
        ) { reader in
            reader.givenList("choose", 1...OwnAppOptions.mostSteps) {
                RuleBranch.form.value(from: $0)
            }.map { .choose($0) }
        },
        OneOf.Choice(
            "only-if", "Ends the task unless these conditions hold.",
            .list(.defined("appCondition"), 1...20)
        ) { conditions("only-if", $0).map { .onlyIf($0) } },
        .word("stop", "Ends the task.", .stop),
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
            read: { reader, owner in owner[keyPath: path] = RuleStep.steps(key, reader) ?? [] })
    }

    static func conditions(_ key: String, _ path: Path<[RuleCondition]>, _ about: String) -> Field {
        Field(
            key, about, without: "always",
            content: { _ in .list(.defined("appCondition"), 1...20) },
            read: { reader, owner in
                owner[keyPath: path] = RuleStep.conditions(key, reader) ?? []
            })
    }
}
