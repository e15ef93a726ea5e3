import Experiments
import Foundation
import Kernel
import ModelFixtures
import Profiles
import Studies
import TestSupport
import Testing

@testable import DeviceModel

/// Tests that a recorded trace costs a radio what a run costs with a lone app that does what was
/// recorded.
@Suite struct ReplayLawTests {
    private static let library = ProfileLibrary(root: Repository.profiles)

    /// All shipped radios except those that answer as other tools do, which are in a folder of
    /// their own.
    private static let radios = documents.filter { !isPeer($0) }.map(\.value)

    private static let documents: [ProfileDocument<RadioProfile>] =
        library.names(of: .radio).compactMap { try? library.loadRadio($0) }

    private static func isPeer(_ document: ProfileDocument<RadioProfile>) -> Bool {
        document.file.label.contains("/peers/")
    }

    /// Each seed is on one radio; `REPLAY_LAW=1000` in the environment puts 1000 on each radio.
    private static let seeds: Range<Int> = {
        let asked = ProcessInfo.processInfo.environment["REPLAY_LAW"].flatMap { Int($0) }
        return 0..<(asked.map { $0 * radios.count } ?? 1_000)
    }()

    @Test("Only other tools' radios lack rates; every other radio carries packets")
    func shipped() {
        for document in Self.documents {
            let radio = document.value
            #expect((radio.peer != nil) == Self.isPeer(document), "\(radio.name)")
        }
        #expect(Self.radios.count > 30 && Self.documents.count > Self.radios.count)
    }

    @Test("A trace costs the radio equally much replayed and run, state by state", arguments: 0..<4)
    func sameCost(part: Int) {
        for seed in Self.seeds where seed % 4 == part {
            let radio = Self.radios[seed % Self.radios.count]
            let trace = LawTrace(radio, seed: UInt64(seed))
            let run = trace.run
            #expect(run.metrics[.errandsDone] == Double(trace.packets.count), "seed \(seed)")
            let simulated = LawBooks(run.table, of: radio)
            for replayed in [trace.replayed(isRecording: true), trace.replayed(isRecording: false)]
            where !LawBooks(replayed, of: radio).agrees(with: simulated) {
                Issue.record(
                    "seed \(seed), \(radio.name)\n\(replayed.residenceRows())\n\(trace.packets)")
                return
            }
        }
    }

    /// 100 B at 8 kbit/s are 0.1 s on the air, after a promotion of 0.2 s: the tail of the first
    /// packet ends 10.3 s after it came.
    @Test(
        "Silence in a tail costs the tail, up to its end and beyond: closed form",
        arguments: [(9.0, 1), (10.0, 1), (10.3, 1), (10.300_000_001, 2), (13.0, 2)])
    func noCliff(gap: Double, wakes: Double) {
        let radio = LawTrace.tenSeconds
        let trace = LawTrace(
            radio, [0, gap].map { (Fixtures.seconds($0), 100, .uplink) }, seconds: 60)
        let tail = wakes == 1 ? gap - 0.3 + 10 : 20
        let expected =
            wakes * 0.2 * 600 + 0.2 * 1500 + tail * 100 + (60 - wakes * 0.2 - 0.2 - tail) * 10
        for books in [trace.replayed(isRecording: true), trace.run.table] {
            let found = LawBooks(books, of: radio).energy
            #expect(abs(found - expected) < 1e-9 * expected, "\(found) mJ, not \(expected)")
        }
    }
}

/// A trace, and its replay on a radio.
private struct LawTrace {
    let radio: RadioProfile
    private(set) var packets: [Packet] = []
    private let hours: Double
    private var horizon: Instant { .start + Fixtures.seconds(hours * 3600) }

    init(
        _ radio: RadioProfile, _ packets: [(at: TimeSpan, Int64, Packet.Direction)], seconds: Double
    ) {
        self.radio = radio
        self.packets = packets.map {
            Packet(time: .start + $0.at, bytes: $0.1, direction: $0.2)
        }
        hours = seconds / 3600
    }

    /// Up to sixty packets, some simultaneous, some a timer of the radio or a nanosecond more
    /// apart.
    init(_ radio: RadioProfile, seed: UInt64) {
        self.radio = radio
        var random = RandomStream(StreamKey(seed: seed, replication: 0, purpose: "replay-law"))
        let timers = radio.states.compactMap { $0.demotion?.after }
        let scale = [1e-4, 1e-2, 1, 10][Int(random.next() % 4)]
        var time = Instant.start
        for _ in 0..<(1 + random.next() % 60) {
            switch random.next() % 8 {
            case 0: break
            case 1 where !timers.isEmpty:
                time = time + timers[Int(random.next() % UInt64(timers.count))]
                time = time + TimeSpan(nanoseconds: Int64(random.next() % 3))
            case 2: time = time + Fixtures.seconds(20 * random.exponential())
            default: time = time + Fixtures.seconds(scale * random.exponential())
            }
            packets.append(
                Packet(
                    time: time, bytes: 1 + Int64(random.next() % 1500),
                    direction: random.next() % 2 == 0 ? .uplink : .downlink))
        }
        hours = (time - .start).seconds.magnitude / 3600 + 0.003 + 0.02 * random.uniform()
    }

    /// IDLE, and CONNECTED with a tail of 10 s.
    static var tenSeconds: RadioProfile {
        let rate = BitsPerSecond(8_000)
        return Fixtures.valid {
            try RadioProfile(
                name: "ten-seconds", technology: .lte,
                states: [
                    RadioState(name: "IDLE", draw: .constant(Milliwatts(10))),
                    RadioState(
                        name: "CONNECTED", draw: .constant(Milliwatts(100)), uplink: rate,
                        downlink: rate, demotion: Demotion(to: 0, after: Fixtures.seconds(10))),
                ],
                initial: 0,
                promotions: [
                    Promotion(
                        from: 0, to: 1, delay: Fixtures.seconds(0.2), power: Milliwatts(600),
                        trigger: .data)
                ],
                roundTrip: .zero,
                transferPower: TransferPower(
                    base: Milliwatts(1500), uplink: .zero, downlink: .zero))
        }
    }

    /// The trace as the behaviour of a lone app on a phone that wakes instantly.
    var run: RecordedRun {
        let moments = packets.map { packet in
            let up = packet.direction == .uplink ? packet.bytes : 0
            return RecordedBehaviour.Moment(
                at: packet.time - .start, uplink: up, downlink: packet.bytes - up)
        }
        let rule = AppRule(name: "log", on: .recorded(RecordedBehaviour(moments)), do: [])
        let app = PolicyOptions.app(OwnAppOptions(rules: [rule]))
        return RecordedRun(
            Fixtures.scenario(
                radio: radio, hours: hours,
                world: WorldProfile(apps: [AppWorldProfile()]),
                policies: [NamedPolicy(name: "app", options: app)]),
            policy: app)
    }

    /// - Parameter isRecording: Whether to replay packet by packet instead of in batches.
    func replayed(isRecording: Bool) -> LedgerTable<Int64> {
        var replay = radio.replaying(.inferred, until: horizon, isRecording: isRecording)
        if isRecording {
            for packet in packets { replay.carry(packet) }
        } else {
            var batch = PacketBatch()
            for start in stride(from: 0, to: packets.count, by: 17) {
                batch.fill(packets[start..<min(start + 17, packets.count)])
                replay.carry(batch)
            }
        }
        _ = replay.finish(at: horizon)
        return replay.table
    }
}

/// Time and energy of a radio by state and kind.
private struct LawBooks {
    private var times: [String: Int64] = [:]
    private var energies: [String: Double] = [:]
    private var bytes: Int64 = 0

    init(_ table: LedgerTable<Int64>, of radio: RadioProfile) {
        table.forEachCell { number, _, cell in
            let line = table.plan.lines[number]
            guard line.component == radio.technology.component else { return }
            let row = "\(line.state) \(line.kind)"
            times[row, default: 0] += cell.nanoseconds
            energies[row, default: 0] += cell.energy(line.cost).magnitude
            bytes += cell.uplinkBytes + cell.downlinkBytes
        }
        times = times.filter { $0.value > 0 }
    }

    /// In millijoules.
    var energy: Double { energies.values.reduce(0, +) }

    /// Compares times to the nanosecond, and energies to the rounding of their sums.
    func agrees(with other: LawBooks) -> Bool {
        times == other.times && bytes == other.bytes
            && energies.allSatisfy { row, energy in
                abs(energy - (other.energies[row] ?? 0)) <= 1e-9 * max(energy, 1)
            }
    }
}
