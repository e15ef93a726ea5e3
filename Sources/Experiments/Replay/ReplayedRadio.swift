import DeviceModel
import Kernel

/// How a trace is replayed, whatever the radio.
public struct ReplaySettings: Hashable, Sendable {
    public var mode: PromotionMode
    /// Where the replay ends; `nil`: when the radio has come to rest. What passes at the horizon or
    /// later is not replayed.
    public var horizon: Instant?

    public init(mode: PromotionMode = .inferred, horizon: Instant? = nil) {
        self.mode = mode
        self.horizon = horizon
    }

    /// Whether a packet at `time` is replayed.
    func includes(_ time: Instant) -> Bool { horizon.map { time < $0 } ?? true }
}

/// What a radio did in a trace.
public struct ReplayedRadio: Sendable {
    public let radio: RadioProfile
    public let settings: ReplaySettings
    /// Exact: one trace has no mean.
    public let table: LedgerTable<Int64>
    public let promotions: [PromotionRow]
    /// How long the replay was.
    public let duration: TimeSpan
    /// How much of promotions before their packets found no room: before the trace, or in gaps
    /// shorter than they are.
    public let unbilledPromotion: TimeSpan

    /// Ends the replay of `radio`.
    init(_ profile: RadioProfile, _ radio: inout any ReplayRadio, _ settings: ReplaySettings) {
        self.radio = profile
        self.settings = settings
        duration = radio.finish(at: settings.horizon) - .start
        table = radio.table
        promotions = radio.promotions
        unbilledPromotion = radio.unbilledPromotion
    }

    /// All that the radio drew.
    public var energy: Millijoules { table.totalEnergy }
    /// What it drew because of the trace: all but the rest.
    public var activeEnergy: Millijoules { table.energy { $0.kind != .baseline } }

    public func energy(of kind: EnergyKind) -> Millijoules { table.energy { $0.kind == kind } }

    /// Of the energy that the trace caused, between 0 and 1; `nil` if it caused none.
    public var tailShare: Double? {
        activeEnergy > .zero ? energy(of: .tail) / activeEnergy : nil
    }

    /// Of the time, not at rest; between 0 and 1, `nil` in a replay of no length.
    public var radioOnShare: Double? {
        guard duration > .zero else { return nil }
        var on: Int64 = 0
        table.forEachCell { line, _, cell in
            if table.plan.lines[line].kind != .baseline { on += cell.nanoseconds }
        }
        return Double(on) / Double(duration.nanoseconds)
    }

    /// Promotions out of states at rest, and those that take time; a step up at once from a state
    /// that its timer would have ended is none.
    public var promotionCount: Int64 {
        let resting = Set(radio.states.filter { $0.demotion == nil }.map(\.name))
        let slow = Set(
            radio.promotions.filter { $0.delay.most > .zero }.map {
                [radio.states[$0.from].name, radio.states[$0.to].name]
            })
        return promotions.reduce(0) { sum, row in
            let counts = resting.contains(row.from) || slow.contains([row.from, row.to])
            return counts ? sum + row.count : sum
        }
    }
}

/// One trace on many radios.
public struct RadioComparison {
    private let profiles: [RadioProfile]
    private let settings: ReplaySettings
    private var radios: [any ReplayRadio]
    private var batch = PacketBatch()
    /// Packets at the horizon or later, which were not replayed.
    public private(set) var beyondHorizon = 0

    public init(_ profiles: [RadioProfile], settings: ReplaySettings) {
        self.profiles = profiles
        self.settings = settings
        radios = profiles.map { $0.replaying(settings.mode, until: settings.horizon) }
    }

    /// Carries the next packets; the first is not before the last of an earlier call.
    public mutating func carry(_ packets: [Packet]) {
        let included = packets.prefix { settings.includes($0.time) }
        beyondHorizon += packets.count - included.count
        batch.fill(included)
        for index in radios.indices { radios[index].carry(batch) }
    }

    /// Ends the replay.
    public consuming func finish() -> [ReplayedRadio] {
        profiles.indices.map { ReplayedRadio(profiles[$0], &radios[$0], settings) }
    }
}

/// What a replayed radio did for a time, perhaps for none.
public struct ReplayInterval: Sendable {
    /// In the plan of the radio's books.
    public let line: Int
    public let from: Instant
    public let until: Instant
    /// Whose energy it is; `nil`: it came before any packet.
    public let burst: Burst?
    /// What was drawn in it, bytes and events included.
    public let energy: Millijoules

    /// The packets that caused something.
    public struct Burst: Hashable, Sendable {
        /// Its place in `TraceReplayResult.bursts`.
        public let number: Int
        /// When its first packet passed.
        public let from: Instant
    }
}

/// What a radio drew over time in a replay, in stretches of equal length that grow with the trace,
/// so that memory does not.
public struct ReplayTimeline: Sendable {
    /// No more stretches than these.
    public static let most = 320

    /// How long each stretch is, in nanoseconds.
    private(set) var stretch: Int64 = 1 << 20
    /// The names of the radio's states, in the order of its plan.
    public let states: [String]
    private let stateOfLine: [Int]
    private let kindOfLine: [Int]
    /// By stretch and kind, in millijoules.
    private var energies: [[Double]] = []
    /// By stretch and state, in nanoseconds.
    private var times: [[Int64]] = []

    init(_ plan: LedgerPlan) {
        states = plan.states.map(\.name)
        stateOfLine = plan.stateOfLine
        kindOfLine = plan.lines.map { EnergyKind.allCases.firstIndex(of: $0.kind) ?? 0 }
    }

    /// How long each stretch is.
    public var step: Seconds { TimeSpan(nanoseconds: stretch).seconds }

    /// How many there are.
    public var count: Int { energies.count }

    /// The mean power by stretch of what was drawn for something.
    public func powers(of kind: EnergyKind) -> [Milliwatts] {
        let place = EnergyKind.allCases.firstIndex(of: kind) ?? 0
        return energies.map { Milliwatts($0[place] / step.magnitude) }
    }

    /// The share of each stretch that was spent in a state, by its place in ``states``.
    public func shares(of state: Int) -> [Double] {
        times.map { Double($0[state]) / Double(stretch) }
    }

    /// Adds an interval on a line of the plan with what was drawn in it.
    mutating func add(_ line: Int, _ from: Instant, _ until: Instant, _ energy: Millijoules) {
        let (start, end) = (from.nanoseconds, max(until.nanoseconds, from.nanoseconds))
        while max(start, end - 1) / stretch >= Int64(Self.most) { halve() }
        let first = Int(start / stretch)
        let last = end > start ? Int((end - 1) / stretch) : first
        while energies.count <= last {
            energies.append(Array(repeating: 0, count: EnergyKind.allCases.count))
            times.append(Array(repeating: 0, count: states.count))
        }
        let (state, kind) = (stateOfLine[line], kindOfLine[line])
        if first == last {
            energies[first][kind] += energy.magnitude
            times[first][state] += end - start
            return
        }
        for number in first...last {
            let part =
                min(end, Int64(number + 1) * stretch) - max(start, Int64(number) * stretch)
            energies[number][kind] += energy.magnitude * Double(part) / Double(end - start)
            times[number][state] += part
        }
    }

    /// Makes one stretch of two.
    private mutating func halve() {
        stretch *= 2
        energies = Self.joined(energies)
        times = Self.joined(times)
    }

    private static func joined<Number: AdditiveArithmetic>(_ rows: [[Number]]) -> [[Number]] {
        stride(from: 0, to: rows.count, by: 2).map { start in
            start + 1 < rows.count
                ? zip(rows[start], rows[start + 1]).map { $0 + $1 } : rows[start]
        }
    }
}
