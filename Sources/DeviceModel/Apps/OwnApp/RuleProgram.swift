/// The rules of an app, compiled into arrays of plain values so that a run needs no look-ups.
final class RuleProgram: Sendable {
    struct Part: BitwiseCopyable, Hashable, Sendable {
        var first: Int32 = 0
        var count: Int32 = 0

        var range: Range<Int> { Int(first)..<Int(first + count) }
        var isEmpty: Bool { count == 0 }
    }

    /// One trigger of a rule, with what its errands do.
    ///
    /// A rule with several triggers has adjacent entries; the first owns its errands and random
    /// numbers.
    struct Rule: BitwiseCopyable, Sendable {
        var trigger: Trigger
        var number: Int32
        /// The entries of the rule.
        var all: Part
        var conditions: Part
        var entry: Int32
        var followers = Part()
        var isParallel: Bool
        var isAfterWait: Bool
        var isAgain: Bool
        var isRefresh: Bool
        /// The deepest nesting of loops.
        var loops: Int32
    }

    enum Trigger: BitwiseCopyable, Hashable, Sendable {
        case launched, opened, left, item, network, significantChange, transferDone
        case after, recorded, received
        case message(PushMoment)
        case charging(Bool)
        case lowPower(Bool)
        case call(CallMoment)
        case region(Int32, RegionMoment)
        case batteryBelow(Fraction)
        case visit(VisitMoment)
        case moved(Meters)
        case accessory, radioUp
        case reminders(RuleReminders)
        case every(TimeSpan, by: RuleClock?, tolerance: TimeSpan, jitter: TimeSpan)
        case at(TimeSpan, by: RuleClock?)
        case job(RuleJob)
    }

    let rules: [Rule]
    /// The number that the author counts; ``rules`` has one entry per trigger.
    let ruleCount: Int
    let code: [RuleCode]
    let conditions: [RuleCondition]
    /// Indices of rules.
    let followers: [Int32]
    let branches: [Branch]
    let regions: [String]
    /// By rule; `nil` where the rule has no log.
    let recorded: [RecordedBehaviour?]
    /// The first message rule's push.
    let push: TransferShape?
    /// Pushes say what has arrived only if the app fetches.
    let pushes: RulePush
    /// The message of the first rule for the app's own connection.
    let received: TransferShape?
    let accessories: [Accessory]
    /// By rule: the number of its random stream.
    let streams: [UInt64]
    /// Rules that new outbox items trigger.
    let itemRules: [Int]

    let joins: Bool

    let hasJobs: Bool
    /// Decides which results are reported.
    let uses: Uses

    /// A device to which a rule listens.
    struct Accessory: Sendable {
        var rule: Int
        var device: RuleAccessory
    }

    struct Uses: BitwiseCopyable, Sendable {
        var fixes = false
        var messages = false
        var fetches = false
        var items = false
        var work = false
        var alerts = false
        var moves = false
    }

    struct Branch: BitwiseCopyable, Sendable {
        /// The cumulative share of the weights.
        var upTo: Double
        var entry: Int32
    }

    init(_ rules: [AppRule]) {
        var compiler = RuleCompiler()
        var compiled: [Rule] = []
        for rule in rules { compiled += compiler.rule(rule, after: compiled) }
        let triggers = rules.flatMap(\.triggers)
        var followers: [Int32] = []
        for index in compiled.indices {
            let (first, name) = (Int32(followers.count), rules[Int(compiled[index].number)].name)
            followers += triggers.indices.filter { triggers[$0] == .after(name) }.map { Int32($0) }
            compiled[index].followers = Part(first: first, count: Int32(followers.count) - first)
        }
        self.rules = compiled
        ruleCount = rules.count
        self.followers = followers
        code = compiler.code
        conditions = compiler.conditions
        branches = compiler.branches
        regions = compiler.regions
        recorded = triggers.map { if case .recorded(let log) = $0 { log } else { nil } }
        let pushed = triggers.lazy.compactMap { trigger -> (shape: TransferShape, RulePush)? in
            if case .message(let shape, let push) = trigger { (shape, push) } else { nil }
        }.first
        push = pushed?.shape
        received =
            triggers.lazy.compactMap {
                if case .received(let shape) = $0 { shape } else { nil }
            }.first
        accessories = triggers.indices.compactMap {
            guard case .accessory(let device) = triggers[$0] else { return nil }
            return Accessory(rule: $0, device: device)
        }
        joins = triggers.contains(.radioUp)
        hasJobs = triggers.contains { if case .job = $0 { true } else { false } }
        streams = compiled.map { rules[Int($0.number)].name.streamNumber }
        itemRules = triggers.indices.filter { triggers[$0] == .item }
        var uses = Uses()
        uses.messages = push != nil || received != nil
        uses.alerts = push != nil
        for trigger in triggers {
            if trigger == .item { uses.items = true }
            if trigger.isRecorded { uses.work = true }
            if trigger.isLocalNotification { uses.alerts = true }
            if case .moved = trigger { uses.moves = true }
        }
        for rule in rules {
            for step in rule.steps.flattened { uses.add(step) }
        }
        self.uses = uses
        var pushes = pushed?.1 ?? RulePush()
        if !uses.fetches { pushes.tells = false }
        self.pushes = pushes
    }
}

extension RuleProgram.Uses {
    fileprivate mutating func add(_ step: RuleStep) {
        switch step {
        case .locate, .track, .scanWiFi: fixes = true
        case .fetch: (messages, fetches) = (true, true)
        case .flush, .queue: items = true
        case .handOver(let transfer): if transfer.outbox != .nothing { items = true }
        case .work: work = true
        case .notify, .ring: alerts = true
        case .request, .transfer, .scan, .wait, .waitForMultiple, .waitQueued, .asTask,
            .asExpeditedJob, .repeat, .choose, .onlyIf, .stop:
            break
        }
    }
}

extension String {
    /// FNV-1a, folded to 32 bits; the app's place takes the bits above.
    fileprivate var streamNumber: UInt64 {
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325
        for byte in utf8 { hash = (hash ^ UInt64(byte)) &* 0x0000_0100_0000_01B3 }
        return (hash ^ hash >> 32) & 0xFFFF_FFFF
    }
}

enum RuleCode: BitwiseCopyable, Sendable {
    case work(TimeSpan)
    case request(RuleRequest)
    case transfer(RuleRequest)
    case handOver(TransferCode)
    case fetch(RuleRequest)
    case queue(Int64)
    case flush(RuleRequest)
    case locate(LocationAccuracy, TimeSpan)
    case track(RuleTrack)
    case notify(RuleAlert)
    case ring
    case beginScan(ScanRequest)
    case endScan
    case scanWiFi
    case wait(TimeSpan)
    case waitForMultiple(TimeSpan)
    case waitQueued(TimeSpan)
    case beginTask, endTask, beginExpedited, endExpedited
    case beginLoop(Int32)
    case testLoop(Loop)
    case turnLoop(Int32, every: TimeSpan, test: Int32)
    case choose(RuleProgram.Part)
    case jump(Int32)
    case onlyIf(RuleProgram.Part)
    case workAsRecorded, carryAsRecorded, end

    struct TransferCode: BitwiseCopyable, Sendable {
        var roundTrips: Int32
        var uplink: Int64
        var downlink: Int64
        var isDiscretionary: Bool
        var outbox: HandedOutbox
        var piece: Int64

        init(_ transfer: RuleHandOver) {
            roundTrips = Int32(transfer.shape.roundTrips)
            (uplink, downlink) = (transfer.shape.uplink.count, transfer.shape.downlink.count)
            (isDiscretionary, outbox) = (transfer.isDiscretionary, transfer.outbox)
            piece = transfer.piece.count
        }
    }

    struct Loop: BitwiseCopyable, Sendable {
        var number: Int32
        /// `nil`: as often as the conditions allow.
        var times: Int32?
        var conditions: RuleProgram.Part
        var exit: Int32
    }
}
