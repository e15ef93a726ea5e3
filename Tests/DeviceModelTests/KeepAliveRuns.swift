import Kernel
import ModelFixtures
import Studies

@testable import DeviceModel

/// Runs of apps that keep a connection. The phone wakes instantly; its plain 3G radio needs 2 s of
/// promotion, 0.15 s a round trip, and has 1 Mbit/s.
enum KeepAliveRuns {
    /// A system that wakes apps for everything and ends none.
    static func openSystem(_ change: (inout SystemRules) -> Void = { _ in }) -> SystemRules {
        var system = Fixtures.system()
        system.keepAlive = KeepAliveRules(
            minimumInterval: .zero, handlerLimit: seconds(600), earliness: .zero)
        system.timers = TimerRules(wakesSuspended: true)
        system.connections = ConnectionRules(wakesForUDP: true)
        system.lifeCycle.relaunches = [.voip]
        change(&system)
        return system
    }

    static func options(
        every interval: Double, handlerTime: Double = 0,
        _ extras: KeepAliveOptions.Extras = KeepAliveOptions.Extras()
    ) -> KeepAliveOptions {
        var options = KeepAliveOptions(
            interval: seconds(interval), handlerTime: seconds(handlerTime))
        options.extras = extras
        return options
    }

    static func run(
        _ options: KeepAliveOptions, _ world: WorldProfile = WorldProfile(),
        system: SystemRules = openSystem(), for horizon: Double, seed: UInt64 = 1
    ) -> RecordedRun {
        let policy = PolicyOptions.keepAlive(options)
        let scenario = Fixtures.scenario(
            system: system, hours: horizon / 3600, world: world,
            policies: [NamedPolicy(name: "app", options: policy)], seed: seed)
        return RecordedRun(scenario, policy: policy)
    }

    /// Why the app cannot run, or nil if it can.
    static func fault(
        _ options: KeepAliveOptions, _ world: WorldProfile = WorldProfile(),
        system: SystemRules = openSystem()
    ) -> Refusal? {
        do throws(Refusal) {
            try PolicyOptions.keepAlive(options).check(
                system: system, device: Fixtures.device(), radio: Fixtures.umts(), world: world)
            return nil
        } catch {
            return error
        }
    }

    /// Messages of 1000 B, `gap` seconds apart.
    static func messages(every gap: Double) -> [AppWorldProfile] {
        [
            AppWorldProfile(
                messages: AppWorldProfile.Items(
                    every: .constant(Seconds(gap)), size: .constant(Bytes(1000))))
        ]
    }

    static let delivery = KeepAliveOptions.Delivery(
        shape: TransferShape(roundTrips: 1, uplink: Bytes(200), downlink: Bytes(200)),
        time: .zero)

    /// The time on the air for `bytes`, in seconds.
    static func air(_ bytes: Double) -> Double { bytes * 8 / 1e6 }

    /// The time for a new connection, once the radio is up.
    static let connecting: Double = 0.6 + air(7000)
    /// The time for a keep-alive's message, once the radio is up.
    static let message: Double = 0.15 + air(200)
    /// The time to deliver a message of 1000 B, once the radio is up.
    static let delivering: Double = 0.15 + air(1400)

    static func seconds(_ seconds: Double) -> TimeSpan { Fixtures.seconds(seconds) }
}
