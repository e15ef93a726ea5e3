import Kernel
import Testing

@testable import DeviceModel

/// Tests that machines which cannot run, or with a rule that can never act, are refused by name.
@Suite struct RadioCheckTests {
    private static let second = TimeSpan(Seconds(1))

    private func state(
        _ name: String, carries: Bool = true, to: Int? = nil, release: Release? = nil
    ) -> RadioState {
        let rate = carries ? BitsPerSecond(1e6) : nil
        return RadioState(
            name: name, draw: .constant(Milliwatts(100)), uplink: rate, downlink: rate,
            demotion: to.map { Demotion(to: $0, after: Self.second, release: release) })
    }

    private func way(
        _ from: Int, _ to: Int, over bytes: Double? = nil, delay: TimeSpan = .zero
    ) -> Promotion {
        Promotion(
            from: from, to: to, delay: PromotionDelay(delay), power: .zero,
            trigger: bytes.map { .queueOver(uplink: Bytes($0), downlink: nil) } ?? .data)
    }

    /// Why a machine is refused, or nil if it is valid.
    private func fault(
        _ states: [RadioState], _ promotions: [Promotion] = [], dormancy: FastDormancy? = nil,
        peer: PeerRules? = nil
    ) -> String? {
        do throws(RadioProfileError) {
            _ = try RadioProfile(
                name: "test", technology: .wifi, states: states, initial: 0,
                promotions: promotions, roundTrip: peer == nil ? .zero : nil, transferPower: nil,
                fastDormancy: dormancy, peer: peer)
            return nil
        } catch {
            #expect(!error.advice.isEmpty)
            return error.message
        }
    }

    private var sleep: RadioState { state("SLEEP", carries: false) }
    private var top: RadioState { state("TOP") }

    @Test("A second promotion by data would never be taken, and is refused")
    func twoDataPromotions() {
        let states = [sleep, state("A", to: 0), state("B", to: 0)]
        #expect(
            fault(states, [way(0, 1), way(0, 2)])
                == "SLEEP has two promotions with trigger data, and the second is never taken")
        #expect(fault(states, [way(0, 2, over: 500), way(0, 1)]) == nil)
    }

    @Test("Fast dormancy needs a state with a timer, other than its target")
    func dormancyRuns() {
        func neverRuns(to state: String) -> String {
            "fast dormancy never comes: no state but \(state), to which it leads, has an "
                + "inactivity timer"
        }
        let dormancy = FastDormancy(after: Self.second, to: 0)
        #expect(fault([top], dormancy: dormancy) == neverRuns(to: "TOP"))
        let states = [sleep, state("ON", to: 0)]
        #expect(fault(states, [way(0, 1)], dormancy: dormancy) == nil)
        #expect(
            fault(states, [way(0, 1)], dormancy: FastDormancy(after: Self.second, to: 1))
                == neverRuns(to: "ON"))
        #expect(
            fault(states, [way(0, 1)], dormancy: FastDormancy(after: .zero, to: 0))
                == "fast dormancy comes after 0 s, but must come after more than zero")
    }

    @Test("Releases and windows must be above zero")
    func aboveZero() {
        let none = Release(delay: .zero, power: .zero)
        #expect(
            fault([sleep, state("ON", to: 0, release: none)], [way(0, 1)])
                == "the release of ON is zero, but must be greater")
        #expect(
            fault(
                [sleep, state("ON", to: 0)], [way(0, 1)],
                dormancy: FastDormancy(after: Self.second, to: 0, release: none))
                == "the release by fast dormancy of SLEEP is zero, but must be greater")
        let dense = PeerRules.DenseTraffic(state: 1, to: 2)
        let states = ["SLEEP", "LOW", "HIGH"].map { state($0, carries: false) }
        #expect(
            fault(states, [way(0, 1)], peer: PeerRules(dense: dense))
                == "the window of LOW is zero, but must be greater")
    }

    @Test("A radio with another tool's rules has nothing that they do not know")
    func peers() {
        func fault(
            _ change: (inout RadioState) -> Void, dormancy: FastDormancy? = nil
        ) -> String? {
            var states = [sleep, state("ON", carries: false, to: 0)]
            change(&states[1])
            return self.fault(states, [way(0, 1)], dormancy: dormancy, peer: PeerRules())
        }
        #expect(fault { _ in } == nil)
        let unknown = ", which a radio with another tool's rules does not know"
        let release = Release(delay: Self.second, power: .zero)
        #expect(fault { $0.demotion?.release = release } == "ON has a release" + unknown)
        #expect(
            fault { ($0.uplink, $0.downlink) = (BitsPerSecond(1), BitsPerSecond(1)) } != nil)
        #expect(
            fault({ _ in }, dormancy: FastDormancy(after: Self.second, to: 0))
                == "the phone has its own timer" + unknown)
    }

    @Test("Promotions without duration cannot form loops, whatever their thresholds")
    func promotionsInCircles() {
        let states = [sleep, state("A", to: 0), state("B", to: 1)]
        #expect(
            fault(states, [way(0, 1), way(1, 2, over: 500), way(2, 1, over: 900)])
                == "promotions form a loop: A -> B -> A")
        #expect(
            fault(states, [way(0, 1, over: 1), way(1, 2, over: 500)])
                == "data that comes in SLEEP could never be carried: SLEEP has no rates and no "
                + "promotion with trigger data")
    }

    @Test("Drain laws do not overflow, even for the largest queue")
    func drainOfEverything() {
        let longest = DrainLaw(perSquare: .longest, perByte: .longest, constant: .longest)
        #expect(!longest.drains(.max, within: .longest))
        #expect(longest.drains(0, within: .longest) == false)
        let short = DrainLaw(
            perSquare: TimeSpan(nanoseconds: 1), perByte: .zero, constant: .zero)
        #expect(short.drains(1 << 30, within: TimeSpan(nanoseconds: 1 << 60 + 1)))
        #expect(!short.drains(1 << 30, within: TimeSpan(nanoseconds: 1 << 60)))
        #expect(!short.drains(1 << 32, within: .longest))
    }
}
