/// Compiles the rules of an app into arrays.
struct RuleCompiler {
    private(set) var code: [RuleCode] = []
    private(set) var conditions: [RuleCondition] = []
    private(set) var branches: [RuleProgram.Branch] = []
    private(set) var regions: [String] = []
    /// Nested loops at this point, and the most in this rule.
    private var (open, most): (Int32, Int32) = (0, 0)

    /// One entry per trigger.
    mutating func rule(_ rule: AppRule, after others: [RuleProgram.Rule]) -> [RuleProgram.Rule] {
        let conditions = part(rule.conditions)
        let entry = Int32(code.count)
        (open, most) = (0, 0)
        let isRecorded = rule.triggers.contains(where: \.isRecorded)
        if isRecorded { code += [.workAsRecorded, .carryAsRecorded] }
        write(rule.steps)
        code.append(.end)
        let all = RuleProgram.Part(first: Int32(others.count), count: Int32(rule.triggers.count))
        return rule.triggers.map {
            RuleProgram.Rule(
                trigger: trigger($0), number: others.last.map { $0.number + 1 } ?? 0, all: all,
                conditions: conditions, entry: entry,
                isParallel: rule.isParallel || isRecorded, isAfterWait: rule.isAfterWait,
                isAgain: rule.isAgain, isRefresh: rule.usesRefresh, loops: most)
        }
    }

    private mutating func part(_ list: [RuleCondition]) -> RuleProgram.Part {
        defer { conditions += list }
        return RuleProgram.Part(first: Int32(conditions.count), count: Int32(list.count))
    }

    private mutating func trigger(_ trigger: RuleTrigger) -> RuleProgram.Trigger {
        switch trigger {
        case .launched: return .launched
        case .opened: return .opened
        case .left: return .left
        case .every(let span, let clock, let tolerance, let jitter):
            return .every(span, by: clock, tolerance: tolerance, jitter: jitter)
        case .at(let time, let clock): return .at(time, by: clock)
        case .message(_, let push): return .message(push.moment)
        case .received: return .received
        case .item: return .item
        case .network: return .network
        case .charging(let comes): return .charging(comes)
        case .lowPower(let isLow): return .lowPower(isLow)
        case .batteryBelow(let share): return .batteryBelow(share)
        case .call(let moment): return .call(moment)
        case .after: return .after
        case .significantChange: return .significantChange
        case .region(let name, let moment):
            if !regions.contains(name) { regions.append(name) }
            return .region(Int32(regions.firstIndex(of: name) ?? 0), moment)
        case .visit(let moment): return .visit(moment)
        case .moved(let distance): return .moved(distance)
        case .accessory: return .accessory
        case .radioUp: return .radioUp
        case .reminders(let reminders): return .reminders(reminders)
        case .transferDone: return .transferDone
        case .recorded: return .recorded
        case .job(let job): return .job(job)
        }
    }

    private mutating func write(_ steps: [RuleStep]) { for step in steps { write(step) } }

    private mutating func write(_ step: RuleStep) {
        switch step {
        case .work(.zero), .wait(.zero): break
        case .work(let span): code.append(.work(span))
        case .request(let request): code.append(.request(request))
        case .transfer(let request): code.append(.transfer(request))
        case .handOver(let transfer): code.append(.handOver(RuleCode.TransferCode(transfer)))
        case .fetch(let request): code.append(.fetch(request))
        case .queue(let size): code.append(.queue(size.count))
        case .flush(let request): code.append(.flush(request))
        case .locate(let accuracy, let within): code.append(.locate(accuracy, within))
        case .track(let track): code.append(.track(track))
        case .notify(let alert): code.append(.notify(alert))
        case .ring: code.append(.ring)
        case .scan(let scan): code += [.beginScan(scan.scan), .wait(scan.span), .endScan]
        case .scanWiFi: code.append(.scanWiFi)
        case .wait(let span): code.append(.wait(span))
        case .waitForMultiple(let span): code.append(.waitForMultiple(span))
        case .waitQueued(let age): code.append(.waitQueued(age))
        case .asTask(let steps):
            code.append(.beginTask)
            write(steps)
            code.append(.endTask)
        case .asExpeditedJob(let steps):
            code.append(.beginExpedited)
            write(steps)
            code.append(.endExpedited)
        case .repeat(let every, let times, let conditions, let steps):
            writeLoop(every, times, conditions, steps)
        case .choose(let ways): writeChoice(ways)
        case .onlyIf(let conditions):
            let part = part(conditions)
            code.append(.onlyIf(part))
        case .stop: code.append(.end)
        }
    }

    private mutating func writeLoop(
        _ every: TimeSpan, _ times: Int32?, _ list: [RuleCondition], _ steps: [RuleStep]
    ) {
        let number = open
        open += 1
        most = max(most, open)
        code.append(.beginLoop(number))
        let test = code.count
        code.append(.end)
        let conditions = part(list)
        write(steps)
        code.append(.turnLoop(number, every: every, test: Int32(test)))
        code[test] = .testLoop(
            RuleCode.Loop(
                number: number, times: times, conditions: conditions, exit: Int32(code.count)))
        open -= 1
    }

    private mutating func writeChoice(_ ways: [RuleBranch]) {
        let first = branches.count
        branches += ways.map { _ in RuleProgram.Branch(upTo: 1, entry: 0) }
        code.append(.choose(RuleProgram.Part(first: Int32(first), count: Int32(ways.count))))
        let total = ways.reduce(0) { $0 + $1.weight }
        var (sum, exits): (Double, [Int]) = (0, [])
        for (index, way) in ways.enumerated() {
            sum += way.weight
            let isLast = index == ways.count - 1
            branches[first + index] = RuleProgram.Branch(
                upTo: isLast || !(total > 0) ? 1 : sum / total, entry: Int32(code.count))
            write(way.steps)
            exits.append(code.count)
            code.append(.jump(0))
        }
        for exit in exits { code[exit] = .jump(Int32(code.count)) }
    }
}

extension RuleTrigger {
    var isRecorded: Bool { if case .recorded = self { true } else { false } }

    /// Whether the system alerts the user without running the app.
    var isLocalNotification: Bool {
        switch self {
        case .every(_, .localNotification, _, _), .at(_, .localNotification), .reminders: true
        default: false
        }
    }
}
