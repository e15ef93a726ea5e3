import DeviceModel
import EventKernel
import ModelFixtures
import Quantities
import TestSupport

/// Apps of rules, drawn from the whole language, and worlds in which everything happens to them.
struct RandomApps {
    private var dice: SplitMix64
    private var isPlain = false

    init(seed: UInt64) { dice = SplitMix64(seed: seed) }

    private mutating func pick(_ count: Int) -> Int { Int(dice.uniform() * Double(count)) }
    mutating func happens(_ chance: Double) -> Bool { dice.uniform() < chance }

    private mutating func span(_ low: Double, _ high: Double) -> TimeSpan {
        Fixtures.seconds(low + (high - low) * dice.uniform() * dice.uniform())
    }

    // MARK: Apps

    /// - Parameters:
    ///   - alarms: whether the system has them.
    ///   - isKept: whether the app is never suspended.
    ///   - isPlain: without what the obvious interpreter does not know: fetches, and errands of one
    ///     rule beside each other.
    mutating func app(alarms: Bool, isKept: Bool, isPlain: Bool) -> OwnAppOptions {
        self.isPlain = isPlain
        let count = 1 + pick(5)
        let rules = (0..<count).map { rule($0, alarms: alarms) }
        return OwnAppOptions(
            declares: happens(0.5) ? AppMode.allCases : [], rules: rules,
            kept: isKept ? .audio : .nothing)
    }

    private mutating func rule(_ index: Int, alarms: Bool) -> AppRule {
        let trigger = trigger(index, alarms: alarms)
        // The system calls the user for a reminder, and says so in the rule's first step.
        let first: [RuleStep] = trigger.isReminder ? [.notify(RuleAlert())] : []
        return AppRule(
            name: "rule-\(index)", on: trigger,
            if: happens(0.3) ? [happens(0.2) ? .everyNth(3) : condition()] : [],
            do: first + steps(depth: 0),
            isParallel: !isPlain && happens(0.2))
    }

    private mutating func trigger(_ index: Int, alarms: Bool) -> RuleTrigger {
        switch pick(15) {
        case 0: return .launched
        case 1: return .opened
        case 2: return .left
        case 3: return .item
        case 4: return .network
        case 5: return .charging(happens(0.5))
        case 6: return .call(happens(0.5) ? .begins : .ends)
        case 7:
            return .message(TransferShape(roundTrips: 0, uplink: .zero, downlink: Bytes(300)))
        case 8: return .at(span(0, 86_000), by: alarms && happens(0.5) ? .alarm : .timer)
        // The one before it, so that rules cannot come after each other alone.
        case 9 where index > 0: return .after("rule-\(index - 1)")
        case 10: return .batteryBelow(Fraction(0.001 + 0.02 * dice.uniform()))
        case 11: return .radioUp
        case 12:
            return .every(
                span(300, 9000), by: .localNotification, tolerance: .zero, jitter: .zero)
        default:
            let every = span(30, 4000)
            return .every(
                every, by: alarms && happens(0.6) ? .alarm : .timer,
                tolerance: happens(0.2) ? Fixtures.seconds(20) : .zero,
                jitter: happens(0.2) ? span(0, 60) : .zero)
        }
    }

    private mutating func condition() -> RuleCondition {
        switch pick(7) {
        case 0: .network(RuleNetwork.allCases[pick(3)])
        case 1: .charging(happens(0.5))
        case 2: .inFront(happens(0.5))
        case 3: .between(Fixtures.seconds(8 * 3600), Fixtures.seconds(20 * 3600))
        case 4: .chance(Fraction(dice.uniform()))
        case 5: .queued(Int32(1 + pick(3)))
        default: .batteryAbove(Fraction(dice.uniform()))
        }
    }

    private mutating func steps(depth: Int) -> [RuleStep] {
        (0...pick(3)).map { _ in step(depth: depth) }
    }

    private mutating func step(depth: Int) -> RuleStep {
        switch pick(depth < 2 ? 17 : 12) {
        case 0: return .work(span(0.001, 20))
        case 1, 2: return .request(request())
        case 3: return .transfer(request(2_000_000))
        case 4: return .queue(Bytes((1000 * dice.uniform()).rounded()))
        case 5, 6: return .flush(request())
        case 7: return .notify(RuleAlert())
        case 8: return .wait(span(0.001, 200))
        case 9: return .waitForMultiple(span(1, 1000))
        case 10: return .waitQueued(span(1, 1000))
        case 11: return happens(0.5) ? .onlyIf([condition()]) : .stop
        case 12, 13: return .asTask(steps(depth: depth + 1))
        case 14:
            return .repeat(
                every: span(0.1, 300), times: Int32(1 + pick(4)),
                while: happens(0.3) ? [condition()] : [], steps(depth: depth + 1))
        case 15:
            return .choose(
                (0...pick(2)).map { _ in
                    RuleBranch(weight: 0.1 + dice.uniform(), steps(depth: depth + 1))
                })
        default: return isPlain ? .request(request()) : .fetch(request())
        }
    }

    private mutating func request(_ most: Double = 30_000) -> RuleRequest {
        RuleRequest(
            roundTrips: Int32(pick(4)), uplink: Int64(most * dice.uniform() * dice.uniform()),
            downlink: Int64(most * dice.uniform() * dice.uniform()),
            timeout: span(0.5, 120), retries: Int32(pick(3)))
    }

    // MARK: Systems and worlds

    mutating func system(alarms: Bool) -> SystemRules {
        var system = Fixtures.system()
        let mode = TimedModeRules(runTime: span(5, 40), perHourLimit: 1 + pick(5))
        (system.backgroundFetch, system.remoteNotification) = (mode, mode)
        system.backgroundTransfer = BackgroundTransferRules(
            firstRelaunchDelay: Fixtures.seconds(60), runTime: Fixtures.seconds(30))
        system.taskCompletion.limit = span(5, 700)
        system.timers = TimerRules(
            wakesSuspended: alarms, tolerance: happens(0.5) ? .zero : nil)
        system.push?.runsApp = alarms
        system.lifeCycle.launches += [.remoteNotification, .backgroundTransfer]
        system.lifeCycle.tearsDownSockets = happens(0.5)
        system.lifeCycle.backgroundSpeed = Fraction(0.5)
        if happens(0.5) {
            system.backgroundWork = BackgroundWorkRules(
                share: Fraction(0.8), over: Fixtures.seconds(60), throttled: Fraction(0.5),
                endsAfter: Fixtures.seconds(60))
        }
        return system
    }

    mutating func world() -> WorldProfile {
        func mean(_ seconds: Double) -> Distribution<Seconds> {
            .exponential(mean: Seconds(seconds))
        }
        var world = WorldProfile(
            otherTraffic: [
                TrafficSource(
                    every: mean(300), uplink: .constant(Bytes(1000)),
                    downlink: .uniform(low: Bytes(100), high: Bytes(300_000)), roundTrips: 1)
            ],
            apps: [
                AppWorldProfile(
                    sessions: Spells(every: mean(2000), duration: mean(60)),
                    forceQuits: happens(0.3) ? mean(20_000) : nil,
                    messages: AppWorldProfile.Items(
                        every: mean(1000), size: .uniform(low: Bytes(10), high: Bytes(90_000))),
                    outbox: AppWorldProfile.Items(
                        every: mean(400), size: .uniform(low: Bytes(10), high: Bytes(50_000))))
            ])
        if happens(0.3) { world.restarts = mean(30_000) }
        if happens(0.3) {
            world.memoryPressure = MemoryPressure(
                every: mean(9000), leaves: .constant(Bytes(1000)))
        }
        if happens(0.3) {
            world.network.outages = Spells(every: mean(7000), duration: mean(200))
        }
        if happens(0.3) { world.network.change = mean(5000) }
        if happens(0.3) { world.phoneCalls = Spells(every: mean(9000), duration: mean(120)) }
        if happens(0.2) {
            world.battery = BatteryCourse(start: Fraction(0.02), comesOn: Fraction(0.01))
            world.charging = Charging(daily: [
                Fixtures.valid {
                    try DailyWindow(
                        from: Fixtures.seconds(7200), until: Fixtures.seconds(10_000))
                }
            ])
        }
        return world
    }
}

extension RuleTrigger {
    fileprivate var isReminder: Bool {
        if case .every(_, .localNotification, _, _) = self { true } else { false }
    }
}
