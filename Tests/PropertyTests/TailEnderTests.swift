import Kernel
import ModelFixtures
import TestSupport
import Testing

@testable import DeviceModel

/// Tests of TailEnder in its published model: the radio is up for one tail after each sending.
@Suite struct TailEnderTests {
    private static let tail = Fixtures.seconds(10)

    @Test("TE-017: on 10 000 random arrivals the radio is up at most twice the minimum")
    func withinTwiceTheOptimum() {
        var worst = 0.0
        for seed in 0..<10_000 as Range<UInt64> {
            let requests = Self.requests(seed: seed)
            let optimum = OfflineOptimum.upTime(requests, tail: Self.tail)
            for share in [0, 0.62, 1] {
                let sendings = TailEnder(tail: Self.tail, share: Fraction(share))
                    .sendings(of: requests)
                let isServed = requests.allSatisfy { request in
                    sendings.contains { request.arrival <= $0 && $0 <= request.deadline }
                }
                #expect(isServed, "seed \(seed), share \(share)")
                let upTime = TailEnder.upTime(sendings, tail: Self.tail)
                let ratio = upTime.seconds / optimum.seconds
                #expect(1...2 ~= ratio, "seed \(seed), share \(share): \(ratio)")
                if share == 0.62 { worst = max(worst, ratio) }
            }
        }
        // The bound matters: some of them come near it.
        #expect(worst > 1.5, "\(worst)")
    }

    @Test("The optimum is that of all sets of sendings, one by one, for 500 small cases")
    func optimumByEnumeration() {
        for seed in 0..<500 as Range<UInt64> {
            let requests = Array(Self.requests(seed: seed).prefix(4))
            let times = OfflineOptimum.candidates(requests)
            var best = TimeSpan.longest
            for chosen in 1..<(1 << times.count) {
                let sendings = times.indices.filter { chosen >> $0 & 1 == 1 }.map { times[$0] }
                guard OfflineOptimum.serves(sendings, requests) else { continue }
                best = min(best, TailEnder.upTime(sendings, tail: Self.tail))
            }
            #expect(OfflineOptimum.upTime(requests, tail: Self.tail) == best, "seed \(seed)")
        }
    }

    @Test("Items wait until the deadline; within the share of the tail after it they go at once")
    func rule() {
        let tailEnder = TailEnder(tail: Self.tail, share: Fraction(0.62))
        let requests = [(0, 20), (5, 30), (26.2, 90), (26.3, 90)].map {
            TailEnder.Request(
                arrival: .start + Fixtures.seconds($0.0), deadline: .start + Fixtures.seconds($0.1))
        }
        // The second goes with the first; the third is just within 6.2 s; the fourth waits.
        let sendings = tailEnder.sendings(of: requests).map(\.seconds.magnitude)
        #expect(sendings == [20, 26.2, 90])
        #expect(TailEnder.upTime([], tail: Self.tail) == .zero)
    }

    /// Two to nine requests, crowded or far apart, patient or not.
    private static func requests(seed: UInt64) -> [TailEnder.Request] {
        var dice = SplitMix64(seed: seed)
        func draw(_ most: UInt64) -> Double { Double(dice.next() % (most * 1000)) / 1000 }
        let spread = [5, 20, 60, 200][Int(dice.next() % 4)] as UInt64
        let patience = [2, 15, 60][Int(dice.next() % 3)] as UInt64
        let count = 2 + Int(dice.next() % 8)
        return (0..<count).map { _ in
            let arrival = Instant.start + Fixtures.seconds(draw(spread))
            return TailEnder.Request(
                arrival: arrival, deadline: arrival + Fixtures.seconds(draw(patience)))
        }.sorted { $0.arrival < $1.arrival }
    }
}

/// The best schedule with full knowledge of the future.
///
/// The time that the radio is up is concave in the time of each sending between its neighbours. So
/// some best schedule sends only at arrivals and deadlines. Among those a shortest path is found in
/// which no request lies between one sending and the next.
enum OfflineOptimum {
    static func candidates(_ requests: [TailEnder.Request]) -> [Instant] {
        Set(requests.flatMap { [$0.arrival, $0.deadline] }).sorted()
    }

    static func serves(_ sendings: [Instant], _ requests: [TailEnder.Request]) -> Bool {
        requests.allSatisfy { request in
            sendings.contains { request.arrival <= $0 && $0 <= request.deadline }
        }
    }

    static func upTime(_ requests: [TailEnder.Request], tail: TimeSpan) -> TimeSpan {
        let times = candidates(requests)
        /// The minimum so far, by the last sending.
        var least = [TimeSpan?](repeating: nil, count: times.count)
        for (index, time) in times.enumerated() {
            if !requests.contains(where: { $0.deadline < time }) { least[index] = .zero }
            for earlier in 0..<index {
                guard let before = least[earlier] else { continue }
                let isPassedOver = requests.contains {
                    $0.arrival > times[earlier] && $0.deadline < time
                }
                if isPassedOver { continue }
                let sum = before + min(tail, time - times[earlier])
                least[index] = min(least[index] ?? sum, sum)
            }
        }
        let lastArrival = requests.map(\.arrival).max() ?? .start
        let ends = times.indices.filter { index in
            !requests.contains { $0.arrival > times[index] }
        }
        precondition(!ends.isEmpty, "nothing after \(lastArrival)")
        return ends.compactMap { least[$0] }.min().map { $0 + tail } ?? .zero
    }
}

extension TailEnder {
    /// An item to send in the published model.
    struct Request: Hashable, Sendable {
        var arrival: Instant
        /// Not before the arrival.
        var deadline: Instant
    }

    /// When the requests are sent, in ascending order.
    ///
    /// - Parameter requests: In order of arrival.
    func sendings(of requests: [Request]) -> [Instant] {
        var (state, sendings, held) = (self, [Instant](), [Instant]())
        func sendHeld(before time: Instant) {
            while let first = held.min(), first < time {
                state.deadlineCame(at: first)
                sendings.append(first)
                held.removeAll()
            }
        }
        for request in requests {
            sendHeld(before: request.arrival)
            if state.sendsAtOnce(at: request.arrival) {
                sendings.append(request.arrival)
            } else {
                held.append(request.deadline)
            }
        }
        sendHeld(before: .never)
        return sendings
    }

    /// The radio's up time in the published model, in which sending takes no time.
    ///
    /// - Parameter sendings: In ascending order.
    static func upTime(_ sendings: [Instant], tail: TimeSpan) -> TimeSpan {
        zip(sendings, sendings.dropFirst()).reduce(sendings.isEmpty ? .zero : tail) {
            $0 + min(tail, $1.1 - $1.0)
        }
    }
}
