import Kernel
import Testing

@testable import DeviceModel

/// Compares `PeerRadio` with the obvious replay, on random profiles and traces.
@Suite struct ReplayPropertyTests {
    private static let batches = 10

    @Test(
        "10 000 random replays give the residence, energy and owners of the obvious one",
        arguments: 0..<batches)
    func agreesWithObviousReplay(batch: Int) {
        for seed in stride(from: batch, to: 10_000, by: Self.batches) {
            let replay = RandomReplay(seed: UInt64(seed))
            guard Comparison(replay).difference != nil else { continue }
            let smallest = Self.shrunk(replay)
            Issue.record(
                "seed \(seed): \(Comparison(smallest).difference ?? "")\n\(smallest)")
            return
        }
    }

    @Test("Among 2 000 random replays many do each of the intended things")
    func variety() {
        var counts: [String: Int] = [:]
        for seed in 0..<2000 as Range<UInt64> {
            let replay = RandomReplay(seed: seed)
            let course = ObviousReplay(
                replay.profile, replay.packets, mode: replay.mode, horizon: replay.horizon)
            let books = ObviousBooks(course)
            let (all, rated) = (books.bytes[.uplink] ?? 0, books.ratedBytes[.uplink] ?? 0)
            let facts = [
                "raised": books.residence.keys.contains { $0.state.hasPrefix("HIGH") },
                "bursts": books.burstCounts.values.contains { $0 > 0 },
                "some rated": rated > 0 && rated < all,
                "waited": course.passed.contains(where: \.isIdle),
                "shifted": course.passed.contains { $0.passedAt > $0.cameAt },
                "resets nothing": course.pieces.contains { $0.resets.count < $0.carried.count },
                "empty": replay.packets.isEmpty,
            ]
            for (fact, isTrue) in facts where isTrue { counts[fact, default: 0] += 1 }
        }
        #expect(counts.count == 7 && counts.values.allSatisfy { $0 >= 40 }, "\(counts)")
    }

    /// The replay without packets that the difference does not need.
    private static func shrunk(_ replay: RandomReplay) -> RandomReplay {
        var smallest = replay
        var place = 0
        while place < smallest.packets.count {
            var smaller = smallest
            smaller.packets.remove(at: place)
            if Comparison(smaller).difference == nil {
                place += 1
            } else {
                smallest = smaller
                place = 0
            }
        }
        var earlier = smallest
        earlier.horizon = nil
        return Comparison(earlier).difference == nil ? smallest : earlier
    }
}

/// The results of the two evaluators of one replay.
private struct Comparison {
    typealias Row = ObviousBooks.Row

    /// The first disagreement with both figures; nil without one.
    private(set) var difference: String?

    init(_ replay: RandomReplay) {
        let course = ObviousReplay(
            replay.profile, replay.packets, mode: replay.mode, horizon: replay.horizon)
        let obvious = ObviousBooks(course)
        var radio = PeerRadio(replay.profile, mode: replay.mode, isRecording: true)
        for (index, packet) in replay.packets.enumerated() {
            radio.carry(packet, owner: PacketOwner(flow: Int32(index), burst: 0))
        }
        let end = radio.finish(at: replay.horizon)
        let table = radio.books.table

        compare("end", end.nanoseconds, course.end)
        compare("residence", Self.residence(table), obvious.byKind)
        compare("owners", Self.owners(radio.books.postings, table.plan), obvious.residence)
        compare(
            "bytes of owners", Self.bytesOfOwners(radio.books.postings), obvious.bytesOfOwners)
        compare("promotions", radio.promotions, course.promotionRows)
        compareCounts(table, obvious, replay.profile)
    }

    private mutating func compareCounts(
        _ table: LedgerTable<Int64>, _ obvious: ObviousBooks, _ profile: RadioProfile
    ) {
        var power = 0.0
        var extra = 0.0
        var (up, down): (Int64, Int64) = (0, 0)
        table.forEachCell { line, _, cell in
            // Other events than bursts are pauses of a cycle, which belong to its time.
            let isBurst = profile.bursts != nil && table.plan.lines[line].kind == .transfer
            var time = cell
            (time.uplinkBytes, time.downlinkBytes) = (0, 0)
            if isBurst { time.events = 0 }
            power += time.energy(table.plan.lines[line].cost).magnitude
            var rest = cell
            (rest.nanoseconds, rest.onNanoseconds) = (0, 0)
            if !isBurst { rest.events = 0 }
            extra += rest.energy(table.plan.lines[line].cost).magnitude
            up += cell.uplinkBytes
            down += cell.downlinkBytes
        }
        compare("bytes", [up, down], obvious.bytes)
        compare("power", power, obvious.powerEnergy)
        let rates = profile.transferPower
        // 1 mW per Mbit/s is 1 mJ per Mbit.
        let expected =
            Double(obvious.ratedBytes[.uplink] ?? 0) * 8e-6 * (rates?.uplink.magnitude ?? 0)
            + Double(obvious.ratedBytes[.downlink] ?? 0) * 8e-6 * (rates?.downlink.magnitude ?? 0)
            + Double(obvious.burstCounts[.uplink] ?? 0)
            * (profile.bursts?.uplink.energy.magnitude ?? 0)
            + Double(obvious.burstCounts[.downlink] ?? 0)
            * (profile.bursts?.downlink.energy.magnitude ?? 0)
        compare("energy of bytes and bursts", extra, expected)
    }

    private static func residence(_ table: LedgerTable<Int64>) -> [Row: Int64] {
        var sums: [Row: Int64] = [:]
        table.forEachCell { line, _, cell in
            if cell.nanoseconds == 0 { return }
            sums[row(table.plan.lines[line], ObviousReplay.nobody), default: 0] += cell.nanoseconds
        }
        return sums
    }

    private static func owners(_ postings: [ReplayPosting], _ plan: LedgerPlan) -> [Row: Int64] {
        var sums: [Row: Int64] = [:]
        for posting in postings where posting.until > posting.from {
            sums[row(plan.lines[posting.line], Int(posting.owner.flow)), default: 0] +=
                (posting.until - posting.from).nanoseconds
        }
        return sums
    }

    /// Bytes in rows without state or kind.
    private static func bytesOfOwners(_ postings: [ReplayPosting]) -> [Row: Int64] {
        var sums: [Row: Int64] = [:]
        for posting in postings where posting.uplinkBytes + posting.downlinkBytes > 0 {
            let row = Row(state: "", kind: .transfer, owner: Int(posting.owner.flow))
            sums[row, default: 0] += posting.uplinkBytes + posting.downlinkBytes
        }
        return sums
    }

    private static func row(_ line: LedgerLine, _ owner: Int) -> Row {
        Row(state: line.state, kind: line.kind, owner: owner)
    }

    // MARK: Comparing

    private mutating func note(_ what: String, _ found: String, _ expected: String) {
        difference = (difference ?? "") + "\n\(what):\n  radio   \(found)\n  obvious \(expected)"
    }

    private mutating func compare(_ what: String, _ found: Int64, _ expected: Int64) {
        if found != expected { note(what, "\(found)", "\(expected)") }
    }

    private mutating func compare(
        _ what: String, _ found: [PromotionRow], _ expected: [PromotionRow]
    ) {
        func text(_ rows: [PromotionRow]) -> [String] {
            rows.map { "\($0.from) \($0.to) \($0.count)" }.sorted()
        }
        if text(found) != text(expected) { note(what, "\(text(found))", "\(text(expected))") }
    }

    private mutating func compare(_ what: String, _ found: Double, _ expected: Double) {
        if abs(found - expected) > 1e-9 * max(abs(found), abs(expected)) {
            note(what, "\(found) mJ", "\(expected) mJ")
        }
    }

    private mutating func compare(
        _ what: String, _ found: [Int64], _ expected: [Packet.Direction: Int64]
    ) {
        let wanted = [expected[.uplink] ?? 0, expected[.downlink] ?? 0]
        if found != wanted { note(what, "\(found)", "\(wanted)") }
    }

    private mutating func compare(
        _ what: String, _ found: [Row: Int64], _ expected: [Row: Int64]
    ) {
        if found != expected { note(what, Self.text(found), Self.text(expected)) }
    }

    private static func text(_ rows: [Row: Int64]) -> String {
        rows.map { "\($0.key.state) \($0.key.kind) of \($0.key.owner): \($0.value)" }.sorted()
            .joined(separator: "; ")
    }
}
