import Kernel
import Studies
import Testing

@testable import DeviceModel
@testable import Profiles

@Suite struct ReadingTests {
    @Test("Good files load", arguments: Corpus.files("good") + Corpus.files("library"))
    func goodFilesLoad(_ file: String) {
        #expect(Corpus.failure(of: file)?.description == nil)
    }

    @Test("A radio is read in full")
    func aRadioIsReadWhole() throws {
        let radio = try Corpus.library.loadRadio(Corpus.path("good/radio-full.yaml")).value
        let idle = RadioState(
            name: "RRC_IDLE",
            draw: .cycle(
                PowerCycle(
                    period: TimeSpan(Seconds(1.28)), on: TimeSpan(Seconds(0.043)),
                    onPower: Milliwatts(901), offPower: Milliwatts(0),
                    transition: Millijoules(3))), paging: Peer.span(1.28))
        // The scale makes 10 mW + 1.5 of every power but 0, and 1.5 of every energy.
        let shared = RadioState(
            name: "SHARED", draw: .constant(Milliwatts(535)), uplink: BitsPerSecond(32e3),
            downlink: BitsPerSecond(0.5e6),
            demotion: Demotion(to: 0, after: TimeSpan(Seconds(10))),
            reception: DiscontinuousReception(
                inactivity: Peer.span(0.05), on: Peer.span(0.005),
                short: DiscontinuousReception.ShortCycle(cycle: Peer.span(0.02), count: 1),
                long: Peer.span(0.04),
                micro: DiscontinuousReception.SleepLevel(power: Milliwatts(160)),
                light: DiscontinuousReception.SleepLevel(
                    power: Milliwatts(100), leastGap: Peer.span(0.006)),
                deep: DiscontinuousReception.SleepLevel(
                    power: Milliwatts(70), transition: Millijoules(4.5),
                    leastGap: Peer.span(0.02)), downlink: .waits))
        let connected = RadioState(
            name: "RRC_CONNECTED", draw: .constant(Milliwatts(1810)), uplink: BitsPerSecond(6e6),
            downlink: BitsPerSecond(13e6), demotion: Demotion(to: 1, after: TimeSpan(Seconds(0.1))))
        let expected = try RadioProfile(
            name: "lte-full", technology: .lte, states: [idle, shared, connected], initial: 0,
            promotions: [
                Promotion(
                    from: 0, to: 1, delay: PromotionDelay(TimeSpan(Seconds(0.26))),
                    power: Milliwatts(1825), trigger: .data),
                Promotion(
                    from: 1, to: 2, delay: PromotionDelay(.zero), power: .zero,
                    trigger: .queueOver(uplink: Bytes(1024), downlink: nil)),
            ],
            roundTrip: .zero,
            transferPower: TransferPower(
                base: Milliwatts(1510), uplink: MilliwattsPerMegabit(438.39 * 1.5),
                downlink: MilliwattsPerMegabit(51.97 * 1.5)),
            membership: RadioProfile.Membership(family: .lte, because: "it is made up"))
        #expect(radio == expected)
    }

    @Test("Beacons are read as their average power")
    func beaconsAreReadAsWhatTheyComeToOnAverage() throws {
        let radio = try Corpus.library.loadRadio(Corpus.path("good/radio-beacons.yaml")).value
        #expect(radio.states[0].draw == .constant(Milliwatts(1 + 0.3 / (3 * 0.1024))))
        #expect(radio.membership == nil)
    }

    @Test("A radio of another tool is read in full")
    func aPeersRadioIsReadWhole() throws {
        let radio = try Corpus.library.loadRadio(Corpus.path("good/radio-peer.yaml")).value
        #expect(radio.peer == Peer.rules && radio.promotions == Peer.promotions)
        #expect(radio.states.map(\.carriesPackets) == [false, true, true])
        #expect(radio.roundTrip == nil)
        let dense = try Corpus.library.loadRadio(Corpus.path("good/radio-peer-dense.yaml")).value
        #expect(dense.peer == PeerRules(dense: Peer.dense))
        let bursts = try Corpus.library.loadRadio(Corpus.path("good/radio-peer-bursts.yaml")).value
        #expect(
            bursts.peer == PeerRules(promotions: .unlessFollowed, burstGap: Peer.span(0.006)))
        let free = try Corpus.library.loadRadio(Corpus.path("good/radio-peer-free.yaml")).value
        #expect(free.peer == PeerRules(lastPacket: .free))
    }

    @Test("A radio with bursts is read in full")
    func aRadioWithBurstsIsReadWhole() throws {
        let radio = try Corpus.library.loadRadio(Corpus.path("good/radio-bursts.yaml")).value
        #expect(
            radio.bursts
                == BurstPower(
                    uplink: BurstPower.Cost(power: Milliwatts(1258), energy: Millijoules(0.5)),
                    downlink: BurstPower.Cost(power: Milliwatts(1181), energy: .zero)))
        #expect(radio.fastDormancy == FastDormancy(after: Peer.span(0.08), to: 0))
    }

    /// The meaning of omitted keys.
    @Test("The wider vocabulary has its defaults")
    func theWiderVocabularyHasItsDefaults() throws {
        let radio = try Corpus.library.loadRadio(Corpus.path("good/radio-full.yaml")).value
        #expect(radio.promotions.allSatisfy { $0.delay.isConstant })
        #expect(radio.bursts == nil && radio.fastDormancy == nil && radio.peer == nil)
        for state in radio.states {
            #expect(!state.carriesPackets && state.demotion?.release == nil)
        }
        let text = try Corpus.edited(
            "good/radio-peer-dense.yaml", (", lingers: 1 ms", ""))
        let source = try SourceText(path: "radio.yaml", bytes: Array(text.utf8))
        let file = OpenedFile(source: source, label: "radio.yaml", name: nil)
        let short = try #require(
            try Corpus.library.load(file) as? ProfileDocument<RadioProfile>)
        let peer = try #require(short.value.peer)
        #expect(peer.dense?.lingers == .zero && peer.burstGap == .zero)
        #expect(peer.lastPacket == .costs)
    }

    @Test("Lines may end as on Windows")
    func linesMayEndAsOnWindows() throws {
        let windows = try Corpus.library.loadRadio(Corpus.path("good/radio-windows.yaml")).value
        #expect(windows == (try Corpus.library.loadRadio("umts").value))
    }

    @Test("A system may lack modes")
    func aSystemMayLackModes() throws {
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

    @Test("A short scenario has the default plan")
    func aShortScenarioHasTheUsualPlan() throws {
        let scenario = try Corpus.library.loadScenario("day").scenario
        #expect(
            scenario.replications
                == ReplicationPlan(
                    atLeast: 30, atMost: 2000, metrics: [.energy], relativeHalfWidth: Fraction(0.01)
                ))
        #expect(scenario.seed == 1)
        #expect(scenario.baseline == 0)
        #expect(scenario.world == WorldProfile(hasOwnWork: true))
        var keepAlive = KeepAliveOptions(
            interval: TimeSpan(Seconds(600)), handlerTime: TimeSpan(Seconds(5)))
        keepAlive.message = TransferShape(roundTrips: 1, uplink: Bytes(200), downlink: .zero)
        keepAlive.reconnect = TransferShape(
            roundTrips: 4, uplink: Bytes(2000), downlink: Bytes(5000))
        keepAlive.ring = TransferShape(roundTrips: 2, uplink: Bytes(500), downlink: Bytes(1500))
        #expect(scenario.policies[0].options == .keepAlive(keepAlive))
    }

    @Test("A full scenario is read in full")
    func aFullScenarioIsReadWhole() throws {
        let path = Corpus.path("good/scenario-full.yaml")
        let scenario = try Corpus.library.loadScenario(path).scenario
        #expect(scenario.radio.name == "lte")
        #expect(scenario.baseline == 13)
        #expect(scenario.seed == .max)
        #expect(scenario.replications.atMost == 3)
        #expect(scenario.replications.metrics == [.marginalEnergy])
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
    }

    @Test("Policies are read with their defaults")
    func policiesAreReadWithTheirDefaults() throws {
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
                == .gpsContinuous(
                    GPSContinuousOptions(uploadEvery: TimeSpan(Seconds(60)), upload: upload))
        )
        #expect(
            policies[7]
                == .significantChange(SignificantChangeOptions(upload: upload)))
        #expect(
            policies[8]
                == .significantChange(
                    SignificantChangeOptions(upload: upload, terminated: Fraction(0.1))))
        #expect(policies[13] == .none)
    }
}

/// The parts of `good/radio-peer.yaml`.
private enum Peer {
    static func span(_ seconds: Double) -> TimeSpan { TimeSpan(Seconds(seconds)) }

    static let rules = PeerRules(
        promotions: .byDirection,
        activity: PeerRules.Activity(state: 2, bytes: Bytes(320), within: span(0.3)),
        queues: PeerRules.Queues(
            uplink: DrainLaw(
                perSquare: TimeSpan(nanoseconds: 1400), perByte: span(0.0016),
                constant: span(0.02)), downlink: DrainLaw(constant: span(0.01))))

    static let dense = PeerRules.DenseTraffic(
        state: 1, to: 2, window: span(0.05), bytesOver: Bytes(3000), lingers: span(0.001))

    static let promotions = [
        Promotion(
            from: 0, to: 2,
            delay: PromotionDelay(least: span(1.5), usual: span(2), most: span(4)),
            power: Milliwatts(530), trigger: .data),
        Promotion(
            from: 1, to: 2, delay: PromotionDelay(span(1.5)), power: Milliwatts(550),
            trigger: .queueOver(uplink: Bytes(543), downlink: nil)),
        Promotion(
            from: 1, to: 2, delay: PromotionDelay(least: .zero, usual: .zero, most: span(1)),
            power: Milliwatts(550), trigger: .queueOver(uplink: nil, downlink: Bytes(475))),
    ]
}
