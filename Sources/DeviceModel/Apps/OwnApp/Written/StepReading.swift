import Forms
import Kernel

enum StepKey: String, CaseIterable {
    case work, request, transfer
    case handOver = "hand-over"
    case fetch, queue, flush, locate, track, notify, ring, wait
    case waitForMultiple = "wait-for-multiple"
    case waitQueued = "wait-queued"
    case asTask = "as-task"
    case asExpeditedJob = "as-expedited-job"
    case `repeat`, choose
    case onlyIf = "only-if"
    case stop

    var about: String {
        switch self {
        case .work: "The processor computes for so long, at its full speed."
        case .request: "One exchange with the app's server."
        case .transfer: "Much data, carried in pieces of 64 KiB, between which others go."
        case .handOver:
            "The system carries it, whatever becomes of the app; the trigger transfer-done tells "
                + "when all is carried."
        case .fetch:
            "Asks the server and gets what has come there: the world's messages, beside down."
        case .queue: "Puts a thing of this size into the app's outbox, which outlives the app."
        case .flush: "Sends what lies in the outbox, beside up; does nothing where it is empty."
        case .locate: "Looks for a position; the errand is cut off where none is found."
        case .track:
            "Runs the standard location service for so long; in the background where the app "
                + "declares location, or the system asks for no mode."
        case .notify: "Calls the user, unless the app is in front."
        case .ring:
            "Tells the system of a call, as each push must to an app that declares voip-push; the "
                + "system rings and vibrates, unless the app is in front."
        case .wait: "Nothing, for so long."
        case .waitForMultiple:
            "Nothing, to the next full so many: 15 min is until the next quarter of an hour."
        case .waitQueued:
            "Nothing, until the oldest thing in the outbox has waited so long; the errand is done "
                + "where nothing lies there any more."
        case .asTask:
            "Steps for which the app tells the system of a task, or holds a wake lock: the app is "
                + "not suspended meanwhile, and the processor does not sleep."
        case .asExpeditedJob:
            "Steps that the system runs at once as a job of the app, in spite of Doze; the errand "
                + "is cut off where the app has used up its time for such jobs."
        case .repeat: "Steps that come again and again."
        case .choose: "One of several ways, by their weights."
        case .onlyIf: "The errand is done here unless these conditions hold."
        case .stop: "The errand is done here."
        }
    }

    var content: FieldContent {
        switch self {
        case .work, .wait: .quantity(Seconds.self)
        case .waitForMultiple, .waitQueued: .quantity(Seconds.self, .aboveZero)
        case .request, .transfer, .fetch, .flush: .part(RuleRequest.form.shape)
        case .handOver: .part(RuleHandOver.form.shape)
        case .queue: .quantity(Bytes.self)
        case .locate: .part(SoughtPosition.form.shape)
        case .track: .part(SoughtTrack.form.shape)
        case .notify: .part(RuleAlert.form.shape)
        case .asTask, .asExpeditedJob: .list(.defined("appStep"), 1...OwnAppOptions.mostSteps)
        case .repeat: .part(WrittenLoop.form.shape)
        case .choose: .list(.part(RuleBranch.form.shape), 1...OwnAppOptions.mostSteps)
        case .onlyIf: .list(.defined("appCondition"), 1...20)
        case .ring, .stop: .part(FormShape("Nothing more.", []))
        }
    }
}

extension RuleStep {
    static func read(_ reader: any FieldReader) -> RuleStep? {
        guard let key = StepKey.chosen(in: reader) else { return nil }
        let name = key.rawValue
        switch key {
        case .work: return reader.givenSpan(name, .zeroOrMore).map { .work($0) }
        case .request: return request(name, reader).map { .request($0) }
        case .transfer: return request(name, reader).map { .transfer($0) }
        case .handOver:
            return reader.givenPart(name) { RuleHandOver.form.value(from: $0) }.map {
                .handOver($0)
            }
        case .fetch: return request(name, reader).map { .fetch($0) }
        case .queue: return reader.givenQuantity(name, .zeroOrMore).map { .queue($0) }
        case .flush: return request(name, reader).map { .flush($0) }
        case .locate:
            return reader.givenPart(name) { SoughtPosition.form.value(from: $0) }.map {
                .locate($0.accuracy, within: $0.within)
            }
        case .track:
            return reader.givenPart(name) { SoughtTrack.form.value(from: $0) }.map {
                .track($0.track)
            }
        case .notify:
            return reader.givenPart(name) { RuleAlert.form.value(from: $0) }.map { .notify($0) }
        case .ring:
            _ = reader.givenPart(name) { _ in true }
            return .ring
        case .wait: return reader.givenSpan(name, .zeroOrMore).map { .wait($0) }
        case .waitForMultiple:
            return reader.givenSpan(name, .aboveZero).map { .waitForMultiple($0) }
        case .waitQueued: return reader.givenSpan(name, .aboveZero).map { .waitQueued($0) }
        case .asTask: return steps(name, reader).map { .asTask($0) }
        case .asExpeditedJob: return steps(name, reader).map { .asExpeditedJob($0) }
        case .repeat:
            return reader.givenPart(name) { WrittenLoop.form.value(from: $0) }.map {
                .repeat(
                    every: $0.every, times: $0.times.map { Int32($0) }, while: $0.conditions,
                    $0.steps)
            }
        case .choose:
            let ways = reader.givenList(name, 1...OwnAppOptions.mostSteps) {
                RuleBranch.form.value(from: $0)
            }
            return ways.map { .choose($0) }
        case .onlyIf:
            let found = reader.givenList(name, 1...20) { RuleCondition.read($0) }
            return found.map { .onlyIf($0.compactMap { $0 }) }
        case .stop:
            _ = reader.givenPart(name) { _ in true }
            return .stop
        }
    }

    private static func request(_ key: String, _ reader: any FieldReader) -> RuleRequest? {
        reader.givenPart(key) { RuleRequest.form.value(from: $0) }
    }

    static func steps(_ key: String, _ reader: any FieldReader) -> [RuleStep]? {
        reader.givenList(key, 1...OwnAppOptions.mostSteps) { read($0) }?.compactMap { $0 }
    }

    static let shape = FormShape(
        "A step of a rule: one of these.", name: "appStep",
        alternatives: StepKey.allCases.map { [$0.rawValue] },
        StepKey.allCases.map { .needed($0.rawValue, $0.content, $0.about) })
}

/// Keys of which a text has exactly one.
protocol OneKey: CaseIterable, RawRepresentable where RawValue == String {}

extension OneKey {
    /// Reports a fault if the text has none of the keys, or several.
    static func chosen(in reader: any FieldReader) -> Self? {
        reader.givenOne(of: allCases.map(\.rawValue)).flatMap(Self.init)
    }
}

extension StepKey: OneKey {}

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
                let found = reader.givenList(key, 1...20) { RuleCondition.read($0) }
                owner[keyPath: path] = found?.compactMap { $0 } ?? []
            },
            text: { _ in nil })
    }
}
