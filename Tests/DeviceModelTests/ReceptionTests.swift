import Kernel
import ModelFixtures
import Testing

@testable import DeviceModel

/// Tests of discontinuous reception, by hand: times are milliseconds, powers milliwatts.
@Suite struct ReceptionTests {
    typealias Level = DiscontinuousReception.SleepLevel

    private let ms = SmallRadio.ms

    /// Awake 100 mW; micro sleep 50 mW, and 5 mW and 0.01 mJ in pauses of 4 ms and more.
    private func reception(
        inactivity: Int = 10, on: Int = 2, short: Int? = 8, count: Int = 2, long: Int = 16
    ) -> DiscontinuousReception {
        DiscontinuousReception(
            inactivity: ms(inactivity), on: ms(on),
            short: short.map {
                DiscontinuousReception.ShortCycle(cycle: ms($0), count: count)
            }, long: ms(long), micro: Level(power: Milliwatts(50)),
            deep: Level(
                power: Milliwatts(5), transition: Millijoules(0.01), leastGap: ms(4)))
    }

    private func profile(_ reception: DiscontinuousReception, timer: Int) -> RadioProfile {
        var state = SmallRadio.state("CONNECTED", timer: timer)
        state.reception = reception
        return SmallRadio.profile(
            [SmallRadio.state("IDLE", power: 0, carries: false), state],
            [SmallRadio.promotion(0, 1)])
    }

    private func tail(_ table: LedgerTable<Int64>) -> Double {
        table.energy { $0.kind == .tail }.magnitude
    }

    /// One byte that ends at 3 ms, where the rest begins.
    @Test(
        "A rest is awake time, a pause, short cycles, a pause, long cycles",
        arguments: [
            // Awake 3-9.
            (9, 0.6),
            // Awake to 13, then micro sleep to the next on-duration of the short cycle at 16.
            (13, 1.0), (15, 1.1), (16, 1.15),
            // On 16-18, deep 18-24: 0.2 mJ, then 0.01 mJ and 6 ms of 5 mW.
            (18, 1.35), (24, 1.39),
            // On 24-26; two short cycles are over at 29, so it sleeps on to 32, in the long cycle.
            (26, 1.59), (32, 1.63),
            // On 32-34, deep 34-48, and so on: a long cycle is 0.2 + 0.01 + 0.07 mJ.
            (48, 1.91), (96, 2.75), (103, 2.985),
        ])
    func closedForm(until: Int, energy: Double) {
        let profile = profile(reception(), timer: 200)
        let run = TestRun(profile, [(0, 1, 0)], horizon: until)
        #expect(abs(tail(run.radio.table) - energy) < 1e-12)
        #expect(
            run.radio.timeline.reduce(0) { $0 + $1.energy(run.radio.table.plan).magnitude }
                .isClose(to: run.radio.table.totalEnergy.magnitude))
    }

    @Test("Without a short cycle the long cycle's on-durations count")
    func longOnly() {
        // Awake 3-13, micro sleep 13-16, on 16-18, deep 18-32.
        let run = TestRun(profile(reception(short: nil), timer: 100), [(0, 1, 0)], horizon: 32)
        #expect(abs(tail(run.radio.table) - (1.0 + 0.15 + 0.2 + 0.01 + 0.07)) < 1e-12)
    }

    @Test("An on-duration that has begun lasts to its end")
    func onDurationIsKept() {
        // The timer expires at 9 ms, in the on-duration 8-10.
        let drx = reception(inactivity: 6, short: nil, long: 8)
        let run = TestRun(profile(drx, timer: 100), [(0, 1, 0)], horizon: 16)
        #expect(abs(tail(run.radio.table) - (0.7 + 0.01 + 0.03)) < 1e-12)
    }

    @Test("Data restarts the rest, and the sleep that it interrupts stays paid")
    func dataBeginsAnew() {
        // Asleep at 20 ms; one byte to 21 ms; awake to 31, micro sleep to 32, on 32-34.
        let run = TestRun(
            profile(reception(), timer: 200), [(0, 1, 0), (20, 1, 0)], horizon: 34)
        let first = 1.35 + 0.01 + 0.01
        #expect(abs(tail(run.radio.table) - (first + 1.0 + 0.05 + 0.2)) < 1e-12)
        #expect(
            run.course.hasPrefix(
                "IDLE promotion 0-2; CONNECTED transfer 2-3; CONNECTED tail 3-13; "
                    + "CONNECTED tail 13-16; CONNECTED tail 16-20; CONNECTED transfer 20-21"),
            "\(run.course)")
    }

    @Test("A state that is entered by a timer begins with its inactivity timer")
    func enteredByTimer() {
        var low = SmallRadio.state("LOW", timer: 20)
        low.reception = reception(inactivity: 4, short: nil)
        let profile = SmallRadio.profile(
            [
                SmallRadio.state("IDLE", power: 0, carries: false), low,
                SmallRadio.state("HIGH", timer: 5, to: 1, power: 0),
            ],
            [
                SmallRadio.promotion(0, 2, PromotionDelay(.zero)),
                SmallRadio.promotion(1, 2, PromotionDelay(.zero), over: 5),
            ])
        // HIGH 1-6, then LOW: awake 6-10, deep 10-16, on 16-18, deep 18-26.
        let run = TestRun(profile, [(0, 1, 0)], horizon: 40)
        #expect(abs(tail(run.radio.table) - (0.4 + 0.01 + 0.03 + 0.2 + 0.01 + 0.04)) < 1e-12)
    }

    /// 100 ms awake and 200 ms asleep, 1 mW for each unit of TR 38.840, from the test of 5G-LENA's
    /// energy module.
    @Test(
        "TR 38.840's sleeps equal another program's figures",
        arguments: [(1.0, 0.45, 10.65), (20.0, 0.1, 14.1), (45.0, 0.0, 19.0)])
    func otherProgram(power: Double, transition: Double, energy: Double) {
        let drx = DiscontinuousReception(
            inactivity: ms(100), on: ms(100), long: ms(300),
            deep: Level(power: Milliwatts(power), transition: Millijoules(transition)))
        // 2 ms of promotion and 1 ms on the air come before the rest, and a cycle begins with it.
        let run = TestRun(profile(drx, timer: 1_000), [(297, 1, 0)], horizon: 600)
        #expect(abs(tail(run.radio.table) - energy) < 1e-9)
    }

    @Test(
        "Each pause of a cycle pays its transition at its start",
        arguments: [(2, 0), (3, 1), (8, 1), (10, 1), (11, 2), (80, 10)])
    func cycleTransitions(span: Int, count: Int) {
        let cycle = PowerCycle(
            period: ms(8), on: ms(2), onPower: .zero, offPower: .zero,
            transition: Millijoules(3))
        let idle = SmallRadio.state("IDLE", draw: .cycle(cycle), carries: false)
        let profile = SmallRadio.profile(
            [idle, SmallRadio.state("DCH", timer: 5)], [SmallRadio.promotion(0, 1)])
        let run = TestRun(profile, [], horizon: span)
        #expect(run.radio.table.totalEnergy.magnitude == 3 * Double(count))
    }

    @Test("An impossible configuration is refused with the reason")
    func faults() {
        func fault(
            _ change: (inout RadioState) -> Void
        ) -> String? {
            var state = SmallRadio.state("CONNECTED", timer: 5)
            state.reception = reception()
            change(&state)
            do throws(RadioProfileError) {
                _ = try RadioProfile(
                    name: "test", technology: .nr, states: [SmallRadio.idle, state], initial: 0,
                    promotions: [SmallRadio.promotion(0, 1)], roundTrip: .zero,
                    transferPower: nil)
                return nil
            } catch {
                #expect(!error.advice.isEmpty)
                return error.message
            }
        }
        func bad(_ fault: String) -> String {
            "CONNECTED has discontinuous reception, \(fault)"
        }
        #expect(fault { _ in } == nil)
        #expect(
            fault { $0.reception?.inactivity = .zero }
                == bad("whose times must be longer than zero"))
        #expect(
            fault { $0.reception?.long = ms(8 * 500_000) }
                == bad("whose times are longer than an hour"))
        #expect(
            fault { $0.reception?.on = ms(9) }
                == bad("whose on-duration is longer than its shortest cycle"))
        #expect(
            fault { $0.reception?.long = ms(20) }
                == bad("whose long cycle is not a whole multiple of its short one"))
        #expect(
            fault { $0.reception?.long = ms(8) }
                == bad("whose short cycle is not shorter than its long one"))
        #expect(
            fault { $0.reception?.short?.count = 0 }
                == bad("whose number of short cycles is not a whole number above zero"))
        #expect(
            fault { $0.reception?.deep?.leastGap = .zero }
                == bad("whose deeper sleep needs no longer pause than a shallower one"))
        #expect(
            fault {
                $0.reception?.micro = nil
                $0.reception?.deep = nil
            } == bad("but no sleep: without a level of sleep it is always awake"))
        let cycle = PowerCycle(period: ms(8), on: ms(2), onPower: .zero, offPower: .zero)
        #expect(
            fault { $0.draw = .cycle(cycle) }
                == bad("and a cycle, which already describes its power over time"))
        #expect(
            fault { ($0.uplink, $0.downlink) = (nil, nil) }
                == bad("but cannot carry data; a state that only listens has a cycle"))
    }

    @Test("Beacon power is linear in the number of wake-ups")
    func beacons() {
        // ESP32-C6 (802.11ax), 0.092 mA and 84.6 uC a beacon: 0.919 mA at DTIM 1, 0.368 at 3.
        for (dtim, current) in [(1, 0.919), (3, 0.368)] {
            let draw = BeaconDraw(
                base: Milliwatts(0.092), energy: Millijoules(0.0846), dtim: dtim)
            #expect(abs(draw.meanPower.magnitude / current - 1) < 0.01)
        }
    }
}

extension Double {
    fileprivate func isClose(to other: Double) -> Bool {
        abs(self - other) <= 1e-9 * Swift.max(1, abs(other))
    }
}
