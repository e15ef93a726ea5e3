import Kernel
import ModelFixtures
import Testing

@testable import DeviceModel

/// Tests of servers that close, send and fail, of messages, and of other traffic on the connection.
@Suite struct ConnectionTests {
    private typealias Options = KeepAliveOptions

    @Test("A server that closes after 90 s of silence: 55 s keep the connection, 1000 s do not")
    func serverCloses() {
        let world = WorldProfile(
            network: NetworkBehaviour(serverIdleTimeout: Fixtures.seconds(90)))
        let kept = KeepAliveRuns.run(KeepAliveRuns.options(every: 55), world, for: 900).metrics
        #expect(kept[.connectionLosses] == 0 && kept[.keepAlives] == 16)
        let lost = KeepAliveRuns.run(KeepAliveRuns.options(every: 1000), world, for: 900).metrics
        // After 90 s the closing comes (2 s of promotion, a round trip, 104 B), then a new
        // connection (four round trips, 7000 B): 92.807 s from one to the next.
        let gap = 2.15 + KeepAliveRuns.air(104) + KeepAliveRuns.connecting
        #expect(lost[.connectionLosses] == 9)
        #expect(abs(lost[.unreachableShare]! / 100 * 900 - 9 * gap) < 1e-6)
    }

    @Test("A middlebox that forgets before the server closes leaves the app uninformed")
    func middleboxFirst() {
        let world = WorldProfile(
            network: NetworkBehaviour(
                natIdleTimeout: .constant(Seconds(80)), serverIdleTimeout: Fixtures.seconds(90)))
        let lost = KeepAliveRuns.run(KeepAliveRuns.options(every: 1000), world, for: 900).metrics
        #expect(lost[.connectionLosses] == 0)
        #expect(abs(lost[.unreachableShare]! / 100 * 900 - 820) < 1e-6)
    }

    @Test("A server's own messages keep the connection, and cost as much as an app's")
    func serverMessages() throws {
        let network = NetworkBehaviour(natIdleTimeout: .constant(Seconds(600)))
        let shape = TransferShape(roundTrips: 1, uplink: Bytes(200), downlink: Bytes(0))
        let told = KeepAliveRuns.run(
            KeepAliveRuns.options(
                every: 86_400,
                .init(
                    serverMessages: Options.ServerMessages(
                        every: Fixtures.seconds(300), shape: shape, time: .zero))),
            WorldProfile(network: network), for: 3000
        ).metrics
        let asks = KeepAliveRuns.run(
            KeepAliveRuns.options(every: 300), WorldProfile(network: network), for: 3000
        ).metrics
        #expect(told[.keepAlives] == 0 && asks[.keepAlives] == 9)
        #expect(told[.connectionLosses] == 0)
        #expect(abs(told[.radioEnergy]! - asks[.radioEnergy]!) < 1e-9)
        let wakeUps = try #require(told[.wakeUps])
        #expect(wakeUps == 9)
    }

    @Test("Messages arrive at once over a live connection, and with the next one after a dead one")
    func messages() {
        let options = KeepAliveRuns.options(every: 1740, .init(delivery: KeepAliveRuns.delivery))
        let alive = KeepAliveRuns.run(
            options, WorldProfile(apps: KeepAliveRuns.messages(every: 1500)), for: 1800
        ).metrics
        let once = 2 + KeepAliveRuns.delivering
        #expect(alive[.messagesDelivered] == 1)
        #expect(abs(alive[.messageDelay]! - once) < 1e-9)
        let dead = KeepAliveRuns.run(
            options,
            WorldProfile(
                network: NetworkBehaviour(natIdleTimeout: .constant(Seconds(1200))),
                apps: KeepAliveRuns.messages(every: 1500)), for: 1800
        ).metrics
        // Dead after 1200 s, made anew after 1740 s.
        let late = 242 + KeepAliveRuns.connecting + KeepAliveRuns.delivering
        #expect(dead[.messagesDelivered] == 1)
        #expect(abs(dead[.messageDelay]! - late) < 1e-9)
    }

    @Test("The timer that counts from the last packet needs no keep-alive where messages come")
    func piggyBack() {
        let world = WorldProfile(
            network: NetworkBehaviour(natIdleTimeout: .constant(Seconds(700))),
            apps: KeepAliveRuns.messages(every: 420))
        let plain = KeepAliveRuns.run(
            KeepAliveRuns.options(every: 600, .init(delivery: KeepAliveRuns.delivery)), world,
            for: 3601
        ).metrics
        let joined = KeepAliveRuns.run(
            KeepAliveRuns.options(
                every: 600,
                .init(
                    piggyBack: Options.PiggyBack(window: .zero),
                    delivery: KeepAliveRuns.delivery)), world, for: 3601
        ).metrics
        #expect(plain[.keepAlives] == 6 && joined[.keepAlives] == 0)
        #expect(joined[.connectionLosses] == 0)
        #expect(joined[.messagesDelivered] == plain[.messagesDelivered])
    }

    @Test("UDP mappings have a timeout of their own")
    func udp() {
        let world = WorldProfile(
            network: NetworkBehaviour(
                natIdleTimeout: .constant(Seconds(3600)),
                natIdleTimeoutUDP: .constant(Seconds(60))))
        func losses(_ transport: Options.Transport, every interval: Double) -> Double? {
            KeepAliveRuns.run(
                KeepAliveRuns.options(every: interval, .init(transport: transport)), world,
                for: 1201
            ).metrics[.connectionLosses]
        }
        #expect(losses(.tcp, every: 120) == 0)
        #expect(losses(.udp, every: 120) == 10)
        #expect(losses(.udp, every: 25) == 0)
    }

    @Test("Exponentially distributed timeouts give the unreachable share of the closed form")
    func exponentialTimeouts() {
        // In each interval I the last I - T is dead if the network's T is shorter: on average 1 -
        // (m / I)(1 - exp(-I / m)) of the time.
        let (interval, mean) = (1740.0, 2700.0)
        let expected = 100 * (1 - mean / interval * (1 - PortableMath.exp(-interval / mean)))
        let world = WorldProfile(
            network: NetworkBehaviour(natIdleTimeout: .exponential(mean: Seconds(mean))))
        let shares = (1...400 as ClosedRange<UInt64>).map { seed in
            KeepAliveRuns.run(
                KeepAliveRuns.options(every: interval), world, for: 86_400, seed: seed
            ).metrics[.unreachableShare]!
        }
        let average = shares.reduce(0, +) / 400
        let variance = shares.reduce(0) { $0 + ($1 - average) * ($1 - average) } / 399
        // Four standard errors.
        #expect(abs(average - expected) < 4 * (variance / 400).squareRoot(), "\(average) %")
    }

    // MARK: Retries

    /// Half an hour without a server after the first hour.
    private let outage = WorldProfile(
        network: NetworkBehaviour(
            outages: Spells(
                every: .constant(Seconds(3600)), duration: .constant(Seconds(1800)))))

    private func retry(_ first: Double, _ factor: Double, _ atMost: Double) -> Options.Retry {
        Options.Retry(
            first: Fixtures.seconds(first), factor: factor, atMost: Fixtures.seconds(atMost),
            giveUpAfter: Fixtures.seconds(10))
    }

    @Test("A retry every 10 s makes an attempt of four packets each 20 s, until the server is back")
    func constantRetry() {
        let metrics = KeepAliveRuns.run(
            KeepAliveRuns.options(every: 600, .init(retry: retry(10, 1, 10))), outage, for: 5760
        ).metrics
        // Five keep-alives, 90 attempts of four packets of 60 B, one connection.
        #expect(metrics[.bytesUp] == 24_600)
        #expect(metrics[.connectionLosses] == 1)
        // Every second attempt finds the radio in the tail of the attempt before. Five keep-alives,
        // 45 attempts and the connection promote it.
        #expect(metrics[.promotions] == 51)
    }

    @Test("Backing off makes eight attempts in that time, counting each keep-alive")
    func backOff() {
        let metrics = KeepAliveRuns.run(
            KeepAliveRuns.options(every: 600, .init(retry: retry(10, 2, 900))), outage, for: 5760
        ).metrics
        // After 0, 20, 50, 100, 190, 360 s; keep-alives after 600 and 1200 s try as well.
        #expect(metrics[.bytesUp] == 4920)
        #expect(metrics[.connectionLosses] == 1)
    }

    @Test("Without retries each keep-alive tries once")
    func noRetry() {
        let metrics = KeepAliveRuns.run(
            KeepAliveRuns.options(every: 600), outage, for: 5760
        ).metrics
        #expect(metrics[.bytesUp] == 3720)
    }

    @Test("A system that reports network changes lets the app connect at once")
    func toldOfNetworks() {
        let world = WorldProfile(network: NetworkBehaviour(change: .constant(Seconds(1000))))
        func dead(_ isTold: Bool) -> Double {
            let system = KeepAliveRuns.openSystem { $0.connections.tellsOfNetworks = isTold }
            let metrics = KeepAliveRuns.run(
                KeepAliveRuns.options(every: 900), world, system: system, for: 1900
            ).metrics
            #expect(metrics[.connectionLosses] == 1)
            return metrics[.unreachableShare]! / 100 * 1900
        }
        let connecting = 2 + KeepAliveRuns.connecting
        #expect(abs(dead(true) - connecting) < 1e-6)
        #expect(abs(dead(false) - 800 - connecting) < 1e-6)
    }
}
