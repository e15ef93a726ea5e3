import Kernel
import ModelFixtures

@testable import DeviceModel

/// Runs a radio on random data: 200 recorded packets and, if it has rates, 50 simulated transfers.
/// Both books check themselves, and trap if they do not add up.
struct RadioExercise {
    let radio: RadioProfile
    let seed: Int

    func run() {
        replay()
        if radio.peer == nil { carry() }
    }

    /// Gaps from nothing to a minute, most of them shorter than a timer.
    private static let gaps: [Int64] = [
        0, 1, 1_000, 1_000_000, 30_000_000, 400_000_000, 2_000_000_000, 60_000_000_000,
    ]

    private func gap(_ dice: inout Dice) -> Int64 {
        let longest = dice.pick(Self.gaps)
        return longest == 0 ? 0 : Int64(dice.below(Int(longest)))
    }

    private func replay() {
        var dice = Dice(state: UInt64(seed) &+ 1 << 32)
        let modes = PromotionMode.allCases
        var time: Int64 = 0
        let packets = (0..<200).map { _ in
            time += gap(&dice)
            return Packet(
                time: Instant(nanoseconds: time), bytes: Int64(dice.below(1501)),
                direction: dice.below(2) == 0 ? .uplink : .downlink)
        }
        let horizon = dice.below(2) == 0 ? nil : Instant(nanoseconds: time + 1)
        var replay = radio.replaying(modes[seed % modes.count], until: horizon)
        for packet in packets { replay.carry(packet) }
        _ = replay.finish(at: horizon)
    }

    private func carry() {
        var dice = Dice(state: UInt64(seed) &+ 1 << 33)
        let delays = RandomStream(
            StreamKey(seed: UInt64(seed), replication: 0, purpose: "promotion-delays"))
        var time: Int64 = 0
        var transfers: [(Instant, Transfer)] = []
        for _ in 0..<50 {
            time += 3 * gap(&dice)
            let size = dice.pick([1, 1000, 100_000, 10_000_000])
            let transfer = Transfer(
                roundTrips: dice.below(4), uplink: Int64(dice.below(size)),
                downlink: Int64(dice.below(size)), cause: Cause(activity: 2))
            transfers.append((Instant(nanoseconds: time), transfer))
        }
        _ = RadioAlone(
            radio, transfers, horizon: Instant(nanoseconds: time + 1_000_000_000_000),
            delays: delays)
    }
}
