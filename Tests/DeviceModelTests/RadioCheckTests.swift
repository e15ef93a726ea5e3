import Kernel
import Testing

@testable import DeviceModel

/// Tests that machines which cannot run, or with a rule that can never act, are refused by name.
@Suite struct RadioCheckTests {
    private static let second = TimeSpan(Seconds(1))

    private func state(
        _ name: String, carries: Bool = true, to: Int? = nil, release: Release? = nil,
        activity: ActivityRule? = nil, raise: RaiseRule? = nil
    ) -> RadioState {
        RadioState(
            name: name, draw: .constant(Milliwatts(100)), carriesPackets: carries,
            demotion: to.map { Demotion(to: $0, after: Self.second, release: release) },
            activity: activity, raise: raise)
    }

    private func way(
        _ from: Int, _ to: Int, over bytes: Double? = nil, delay: TimeSpan = .zero
    ) -> Promotion {
        Promotion(
            from: from, to: to, delay: PromotionDelay(delay), power: .zero,
            trigger: bytes.map { .queueOver(uplink: Bytes($0), downlink: nil) } ?? .data)
    }

    private func raise(to top: Int, window: TimeSpan = second) -> RaiseRule {
        RaiseRule(to: top, window: window, bytesOver: Bytes(1), packetsOver: nil)
    }

    /// Why a machine is refused, or nil if it is valid.
    private func fault(
        _ states: [RadioState], _ promotions: [Promotion] = [], dormancy: FastDormancy? = nil
    ) -> String? {
        do throws(RadioProfileError) {
            _ = try RadioProfile(
                name: "test", technology: .wifi, states: states, initial: 0,
                promotions: promotions, roundTrip: nil, transferPower: nil,
                fastDormancy: dormancy)
            return nil
        } catch {
            #expect(!error.advice.isEmpty)
            return error.message
        }
    }

    private var sleep: RadioState { state("SLEEP", carries: false) }
    private var top: RadioState { state("TOP") }

    @Test("A raised state is entered only by raising, since nothing would lead out of it")
    func raisedStateIsEnteredOtherwise() {
        let low = state("LOW", to: 0, raise: raise(to: 2))
        #expect(fault([sleep, low, top], [way(0, 1)]) == nil)
        func entered(from state: String) -> String {
            "TOP is entered from \(state), but it is a raised state, which has no timer to leave "
                + "it by"
        }
        #expect(
            fault([sleep, low, top], [way(0, 2, over: 500), way(0, 1)]) == entered(from: "SLEEP"))
        let other = state("OTHER", to: 2)
        #expect(
            fault([sleep, low, top, other], [way(0, 1), way(0, 3, over: 9)])
                == entered(from: "OTHER"))
        #expect(
            fault(
                [sleep, low, top], [way(0, 1)],
                dormancy: FastDormancy(after: Self.second, to: 2))
                == entered(from: "LOW"))
    }

    @Test("A state is raised only to a plain state")
    func raisedStateIsPlain() {
        func isRefused(
            to index: Int, _ top: RadioState, _ reason: String
        ) -> Bool {
            let states = [sleep, state("LOW", to: 0, raise: raise(to: index)), top, state("END")]
            return fault(states, [way(0, 1), way(2, 3)])
                == "LOW is raised to \(states[index].name), which \(reason)"
        }
        #expect(isRefused(to: 1, top, "is the same state"))
        #expect(isRefused(to: 0, top, "is the initial state"))
        #expect(isRefused(to: 2, state("TOP", carries: false), "cannot carry data"))
        #expect(
            isRefused(
                to: 2, state("TOP", to: 1), "has an inactivity timer of its own"))
        #expect(
            isRefused(
                to: 2, state("TOP", raise: raise(to: 3)), "is itself raised by dense traffic"))
        #expect(isRefused(to: 2, top, "has promotions of its own"))
    }

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

    @Test("Releases, windows and activity must be above zero")
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
        let low = state("LOW", to: 0, raise: raise(to: 2, window: .zero))
        #expect(
            fault([sleep, low, top], [way(0, 1)])
                == "the window of LOW is zero, but must be greater")
        let bit = ActivityRule(bytes: Bytes(0.4), within: Self.second)
        #expect(
            fault([sleep, state("ON", to: 0, activity: bit)], [way(0, 1)])
                == "ON counts less than one byte as activity")
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
