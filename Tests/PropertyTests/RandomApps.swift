import Kernel
import ModelFixtures
import TestSupport

@testable import DeviceModel

/// Random apps of rules from the whole language, and worlds with every kind of event.
struct RandomApps {
    private var dice: SplitMix64
    /// The system that apps are drawn for.
    private var system = Fixtures.system()
    /// Whether messages come over a kept connection instead of pushes.
    private var connects = false
    /// Whether the app asks for its position, on a phone that can find it.
    private var moves = false

    init(seed: UInt64) { dice = SplitMix64(seed: seed) }

    private mutating func pick(_ count: Int) -> Int { Int(dice.uniform() * Double(count)) }
    mutating func happens(_ chance: Double) -> Bool { dice.uniform() < chance }

    private mutating func span(_ low: Double, _ high: Double) -> TimeSpan {
        Fixtures.seconds(low + (high - low) * dice.uniform() * dice.uniform())
    }

    // MARK: Apps

    /// - Parameters:
    ///   - system: The system of the app.
    ///   - isKept: Whether the app is never suspended.
    ///   - moves: Whether it asks for its position.
    mutating func app(for system: SystemRules, isKept: Bool, moves: Bool) -> OwnAppOptions {
        (self.system, self.moves) = (system, moves)
        connects = happens(0.4)
        let count = 1 + pick(5)
        var rules = (0..<count).map { rule($0) }
        for index in rules.indices where happens(index == 0 ? 0.15 : 0.05) {
            let links: [AccessoryOptions.Link] = [.external, .central, .scan]
            rules[index].triggers = [
                .accessory(
                    RuleAccessory(link: links[pick(3)], every: span(5, 900), scan: scan()))
            ]
        }
        // An app has at most one rule that the system's fetch triggers.
        if !alarms, happens(0.3) {
            rules[count - 1].triggers = [
                .every(span(30, 4000), by: .refresh, tolerance: .zero, jitter: .zero)
            ]
        }
        // Pushes are of one kind.
        let left: AppMode = happens(0.5) ? .voipPush : .remoteNotification
        return OwnAppOptions(
            declares: happens(0.6) ? AppMode.allCases.filter { $0 != left } : [], rules: rules,
            kept: isKept ? (happens(0.5) ? .audio : .location) : .nothing)
    }

    private mutating func scan() -> ScanRequest {
        ScanRequest(mode: ScanMode.allCases[pick(3)], isFiltered: happens(0.7))
    }

    private mutating func scans() -> ScanRules? {
        guard happens(0.6) else { return nil }
        func window(_ share: Double) -> ScanWindow {
            ScanWindow(window: Fixtures.seconds(share), interval: Fixtures.seconds(1))
        }
        return ScanRules(
            lowPower: window(0.1), balanced: window(0.25), lowLatency: window(1),
            lowPowerInDark: happens(0.5) ? window(0.05) : nil,
            mostBehind: ScanMode.allCases[pick(3)], needsFilterInDark: happens(0.5),
            longAfter: happens(0.5) ? span(30, 3000) : nil, longGoesOn: happens(0.5),
            starts: happens(0.5) ? 1 + pick(5) : nil)
    }

    private mutating func rule(_ index: Int) -> AppRule {
        var triggers = [trigger(index)]
        // A trigger that follows other errands is the rule's only one.
        if happens(0.3), !triggers[0].standsAlone {
            let more = [trigger(index), trigger(index), .opened]
            triggers += more.filter { !$0.standsAlone }
        }
        // The system alerts the user for a reminder, by the rule's first step.
        let first: [RuleStep] = triggers[0].isLocalNotification ? [.notify(RuleAlert())] : []
        let isParallel = happens(0.2)
        var rule = AppRule(
            name: "rule-\(index)", on: triggers[0],
            if: happens(0.3) ? [happens(0.2) ? .everyNth(3) : condition()] : [],
            do: first + steps(depth: 0), isParallel: isParallel, isAfterWait: happens(0.1),
            isAgain: !isParallel && happens(0.3))
        rule.triggers = triggers
        return rule
    }

    private var alarms: Bool { system.timers.wakesSuspended }

    private mutating func trigger(_ index: Int) -> RuleTrigger {
        switch pick(moves ? 23 : 18) {
        case 0: return .launched
        case 1: return .opened
        case 2: return .left
        case 3: return .item
        case 4: return .network
        case 5: return .charging(happens(0.5))
        case 6: return .call(happens(0.5) ? .begins : .ends)
        case 7:
            let shape = TransferShape(roundTrips: 0, uplink: .zero, downlink: Bytes(300))
            let push = RulePush(
                tells: happens(0.3), alerts: happens(0.7),
                moment: happens(0.5) ? .any : PushMoment.allCases[pick(3)])
            return connects ? .received(shape) : .message(shape, push)
        case 8: return .at(span(0, 86_000), by: alarms && happens(0.5) ? .alarm : .timer)
        // The rule before it, so that no rules trigger only each other.
        case 9 where index > 0: return .after("rule-\(index - 1)")
        case 10: return .batteryBelow(Fraction(0.001 + 0.02 * dice.uniform()))
        case 11: return .radioUp
        case 12 where happens(0.5):
            return .every(
                span(300, 9000), by: .localNotification, tolerance: .zero, jitter: .zero)
        case 12:
            return .reminders(
                RuleReminders(
                    pending: Int32(1 + pick(4)), apart: span(60, 4000),
                    repeats: happens(0.5) ? span(300, 9000) : nil))
        case 13: return .transferDone
        case 14 where system.jobs != nil || system.processing != nil: return .job(job())
        case 15 where happens(0.5): return .recorded(log())
        case 16: return .lowPower(happens(0.5))
        case 18: return .significantChange
        case 22 where system.visits != nil: return .visit(VisitMoment.allCases[pick(3)])
        case 21: return .region("home", [.entered, .left, .crossed][pick(3)])
        case 19, 20: return .moved(Meters(10 + 2000 * dice.uniform()))
        default:
            let every = span(30, 4000)
            return .every(
                every, by: alarms && happens(0.6) ? .alarm : .timer,
                tolerance: happens(0.2) ? Fixtures.seconds(20) : .zero,
                jitter: happens(0.2) ? span(0, 60) : .zero)
        }
    }

    private mutating func log() -> RecordedBehaviour {
        let times = (0...pick(8)).map { _ in span(0, 20_000) }.sorted()
        let moments = times.map {
            RecordedBehaviour.Moment(
                at: $0, uplink: happens(0.8) ? Int64(20_000 * dice.uniform()) : 0,
                downlink: happens(0.8) ? Int64(90_000 * dice.uniform()) : 0,
                work: happens(0.3) ? span(0.001, 3) : .zero)
        }
        let repeats = happens(0.5) ? (times.last ?? .zero) + span(10, 5000) : nil
        return RecordedBehaviour(moments, repeats: repeats)
    }

    private mutating func job() -> RuleJob {
        if system.jobs == nil { return RuleJob(by: .processing, every: span(300, 8000)) }
        let needs: [JobNeeds] = [[], .network, .charging, .idle]
        return RuleJob(
            by: .job, every: span(900, 4000), tolerance: happens(0.5) ? span(300, 900) : nil,
            needs: needs[pick(needs.count)])
    }

    private mutating func condition() -> RuleCondition {
        switch pick(10) {
        case 9: .setting(happens(0.7))
        case 0: .network(RuleNetwork.allCases[pick(3)])
        case 1: .charging(happens(0.5))
        case 2: .inFront(happens(0.5))
        case 3: .between(Fixtures.seconds(8 * 3600), Fixtures.seconds(20 * 3600))
        case 4: .chance(Fraction(dice.uniform()))
        case 5: .queued(Int32(1 + pick(3)))
        case 6: .fetched
        case 7: .positionOlder(span(1, 9000))
        default: .batteryAbove(Fraction(dice.uniform()))
        }
    }

    private mutating func steps(depth: Int) -> [RuleStep] {
        (0...pick(3)).map { _ in step(depth: depth) }
    }

    private mutating func step(depth: Int) -> RuleStep {
        switch pick(depth < 2 ? 19 : 15) {
        case 0: return .work(span(0.001, 20))
        case 1, 2: return .request(request())
        case 3: return .transfer(request(2_000_000))
        case 4: return .queue(Bytes((1000 * dice.uniform()).rounded()))
        case 5, 6: return .flush(request())
        case 7: return happens(0.4) ? .ring : .notify(RuleAlert())
        case 8 where happens(0.1): return .scanWiFi
        case 8 where happens(0.2): return .scan(RuleScan(span: span(1, 100), scan: scan()))
        case 8: return .wait(happens(0.1) ? .zero : span(0.001, 200))
        case 9: return .waitForMultiple(span(1, 1000))
        case 10: return .waitQueued(span(1, 1000))
        case 11: return happens(0.5) ? .onlyIf([condition()]) : .stop
        case 12 where moves:
            return .locate(LocationAccuracy.allCases[pick(3)], within: span(1, 60))
        case 13 where moves:
            let accuracy = LocationAccuracy.allCases[pick(LocationAccuracy.allCases.count)]
            return .track(
                RuleTrack(
                    accuracy: accuracy,
                    filter: happens(0.2) ? .zero : Meters(1 + 300 * dice.uniform()),
                    every: happens(0.5) ? .zero : span(1, 60), span: span(1, 4000)))
        case 12, 13: return .fetch(request())
        case 14:
            let shape = TransferShape(
                roundTrips: pick(3), uplink: Bytes((300_000 * dice.uniform()).rounded()),
                downlink: Bytes((300_000 * dice.uniform()).rounded()))
            let piece = happens(0.5) ? 65_536 : (1000 + 90_000 * dice.uniform()).rounded()
            return .handOver(
                RuleHandOver(
                    shape, isDiscretionary: happens(0.2),
                    outbox: happens(0.5) ? .nothing : HandedOutbox.allCases[pick(3)],
                    piece: Bytes(piece)))
        case 15, 16: return .asTask(steps(depth: depth + 1))
        case 17:
            return .repeat(
                every: span(0.1, 300), times: Int32(1 + pick(4)),
                while: happens(0.3) ? [condition()] : [], steps(depth: depth + 1))
        default:
            return .choose(
                (0...pick(2)).map { _ in
                    RuleBranch(weight: 0.1 + dice.uniform(), steps(depth: depth + 1))
                })
        }
    }

    private mutating func request(_ most: Double = 30_000) -> RuleRequest {
        let roundTrips = Int32(pick(4))
        return RuleRequest(
            roundTrips: roundTrips, uplink: Int64(most * dice.uniform() * dice.uniform()),
            downlink: Int64(most * dice.uniform() * dice.uniform()),
            connecting: connects && roundTrips > 0 && happens(0.6) ? 1 : 0,
            timeout: happens(0.1) ? nil : span(0.5, 120), retries: Int32(pick(3)),
            work: happens(0.3) ? span(0.001, 90) : .zero,
            piece: happens(0.2) ? Int64(1000 + most * dice.uniform()) : nil)
    }

    // MARK: Systems and worlds

    mutating func system(alarms: Bool) -> SystemRules {
        var system = Fixtures.system()
        let mode = TimedModeRules(runTime: span(5, 40), perHourLimit: 1 + pick(5))
        (system.backgroundFetch, system.remoteNotification) = (mode, mode)
        system.fetchLearning = FetchLearningRules(
            leastInterval: span(60, 900), firstInterval: span(300, 4000),
            mostInterval: span(4000, 14_400), factor: 2, shortFetch: span(0.1, 20),
            slotsPerDay: 24, lead: span(60, 600))
        system.backgroundTransfer = BackgroundTransferRules(
            firstRelaunchDelay: Fixtures.seconds(60), runTime: Fixtures.seconds(30))
        (system.externalAccessory, system.bluetooth) = (mode, mode)
        system.standardLocation.keepsRunning = happens(0.5)
        if alarms, happens(0.5) {
            system.standardLocation.backgroundEvery = span(60, 1800)
            system.standardLocation.refusesSeldom = happens(0.3)
        }
        if happens(0.5) { system.standardLocation.restsBeyond = span(5, 40) }
        system.accessories = AccessoryRules(coalescing: span(1, 60), scans: scans())
        system.wifiScans = WiFiScanRules(
            inFront: happens(0.5) ? 1 + pick(4) : nil,
            behindEvery: happens(0.5) ? span(1, 3000) : nil, isShared: happens(0.5))
        system.taskCompletion.limit = span(5, 700)
        system.timers = TimerRules(
            wakesSuspended: alarms, tolerance: happens(0.5) ? .zero : nil,
            runWhileAsleep: !alarms || happens(0.4))
        if alarms, happens(0.6) {
            system.taskCompletion.endsApp = false
            system.taskCompletion.allowance = span(0, 30)
            system.taskCompletion.inexactAlarm = happens(0.5) ? span(5, 100) : nil
        }
        system.push?.runsApp = alarms
        system.lifeCycle.launches += [.remoteNotification, .backgroundTransfer]
        if happens(0.5) { system.lifeCycle.launches += [.significantChange, .region] }
        if happens(0.5) { system.lifeCycle.launches += [.bluetooth, .externalAccessory] }
        if happens(0.5) { system.lifeCycle.launches.append(.backgroundFetch) }
        if happens(0.5) {
            system.visits = StandardLocationRules.Pause(
                after: span(60, 600), within: Meters(50 + 500 * dice.uniform()))
        }
        if happens(0.7) {
            system.lowPower = LowPowerRules(
                below: Fraction(0.012), alerts: false, holdsBackWork: happens(0.5),
                holdsPushes: happens(0.5))
        }
        if happens(0.7) {
            system.voipPush = VoIPPushRules(
                runTime: span(5, 40),
                mustRing: happens(0.7)
                    ? VoIPPushRules.MustRing(within: span(1, 20), failures: 1 + pick(8)) : nil)
        }
        if happens(0.7) { system.lifeCycle.launches.append(.voipPush) }
        if happens(0.5) {
            system.significantChange.runTime = span(5, 40)
            system.regions.runTime = span(5, 40)
        }
        if happens(0.6), alarms {
            system.jobs = JobRules(
                leastPeriod: Fixtures.seconds(900), leastFlex: Fixtures.seconds(300),
                runTime: span(10, 600), firstBackOff: Fixtures.seconds(30),
                longestBackOff: Fixtures.seconds(18_000), idleAfter: Fixtures.seconds(600))
        }
        if happens(0.6), !alarms {
            system.processing = ProcessingRules(
                runTime: span(10, 300), idleAfter: span(10, 600), within: span(600, 9000),
                usedWithin: Fixtures.seconds(7 * 86_400))
        }
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
            world.apps[0].outOfRange = Spells(every: mean(3000), duration: mean(300))
        }
        if happens(0.3) {
            world.memoryPressure = MemoryPressure(
                every: mean(9000), leaves: .constant(Bytes(1000)))
        }
        if happens(0.3) {
            world.network.outages = Spells(every: mean(7000), duration: mean(200))
        }
        if happens(0.3) { world.network.change = mean(5000) }
        if happens(0.3) { world.network.natIdleTimeout = mean(900) }
        if happens(0.2) { world.network.serverIdleTimeout = span(60, 3000) }
        if moves {
            world.movement = Places.wanderer(
                stay: mean(900), distance: Meters(3000), speed: 10)
            world.cells = Places.cells(perKilometer: 2)
            world.regions = [
                Fixtures.valid {
                    Region(
                        name: "home", center: .home, radius: Meters(500))
                }
            ]
        }
        if happens(0.3) { world.phoneCalls = Spells(every: mean(9000), duration: mean(120)) }
        if happens(0.2) {
            world.battery = BatteryCourse(start: Fraction(0.02), comesOn: Fraction(0.01))
            world.charging = Charging(daily: [
                Fixtures.valid {
                    DailyWindow(
                        from: Fixtures.seconds(7200), until: Fixtures.seconds(10_000))
                }
            ])
        }
        return world
    }
}
