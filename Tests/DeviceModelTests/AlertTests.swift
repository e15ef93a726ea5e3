import Kernel
import ModelFixtures
import Studies
import Testing

@testable import DeviceModel

/// Tests of what an alert, an alarm clock and an ambient display cost.
@Suite struct AlertTests {
    /// A notification every 10 min: five in an hour.
    private let noting = OwnAppRuns.app(
        AppRule(
            name: "note", on: OwnAppRuns.every(600, by: .alarm),
            do: [.notify(RuleAlert(sound: true, vibration: true))]))

    /// The display draws 100 mW lit and 40 mW dim.
    private func device(_ vendor: AlertRules.Light? = nil, ambient: Double? = 40) -> DeviceProfile {
        var device = Fixtures.device()
        device.display = DisplayProfile(
            minimum: Milliwatts(50), full: Milliwatts(100), alertTime: Fixtures.seconds(10),
            ambient: ambient.map { Milliwatts($0) }, alertLight: vendor)
        device.alert = AlertProfile(
            soundTime: Fixtures.seconds(2), vibrationPower: Milliwatts(100),
            vibrationTime: Fixtures.seconds(1))
        return device
    }

    private func run(
        _ light: AlertRules.Light = .wakes, _ device: DeviceProfile? = nil,
        habits: PhoneHabits = PhoneHabits(), hours: Double = 1
    ) -> RecordedRun {
        var system = OwnAppRuns.system(alarms: true)
        system.alerts = AlertRules(light: light, pulseTime: Fixtures.seconds(6))
        var world = OwnAppRuns.bare
        world.habits = habits
        return OwnAppRuns.run(
            noting, world, system: system, hours: hours, device: device ?? self.device())
    }

    /// In joules.
    private func energy(_ run: RecordedRun, _ component: Component) -> Double {
        run.table.energy(where: { $0.component == component }).magnitude / 1000
    }

    private func display(_ run: RecordedRun) -> Double { energy(run, .display) }
    private func sound(_ run: RecordedRun) -> Double { energy(run, .audio) }

    private func awake(_ run: RecordedRun) -> Double {
        run.table.residenceRows().filter { $0.state == "awake-background" }.reduce(0) {
            $0 + Double($1.nanoseconds) / 1e9
        }
    }

    @Test("R066, R068: an alert that wakes the display lights it for the device's time")
    func wakes() {
        #expect(abs(display(run()) - 5 * 10 * 0.1) < 1e-9)
    }

    @Test("R067: a pulse draws the ambient display's power for the system's time, or nothing")
    func pulses() {
        let pulse = run(.pulse)
        #expect(abs(display(pulse) - 5 * 6 * 0.04) < 1e-9)
        #expect(abs(awake(run()) - awake(pulse) - 5 * 4) < 1e-6)
        #expect(display(run(.pulse, device(ambient: nil))) == 0)
        #expect(display(run(.none)) == 0)
        // The vendor's build goes before the system.
        #expect(display(run(.pulse, device(.wakes))) == display(run(.wakes)))
        #expect(display(run(.wakes, device(AlertRules.Light.none))) == 0)
        // Sound and vibration do not depend on the light.
        #expect(run(.none).metrics[.alerts] == 5)
        #expect(sound(run(.none)) == sound(run(.wakes)))
    }

    @Test("A phone on its display is not lit; Do Not Disturb also ends sound and vibration")
    func habits() throws {
        let faceDown = run(.wakes, habits: PhoneHabits(liesFaceDown: true))
        #expect(display(faceDown) == 0 && sound(faceDown) > 0)
        // Alerts at 10 and 20 min fall into the window.
        let window = DailyWindow(from: .zero, until: Fixtures.seconds(1500))
        let quiet = run(.wakes, habits: PhoneHabits(doNotDisturb: window))
        #expect(abs(display(quiet) - 3 * 10 * 0.1) < 1e-9)
        #expect(abs(sound(quiet) - sound(run(.wakes)) * 3 / 5) < 1e-9)
        // A window over midnight.
        let night = DailyWindow(from: Fixtures.seconds(23 * 3600), until: Fixtures.seconds(900))
        #expect(abs(display(run(.wakes, habits: PhoneHabits(doNotDisturb: night))) - 4) < 1e-9)
    }

    @Test("R070: a display that is always on draws its power all the time, but not face down")
    func alwaysOn() {
        let on = PhoneHabits(displayIsAlwaysOn: true)
        #expect(abs(display(run(.none, habits: on)) - 3600 * 0.04) < 1e-9)
        #expect(
            abs(display(run(.wakes, habits: on)) - (3550 * 0.04 + 5 * 10 * 0.1)) < 1e-9)
        let down = PhoneHabits(displayIsAlwaysOn: true, liesFaceDown: true)
        #expect(display(run(.wakes, habits: down)) == 0)
    }

    @Test("A battery that is empty leaves the ambient display dark")
    func empty() {
        var world = OwnAppRuns.bare
        world.habits.displayIsAlwaysOn = true
        world.battery = BatteryCourse(start: Fraction(1e-6), comesOn: Fraction(0.5))
        let run = OwnAppRuns.run(
            noting, world, system: OwnAppRuns.system(alarms: true), device: device())
        #expect(display(run) < 0.1)
    }

    @Test("A pulse during a call begins when its light ends")
    func overlap() {
        // Calls at 600 s and so on; pulses 8 s later.
        let app = OwnAppRuns.app(
            AppRule(
                name: "call", on: OwnAppRuns.every(600, by: .alarm),
                do: [.notify(RuleAlert(isCall: true))]),
            AppRule(
                name: "note",
                on: .every(
                    Fixtures.seconds(608), by: .alarm, tolerance: .zero, jitter: .zero),
                do: [.notify(RuleAlert())]))
        var system = OwnAppRuns.system(alarms: true)
        system.alerts = AlertRules(light: .pulse, pulseTime: Fixtures.seconds(6))
        let run = OwnAppRuns.run(
            app, system: system, hours: 700.0 / 3600, device: device())
        #expect(abs(display(run) - (10 * 0.1 + 4 * 0.04)) < 1e-9)
    }

    @Test("An alarm clock lights the display at its time each day")
    func alarmClock() {
        let habits = PhoneHabits(alarmClock: Fixtures.seconds(1800))
        let run = run(.none, habits: habits, hours: 25)
        #expect(abs(display(run) - 2 * 10 * 0.1) < 1e-9)
    }

    @Test("A modem beside Wi-Fi draws its idle power, and nothing in flight mode")
    func modem() {
        func cellular(_ absence: NetworkAbsence?) -> Double {
            var device = Fixtures.device()
            device.modemIdle = Milliwatts(7)
            var world = OwnAppRuns.bare
            world.network.absence = absence
            let scenario = Fixtures.scenario(
                radio: Fixtures.wifi(), device: device, hours: 1, world: world,
                policies: [NamedPolicy(name: "none", options: .none)])
            return energy(RecordedRun(scenario, policy: .none), .cellular)
        }
        #expect(abs(cellular(nil) - 3600 * 0.007) < 1e-9)
        #expect(cellular(NetworkAbsence()) == 0)
        let half = NetworkAbsence(from: Fixtures.seconds(600), until: Fixtures.seconds(2400))
        #expect(abs(cellular(half) - 1800 * 0.007) < 1e-9)
    }
}

/// Tests of the metrics that stores set limits on.
@Suite struct AppAwakeTests {
    @Test("R019, R020: an app's wake-ups and its time awake are its own: closed form")
    func own() {
        let app = OwnAppRuns.app(
            AppRule(
                name: "work", on: OwnAppRuns.every(600, by: .alarm),
                do: [.asTask([.wait(Fixtures.seconds(20))])]))
        var world = OwnAppRuns.bare
        world.otherTraffic = [
            TrafficSource(
                every: .constant(Seconds(100)), uplink: .constant(Bytes(100)),
                downlink: .constant(Bytes(100)))
        ]
        let run = OwnAppRuns.run(app, system: OwnAppRuns.system(alarms: true))
        #expect(run.metrics[.appWakeUps] == 5 && run.metrics[.wakeUps] == 5)
        #expect(abs(run.metrics[.appAwakeTime]! - 100) < 1e-6)
        let busy = OwnAppRuns.run(app, world, system: OwnAppRuns.system(alarms: true))
        #expect(busy.metrics[.wakeUps]! > 30 && busy.metrics[.appWakeUps]! <= 5)
        let none = OwnAppRuns.run(.none, world)
        #expect(none.metrics[.appWakeUps] == 0 && none.metrics[.appAwakeTime] == 0)
    }
}
