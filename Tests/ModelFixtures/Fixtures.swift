import Forms
import Kernel
import Studies

@testable import DeviceModel

extension Promotion {
    /// A promotion that always takes as long.
    public init(from: Int, to: Int, delay: TimeSpan, power: Milliwatts, trigger: Trigger) {
        self.init(
            from: from, to: to, delay: PromotionDelay(delay), power: power, trigger: trigger)
    }
}

extension Formed {
    /// The option that a file with this value would be refused for; `nil`: the value is sound.
    public var refusedOption: String? { Self.form.check?(self)?.option }
}

extension Trip {
    public var refusedOption: String? { Self.travel.check?(self)?.option }
}

/// Small valid inputs that tests of several targets share. Where a test compares with a published
/// figure, the numbers are those of the published profile.
public enum Fixtures {
    /// UMTS as in the umts-att-2010 profile: T1 5 s, T2 12 s, 0 / 350 / 700 mW.
    public static func umts(
        roundTrip: Seconds = Seconds(0.15), t1: Double = 5, t2: Double = 12
    ) -> RadioProfile {
        let fach = BitsPerSecond(32_000)
        let dch = BitsPerSecond(1_000_000)
        return valid {
            try RadioProfile(
                name: "umts", technology: .umts,
                states: [
                    RadioState(name: "IDLE", draw: .constant(Milliwatts(0))),
                    RadioState(
                        name: "CELL_FACH", draw: .constant(Milliwatts(350)), uplink: fach,
                        downlink: fach, demotion: Demotion(to: 0, after: seconds(t2))),
                    RadioState(
                        name: "CELL_DCH", draw: .constant(Milliwatts(700)), uplink: dch,
                        downlink: dch, demotion: Demotion(to: 1, after: seconds(t1))),
                ],
                initial: 0,
                promotions: [
                    Promotion(
                        from: 0, to: 2, delay: seconds(2), power: Milliwatts(530), trigger: .data),
                    Promotion(
                        from: 1, to: 2, delay: seconds(1.5), power: Milliwatts(550),
                        trigger: .queueOver(uplink: Bytes(543), downlink: Bytes(475))),
                ],
                roundTrip: roundTrip, transferPower: nil)
        }
    }

    /// LTE with discontinuous reception as in the lte-huang-2012 profile.
    public static func lte(roundTrip: Seconds = Seconds(0.07)) -> RadioProfile {
        func drx(_ period: Double) -> PowerDraw {
            .cycle(
                PowerCycle(
                    period: seconds(period), on: seconds(0.002), onPower: Milliwatts(1680),
                    offPower: Milliwatts(1060)))
        }
        let paging = PowerDraw.cycle(
            PowerCycle(
                period: seconds(1.28), on: seconds(0.043), onPower: Milliwatts(594),
                offPower: Milliwatts(0)))
        func toContinuous(_ from: Int, _ delay: Double, _ power: Double) -> Promotion {
            Promotion(
                from: from, to: 1, delay: seconds(delay), power: Milliwatts(power), trigger: .data)
        }
        return valid {
            try RadioProfile(
                name: "lte", technology: .lte,
                states: [
                    RadioState(name: "RRC_IDLE", draw: paging),
                    RadioState(
                        name: "CONTINUOUS_RECEPTION", draw: .constant(Milliwatts(1200)),
                        uplink: BitsPerSecond(6e6), downlink: BitsPerSecond(13e6),
                        demotion: Demotion(to: 2, after: seconds(0.1))),
                    RadioState(
                        name: "SHORT_DRX", draw: drx(0.02),
                        demotion: Demotion(to: 3, after: seconds(0.02))),
                    RadioState(
                        name: "LONG_DRX", draw: drx(0.04),
                        demotion: Demotion(to: 0, after: seconds(10))),
                ],
                initial: 0,
                promotions: [
                    toContinuous(0, 0.26, 1210), toContinuous(2, 0, 1060),
                    toContinuous(3, 0, 1060),
                ],
                roundTrip: roundTrip,
                transferPower: TransferPower(
                    base: nil, uplink: MilliwattsPerMegabit(438.39),
                    downlink: MilliwattsPerMegabit(51.97)))
        }
    }

    /// The radio with signal levels.
    public static func leveled(_ profile: RadioProfile, _ levels: [SignalLevel]) -> RadioProfile {
        valid {
            try RadioProfile(
                name: profile.name, technology: profile.technology, states: profile.states,
                initial: profile.initial, promotions: profile.promotions,
                roundTrip: profile.roundTrip, transferPower: profile.transferPower,
                bursts: profile.bursts, fastDormancy: profile.fastDormancy,
                signalling: profile.signalling, levels: levels)
        }
    }

    /// A phone whose parts draw round numbers.
    public static func device(floor: Double = 10, wakeUpTime: Double = 0) -> DeviceProfile {
        DeviceProfile(
            name: "phone",
            battery: Battery(capacity: MilliampereHours(1420), voltage: Volts(3.7)),
            floor: Milliwatts(floor),
            processor: ProcessorProfile(
                wakeUpEnergy: Millijoules(50), wakeUpTime: seconds(wakeUpTime),
                awakeBackground: Milliwatts(100), awakeForeground: Milliwatts(150),
                launchTime: seconds(1.5)),
            gnss: GNSSProfile(
                acquiring: Milliwatts(400), tracking: Milliwatts(300),
                starts: GNSSProfile.StartTimes(cold: .constant(Seconds(30))),
                error: Meters(10)),
            audioPlaying: Milliwatts(120), audioRecording: Milliwatts(80),
            display: DisplayProfile(
                minimum: Milliwatts(100), full: Milliwatts(200), alertTime: seconds(5)),
            alert: AlertProfile(
                soundTime: seconds(2), vibrationPower: Milliwatts(100), vibrationTime: seconds(1)),
            radios: ["umts"], supportsSignificantChange: true,
            supportsRegionMonitoring: true)
    }

    /// A Wi-Fi radio of one state, which is always ready: 700 mW, 1 Mbit/s.
    public static func wifi() -> RadioProfile {
        valid {
            try RadioProfile(
                name: "wi-fi", technology: .wifi,
                states: [
                    RadioState(
                        name: "ON", draw: .constant(Milliwatts(700)),
                        uplink: BitsPerSecond(1_000_000), downlink: BitsPerSecond(1_000_000))
                ],
                initial: 0, promotions: [], roundTrip: Seconds(0.1), transferPower: nil)
        }
    }

    /// The limits of iOS 4, with handlers at most `earliness` of their interval early.
    public static func system(
        earliness: Double = 0, delayAsleep: Double = 0, minimumInterval: Double = 0,
        minimumDistance: Double = 0, resumesAfterCall: Bool = true,
        lifeCycle: LifeCycleRules = lifeCycle(), player: PlayerRules = player()
    ) -> SystemRules {
        var rules = SystemRules(
            name: "ios", taskCompletion: TaskCompletionRules(limit: seconds(600)),
            keepAlive: KeepAliveRules(
                minimumInterval: seconds(600), handlerLimit: seconds(30),
                earliness: Fraction(earliness)),
            significantChange: SignificantChangeRules(
                minimumInterval: seconds(minimumInterval),
                minimumDistance: Meters(minimumDistance), delayAsleep: seconds(delayAsleep)),
            regions: RegionRules(
                limit: 20, detection: .continuous, dwell: seconds(20), distance: Meters(200),
                latency: .uniform(low: Seconds(60), high: Seconds(240))),
            audio: AudioRules(keepsRunning: true, resumesAfterCall: resumesAfterCall),
            localNotifications: LocalNotificationRules(pendingLimit: 128),
            lifeCycle: lifeCycle,
            backgroundFetch: nil, remoteNotification: nil, backgroundTransfer: nil,
            newsstand: nil, externalAccessory: nil, bluetooth: nil, player: player)
        rules.push = silentPush
        return rules
    }

    /// A connection whose heartbeats come after any run, to isolate what apps do.
    public static let silentPush = PushRules(
        cellularInterval: seconds(1e8), wifiInterval: seconds(1e8))

    /// As in iOS 4: a press wakes a player for 10 s.
    public static func player(
        remoteControlTime: Double? = 10, resumesAfterOtherPlayer: Bool = false,
        keepsRecording: Bool = true, drawingEndsApp: Bool = true
    ) -> PlayerRules {
        PlayerRules(
            remoteControlTime: remoteControlTime.map(seconds),
            resumesAfterOtherPlayer: resumesAfterOtherPlayer, keepsRecording: keepsRecording,
            drawingEndsApp: drawingEndsApp)
    }

    /// As in iOS 4, without the parts that a system profile leaves out.
    public static func lifeCycle(
        locationAfterForceQuit: Bool = false, multitasks: Bool = true
    ) -> LifeCycleRules {
        LifeCycleRules(
            exitGrace: seconds(5), relaunchesLocationAfterForceQuit: locationAfterForceQuit,
            multitasks: multitasks)
    }

    public static func scenario(
        radio: RadioProfile = umts(), device: DeviceProfile = device(),
        system: SystemRules = system(), hours: Double = 24, world: WorldProfile = WorldProfile(),
        policies: [NamedPolicy], replications: Int = 30, seed: UInt64 = 1, answer: Answer? = nil
    ) -> Scenario {
        valid {
            try Scenario(
                name: "test", question: "Does it hold?", device: device, radio: radio,
                system: system, horizon: seconds(hours * 3600), world: world, policies: policies,
                baseline: 0,
                replications: ReplicationPlan(
                    atLeast: replications, atMost: replications, metrics: [.energy],
                    relativeHalfWidth: Fraction(0.01)),
                seed: seed, answer: answer)
        }
    }

    public static func keepAlive(minutes: Double, handlerTime: Double = 5) -> PolicyOptions {
        .keepAlive(
            KeepAliveOptions(
                interval: seconds(minutes * 60), handlerTime: seconds(handlerTime)))
    }

    public static func streaming(
        _ fetch: StreamingOptions.Fetch, startBuffer: Double = 2,
        life: StreamingOptions.Life = StreamingOptions.Life()
    ) -> PolicyOptions {
        .streaming(
            StreamingOptions(
                bitRate: BitsPerSecond(128_000), fetch: fetch, startBuffer: seconds(startBuffer),
                request: Bytes(65_536), life: life))
    }

    public static func listening(
        minutes: Double = 60, track: Double = 180, skipped: Double = 0, heard: Double = 30
    ) -> Listening {
        Listening(
            duration: .constant(Seconds(minutes * 60)), trackLength: .constant(Seconds(track)),
            skipped: Fraction(skipped), heardOfSkipped: .constant(Seconds(heard)))
    }

    /// For radios whose promotions take constant time, and so draw nothing.
    public static var delays: RandomStream { RadioAlone.delays }

    public static func seconds(_ seconds: Double) -> TimeSpan { TimeSpan(Seconds(seconds)) }

    /// The value of a body that cannot throw here.
    public static func valid<Value>(_ body: () throws -> Value) -> Value {
        do {
            return try body()
        } catch {
            preconditionFailure("a fixture is not valid: \(error)")
        }
    }
}
