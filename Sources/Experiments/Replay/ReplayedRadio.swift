public struct ReplaySettings: Hashable, Sendable {
    public var mode: PromotionMode
    /// `nil` ends when the radio has come to rest; packets at the horizon or later are not
    /// replayed.
    public var horizon: Instant?

    public init(mode: PromotionMode = .inferred, horizon: Instant? = nil) {
        (self.mode, self.horizon) = (mode, horizon)
    }

    func includes(_ time: Instant) -> Bool { horizon.map { time < $0 } ?? true }
}

public struct ReplayedRadio: Sendable {
    public let radio: RadioProfile
    public let settings: ReplaySettings
    /// In whole numbers, because a single trace has no mean.
    public let table: LedgerTable<Int64>
    public let promotions: [PromotionRow]
    public let duration: TimeSpan
    /// Promotion time that did not fit before its packets, at the trace's start or in short gaps.
    public let unbilledPromotion: TimeSpan

    init(_ profile: RadioProfile, _ radio: inout any ReplayRadio, _ settings: ReplaySettings) {
        (self.radio, self.settings) = (profile, settings)
        duration = radio.finish(at: settings.horizon) - .start
        table = radio.table
        promotions = radio.promotions
        unbilledPromotion = radio.unbilledPromotion
    }

    public var energy: Millijoules { table.totalEnergy }
    /// The energy that the trace caused: all but the baseline.
    public var activeEnergy: Millijoules { table.energy { $0.kind != .baseline } }

    public func energy(of kind: EnergyKind) -> Millijoules { table.energy { $0.kind == kind } }

    /// The share of the caused energy, from 0 to 1; `nil` if nothing was caused.
    public var tailShare: Double? { activeEnergy > .zero ? energy(of: .tail) / activeEnergy : nil }

    /// The share of time not at rest, from 0 to 1; `nil` for an empty replay.
    public var radioOnShare: Double? {
        guard duration > .zero else { return nil }
        var on: Int64 = 0
        table.forEachCell { line, _, cell in
            if table.plan.lines[line].kind != .baseline { on += cell.nanoseconds }
        }
        return Double(on) / Double(duration.nanoseconds)
    }

    /// Promotions out of states at rest, and those that take time.
    ///
    /// An immediate step up from a state with a running timer does not count.
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

public struct RadioComparison {
    private let profiles: [RadioProfile]
    private let settings: ReplaySettings
    private var radios: [any ReplayRadio]
    private var batch = PacketBatch()
    public private(set) var beyondHorizon = 0

    public init(_ profiles: [RadioProfile], settings: ReplaySettings) {
        (self.profiles, self.settings) = (profiles, settings)
        radios = profiles.map { $0.replaying(settings.mode, until: settings.horizon) }
    }

    /// Carries the next packets, which are not before those of an earlier call.
    public mutating func carry(_ packets: [Packet]) {
        let included = packets.prefix { settings.includes($0.time) }
        beyondHorizon += packets.count - included.count
        batch.fill(included)
        for index in radios.indices { radios[index].carry(batch) }
    }

    public consuming func finish() -> [ReplayedRadio] {
        profiles.indices.map { ReplayedRadio(profiles[$0], &radios[$0], settings) }
    }
}

/// A radio's activity over an interval, possibly of no length.
public struct ReplayInterval: Sendable {
    public let line: Int
    public let from: Instant
    public let until: Instant
    /// The burst that caused it; `nil` before any packet.
    public let burst: Burst?
    /// Including that of bytes and events.
    public let energy: Millijoules

    public struct Burst: Hashable, Sendable {
        /// Its index in `TraceReplayResult.bursts`.
        public let number: Int
        public let from: Instant
    }
}

/// A radio's power over a replay, in equal stretches that grow with the trace to bound memory.
public struct ReplayTimeline: Sendable {
    public static let most = 320

    /// The length of a stretch, in nanoseconds.
    private(set) var stretch: Int64 = 1 << 20
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

    public var step: Seconds { TimeSpan(nanoseconds: stretch).seconds }
    public var count: Int { energies.count }

    public func powers(of kind: EnergyKind) -> [Milliwatts] {
        let place = EnergyKind.allCases.firstIndex(of: kind) ?? 0
        return energies.map { Milliwatts($0[place] / step.magnitude) }
    }

    /// The share of each stretch spent in a state, by its index in ``states``.
    public func shares(of state: Int) -> [Double] {
        times.map { Double($0[state]) / Double(stretch) }
    }

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
            let part = min(end, Int64(number + 1) * stretch) - max(start, Int64(number) * stretch)
            energies[number][kind] += energy.magnitude * Double(part) / Double(end - start)
            times[number][state] += part
        }
    }

    private mutating func halve() {
        stretch *= 2
        energies = Self.joined(energies)
        times = Self.joined(times)
    }

    private static func joined<Number: AdditiveArithmetic>(_ rows: [[Number]]) -> [[Number]] {
        stride(from: 0, to: rows.count, by: 2).map { start in
            start + 1 < rows.count ? zip(rows[start], rows[start + 1]).map { $0 + $1 } : rows[start]
        }
    }
}
