import DeviceModel
import EventKernel
import Quantities
import Testing

@testable import Profiles

/// What good files mean.
@Suite struct ReadingTests {
    @Test(arguments: Corpus.files("good") + Corpus.files("library"))
    func goodFilesLoad(_ file: String) {
        #expect(Corpus.failure(of: file)?.description == nil)
    }

    @Test func aRadioIsReadWhole() throws {
        let radio = try Corpus.library.loadRadio(Corpus.path("good/radio-full.yaml")).value
        let idle = RadioState(
            name: "RRC_IDLE",
            draw: .cycle(
                PowerCycle(
                    period: TimeSpan(Seconds(1.28)), on: TimeSpan(Seconds(0.043)),
                    onPower: Milliwatts(594), offPower: Milliwatts(0))))
        let shared = RadioState(
            name: "SHARED", draw: .constant(Milliwatts(350)), uplink: BitsPerSecond(32e3),
            downlink: BitsPerSecond(0.5e6), demotion: Demotion(to: 0, after: TimeSpan(Seconds(10))))
        let connected = RadioState(
            name: "RRC_CONNECTED", draw: .constant(Milliwatts(1200)), uplink: BitsPerSecond(6e6),
            downlink: BitsPerSecond(13e6), demotion: Demotion(to: 1, after: TimeSpan(Seconds(0.1))))
        let expected = try RadioProfile(
            name: "lte-full", technology: .lte, states: [idle, shared, connected], initial: 0,
            promotions: [
                Promotion(
                    from: 0, to: 1, delay: TimeSpan(Seconds(0.26)), power: Milliwatts(1210),
                    trigger: .data),
                Promotion(
                    from: 1, to: 2, delay: .zero, power: .zero,
                    trigger: .queueOver(uplink: Bytes(1024), downlink: nil)),
            ],
            roundTrip: .zero,
            transferPower: TransferPower(
                base: Milliwatts(1000), uplink: MilliwattsPerMegabit(438.39),
                downlink: MilliwattsPerMegabit(51.97)))
        #expect(radio == expected)
    }

    @Test func linesMayEndAsOnWindows() throws {
        let windows = try Corpus.library.loadRadio(Corpus.path("good/radio-windows.yaml")).value
        #expect(windows == (try Corpus.library.loadRadio("umts").value))
    }

    @Test func aSystemMayLackModes() throws {
        let plain = try Corpus.library.loadSystem(Corpus.path("good/system-minimal.yaml")).value
        let full = try Corpus.library.loadSystem(Corpus.path("good/system-full.yaml")).value
        #expect(plain.bluetooth == nil && plain.newsstand == nil && plain.backgroundFetch == nil)
        #expect(
            full.backgroundFetch
                == TimedModeRules(runTime: TimeSpan(Seconds(30)), perHourLimit: 4))
        #expect(full.remoteNotification?.perHourLimit == nil)
        #expect(full.bluetooth?.perHourLimit == 100)
        #expect(full.regions.limit == 20)
        #expect(full.newsstand?.minimumInterval == TimeSpan(Seconds(86400)))
    }

    @Test func aShortScenarioHasTheUsualPlan() throws {
        let scenario = try Corpus.library.loadScenario("day").scenario
        #expect(
            scenario.replications
                == ReplicationPlan(
                    atLeast: 30, atMost: 2000, metric: .energy, relativeHalfWidth: Fraction(0.01)))
        #expect(scenario.seed == 1)
        #expect(scenario.baseline == 0)
        #expect(scenario.world == WorldProfile())
        #expect(
            scenario.policies[0].options
                == .keepAlive(
                    KeepAliveOptions(
                        interval: TimeSpan(Seconds(600)), handlerTime: TimeSpan(Seconds(5)),
                        message: TransferShape(roundTrips: 1, uplink: Bytes(200), downlink: .zero),
                        reconnect: TransferShape(
                            roundTrips: 4, uplink: Bytes(2000), downlink: Bytes(5000)),
                        ring: TransferShape(
                            roundTrips: 2, uplink: Bytes(500), downlink: Bytes(1500)))))
    }

    @Test func aFullScenarioIsReadWhole() throws {
        let path = Corpus.path("good/scenario-full.yaml")
        let scenario = try Corpus.library.loadScenario(path).scenario
        #expect(scenario.radio.name == "lte")
        #expect(scenario.baseline == 8)
        #expect(scenario.seed == .max)
        #expect(scenario.replications.atMost == 3)
        #expect(scenario.replications.metric == .marginalEnergy)
        #expect(scenario.world.otherTraffic[0].every == .exponential(mean: Seconds(1800)))
        #expect(scenario.world.otherTraffic[0].roundTrips == 1)
        #expect(
            scenario.world.otherTraffic[1].every
                == .empirical([Seconds(600), Seconds(3600), Seconds(30)]))
        #expect(scenario.world.otherTraffic[1].uplink == .constant(.zero))
        #expect(
            scenario.world.otherTraffic[1].downlink == .gamma(scale: Bytes(1000), shape: 0.5))
        #expect(
            scenario.world.network.change == .weibull(scale: Seconds(8 * 3600), shape: 1.5))
        #expect(
            scenario.world.phoneCalls?.duration
                == .triangular(low: Seconds(10), mode: Seconds(60), high: Seconds(600)))
        #expect(scenario.world.listening?.skipped == Fraction(0.25))
        #expect(scenario.world.movement?.stay == .constant(.zero))
    }

    @Test func policiesAreReadWithTheirDefaults() throws {
        let path = Corpus.path("good/scenario-full.yaml")
        let policies = try Corpus.library.loadScenario(path).scenario.policies.map(\.options)
        func streaming(_ fetch: StreamingOptions.Fetch) -> PolicyOptions {
            .streaming(
                StreamingOptions(
                    bitRate: BitsPerSecond(128e3), fetch: fetch, startBuffer: TimeSpan(Seconds(2)),
                    request: Bytes(65536)))
        }
        let upload = TransferShape(roundTrips: 3, uplink: Bytes(1000), downlink: Bytes(500))
        #expect(policies[1] == streaming(.trickle(every: TimeSpan(Seconds(1)))))
        #expect(policies[2] == streaming(.chunked(ahead: nil, lead: TimeSpan(Seconds(10)))))
        #expect(policies[3] == streaming(.chunked(ahead: TimeSpan(Seconds(60)), lead: .zero)))
        #expect(policies[4] == policies[2])
        #expect(
            policies[5]
                == streaming(.buffered(low: TimeSpan(Seconds(10)), high: TimeSpan(Seconds(60)))))
        #expect(
            policies[6]
                == .location(
                    LocationOptions(
                        source: .gpsContinuous(uploadEvery: TimeSpan(Seconds(60))), upload: upload))
        )
        #expect(
            policies[7]
                == .location(LocationOptions(source: .significantChange, upload: upload)))
        #expect(policies[8] == .none)
    }
}
