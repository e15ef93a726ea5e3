import Kernel
import ModelFixtures
import Testing

@testable import DeviceModel

/// Tests of the two Doze machines alone, against timelines made by hand.
@Suite struct DozeMachineTests {
    /// When deep windows begin, in minutes since the display went off.
    private func deepWindows(
        _ rules: DeepDozeRules, hours: Double, isBusy: Bool, quick: Double? = nil
    ) -> [Double] {
        var deep = DeepDoze(rules)
        deep.begin(at: .start, quick: quick.map(Fixtures.seconds))
        var begins: [Double] = []
        while deep.due < Instant.start + Fixtures.seconds(hours * 3600) {
            let (now, before) = (deep.due, deep.state)
            deep.step(at: now, isBusy: isBusy)
            if deep.state == .window, before != .window {
                begins.append(now.seconds.magnitude / 60)
            }
        }
        return begins
    }

    private func lightWindows(
        _ rules: LightDozeRules, hours: Double, isBusy: Bool = false
    ) -> [(begin: Double, length: Double)] {
        var light = LightDoze(rules)
        light.begin(at: .start)
        var windows: [(begin: Double, length: Double)] = []
        while light.due < Instant.start + Fixtures.seconds(hours * 3600) {
            let (now, before) = (light.due, light.state)
            light.step(at: now, isBusy: isBusy, hasNetwork: true)
            let time = now.seconds.magnitude
            if light.state == .window, before != .window { windows.append((time / 60, 0)) }
            if light.state == .idle, before == .window {
                windows[windows.count - 1].length = time - windows[windows.count - 1].begin * 60
            }
        }
        return windows
    }

    @Test("AM-001, AM-003, AM-004, AM-005, AM-013, AM-019, AM-020: idle after 64.5 min up to 14")
    func untilFourteen() {
        // A window with work is 5 min, then 10. The derived rows say 2.1 h and 4.2 h.
        #expect(deepWindows(DozeRuns.deep14, hours: 8, isBusy: true) == [124.5, 249.5])
        // A window without work ends after half a minute (AM-019).
        #expect(deepWindows(DozeRuns.deep14, hours: 8, isBusy: false) == [124.5, 245])
    }

    @Test("AM-021, AM-022, AM-023, AM-024, AM-025, AM-026: idle after 2.75 min from version 15 on")
    func fromFifteen() {
        let busy = deepWindows(DozeRuns.deep15, hours: 8, isBusy: true)
        #expect(busy == [17.75, 52.75, 122.75, 252.75])
        // 0.3, 0.9, 2.0 and 4.2 h.
        #expect(busy.map { ($0 / 6).rounded() / 10 } == [0.3, 0.9, 2.0, 4.2])
        let bare = deepWindows(DozeRuns.deep15, hours: 8, isBusy: false)
        #expect(bare == [17.75, 48.25, 108.75, 229.25, 469.75])
    }

    @Test("AM-014, AM-015: idle periods double up to six hours, so in the end four windows a day")
    func longIdle() {
        let begins = deepWindows(DozeRuns.deep14, hours: 72, isBusy: true)
        let gaps = zip(begins.dropFirst(), begins).map { $0 - $1 }
        #expect(gaps.prefix(4) == [125, 250, 370, 370])
    }

    @Test("AM-010, AM-011, AM-012: windows are five minutes, then ten")
    func windows() {
        var rules = DozeRuns.deep15
        rules.longestWindow = Fixtures.seconds(1200)
        let begins = deepWindows(rules, hours: 8, isBusy: true)
        // 5, 10 and 20 minutes next to idle periods of 30, 60 and 120.
        #expect(zip(begins.dropFirst(), begins).map { $0 - $1 } == [35, 70, 140])
    }

    @Test("AM-034, AM-035: the battery saver makes a phone idle after a minute, moved or not")
    func quick() {
        let begins = deepWindows(DozeRuns.deep14, hours: 4, isBusy: true, quick: 60)
        #expect(begins == [61, 186])
        var deep = DeepDoze(DozeRuns.deep14)
        deep.begin(at: .start, quick: Fixtures.seconds(60))
        deep.step(at: deep.due, isBusy: false)
        #expect(deep.state == .idle && !deep.watchesMotion)
    }

    @Test("R012, AM-016, AM-017, AM-018: no idle period begins shortly before an alarm clock")
    func alarmClock() {
        var rules = DozeRuns.deep14
        rules.beforeAlarmClock = Fixtures.seconds(1800)
        /// Idle from 64.5 min on, for an hour.
        func firstIdle(_ alarm: Double?) -> (from: Double, until: Double)? {
            var deep = DeepDoze(rules, PhoneHabits(alarmClock: alarm.map { Fixtures.seconds($0) }))
            deep.begin(at: .start, quick: nil)
            for _ in 0..<40 {
                let time = deep.due
                deep.step(at: time, isBusy: false)
                if deep.state == .idle {
                    return (time.seconds.magnitude, deep.due.seconds.magnitude)
                }
            }
            return nil
        }
        #expect(firstIdle(nil)! == (3870, 7470))
        #expect(firstIdle(86_000)! == (3870, 7470))
        #expect(firstIdle(7200)! == (3870, 7200))
        // Within the half hour the phone waits for the alarm, and takes its whole way after it.
        #expect(firstIdle(5000)! == (8870, 12_470))
        rules.beforeAlarmClock = .zero
        #expect(firstIdle(5000)! == (3870, 5000))
    }

    @Test("AM-008: after a motion a phone is inactive for ten minutes, and Doze starts over")
    func motion() {
        var deep = DeepDoze(DozeRuns.deep14)
        deep.begin(at: .start, quick: nil)
        #expect(!deep.watchesMotion)
        deep.step(at: deep.due, isBusy: false)
        #expect(deep.state == .pending && deep.watchesMotion)
        let now = Instant.start + Fixtures.seconds(2000)
        deep.move(at: now)
        #expect(deep.state == .inactive && deep.due == now + Fixtures.seconds(600))
        for _ in 0..<4 { deep.step(at: deep.due, isBusy: false) }
        #expect(deep.state == .idle)
        deep.step(at: deep.due, isBusy: false)
        deep.move(at: deep.due)
        for _ in 0..<4 { deep.step(at: deep.due, isBusy: false) }
        // Back to the first idle period.
        #expect(deep.state == .idle)
        let idle = deep.due
        deep.step(at: deep.due, isBusy: false)
        #expect(deep.state == .window && deep.due == idle + Fixtures.seconds(30))
    }

    @Test("AM-038, AM-045, AM-046, AM-048, AM-053: light windows after 5, 10 and then 15 min")
    func lightUntilFourteen() {
        let windows = lightWindows(DozeRuns.light7, hours: 8)
        #expect(windows.dropLast().allSatisfy { abs($0.length - 5) < 1e-6 })
        let begins = windows.map(\.begin)
        #expect(begins[0] == 10)
        let gaps = zip(begins.dropFirst(), begins).map { ($0 - $1) * 60 - 5 }
        #expect(gaps.prefix(3).map { $0.rounded() } == [600, 900, 900])
        // About four an hour.
        #expect(windows.count == 32)
    }

    @Test("AM-039, AM-040, AM-041, AM-047, AM-049: from version 15 on two light windows an hour")
    func lightFromFifteen() {
        let begins = lightWindows(DozeRuns.light15, hours: 8).map(\.begin)
        #expect(begins[0] == 6)
        let gaps = zip(begins.dropFirst(), begins).map { (($0 - $1) * 60 - 5).rounded() / 60 }
        #expect(gaps.prefix(6) == [10, 15, 20, 25, 30, 30])
        #expect(begins.count == 18)
        var rules = DozeRuns.light15
        for (span, first) in [(240.0, 9.0), (300, 10)] {
            rules.inactive = Fixtures.seconds(span)
            #expect(lightWindows(rules, hours: 1)[0].begin == first)
        }
    }

    @Test("AM-050, AM-051, AM-052: a window may use the rest of earlier windows' minute")
    func budgets() {
        // A window that uses everything leaves the minimum for the next.
        let busy = lightWindows(DozeRuns.light7, hours: 4, isBusy: true)
        #expect(busy.dropLast().allSatisfy { $0.length == 60 })
        // Idle windows add what they leave to the budget, 55 s each, up to the maximum.
        var light = LightDoze(DozeRuns.light7)
        light.begin(at: .start)
        var budgets: [Double] = []
        for _ in 0..<14 {
            light.step(at: light.due, isBusy: false, hasNetwork: true)
            if light.state == .window { budgets.append(light.budget.seconds.magnitude) }
        }
        #expect(budgets == [60, 115, 170, 225, 280, 300, 300])
    }

    @Test("AM-042, AM-043, AM-044: Doze waits for running work, up to a limit")
    func preIdle() {
        var light = LightDoze(DozeRuns.light7)
        light.begin(at: .start)
        light.step(at: light.due, isBusy: true, hasNetwork: true)
        #expect(light.state == .preIdle)
        var steps = 0
        while light.state == .preIdle {
            light.step(at: light.due, isBusy: true, hasNetwork: true)
            steps += 1
        }
        #expect(steps == 120)
        // 5 min, 10 min of work, and the first idle period.
        #expect(light.due == .start + Fixtures.seconds(1200))
        var rules = DozeRuns.light7
        rules.preIdle = .zero
        light = LightDoze(rules)
        light.begin(at: .start)
        light.step(at: light.due, isBusy: true, hasNetwork: true)
        #expect(light.state == .idle)
    }

    @Test("AM-054, AM-055: without a network a window waits; deep Doze overrides light Doze")
    func network() {
        var light = LightDoze(DozeRuns.light7)
        light.begin(at: .start)
        light.step(at: light.due, isBusy: false, hasNetwork: false)
        let due = light.due
        light.step(at: due, isBusy: false, hasNetwork: false)
        #expect(light.state == .waiting && light.isIdle)
        #expect(light.due == due + Fixtures.seconds(600))
        var late = light
        late.step(at: late.due, isBusy: false, hasNetwork: false)
        #expect(late.state == .window)
        light.networkCame(at: due + Fixtures.seconds(7))
        #expect(light.due == due + Fixtures.seconds(7))
        light.step(at: light.due, isBusy: false, hasNetwork: true)
        #expect(light.state == .window)
        light.override()
        #expect(light.due == .never && !light.isIdle)
    }
}
