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

    /// - Parameters:
    ///   - profiles: in the order of the results.
    ///   - settings: the same for all.
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
