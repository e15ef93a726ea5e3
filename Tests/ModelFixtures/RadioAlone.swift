import Kernel

@testable import DeviceModel

/// The results of a radio that carries transfers without a phone.
public struct RadioAlone: Sendable {
    public let table: LedgerTable<Int64>
    /// In order of time; empty without a recorder.
    public let timeline: [Posting]
    /// Ends of the transfers with a ticket.
    public let ends: [Instant]
    public let promotions: Int64

    /// A stream for radios with constant promotion delays, which draw nothing from it.
    public static var delays: RandomStream {
        RandomStream(StreamKey(seed: 1, replication: 0, purpose: "promotion-delays"))
    }

    /// Carries `transfers`, and ends at the horizon.
    ///
    /// - `transfers`: ascending in time.
    /// - `queries`: ascending times at which the radio is advanced in between.
    /// - `signal`: times of the profile's levels, ascending; a level comes before a transfer of the
    ///   same time. Before the first, the radio has no level.
    public init(
        _ profile: RadioProfile, activities: [String] = ["app"],
        _ transfers: [(Instant, Transfer)], horizon: Instant,
        delays: RandomStream = RadioAlone.delays, queries: [Instant] = [],
        signal: [(time: Instant, level: Int)] = []
    ) {
        var plan = LedgerPlan(activities: activities)
        let machine = RadioMachine(profile, plan: &plan)
        let levels =
            signal.isEmpty
            ? []
            : profile.levels.map {
                RadioMachine(machine, at: $0, of: profile, slowing: 1, plan: &plan)
            }
        self.init(
            machine, plan, transfers, horizon: horizon, delays: delays, queries: queries,
            signal: signal.map { ($0.time, levels[$0.level]) })
    }

    /// As above, with a machine that was compiled into `plan`.
    ///
    /// - `signal`: machines of levels, ascending in time.
    /// - `records`: false lets the ledger count courses as wholes.
    public init(
        _ machine: RadioMachine, _ plan: LedgerPlan, _ transfers: [(Instant, Transfer)],
        horizon: Instant, delays: RandomStream = RadioAlone.delays, queries: [Instant] = [],
        signal: [(time: Instant, machine: RadioMachine)] = [], records: Bool = true
    ) {
        var radio = Radio(machine, delays: delays)
        var intervals: [Posting] = []
        var ledger = EnergyLedger(plan: plan, record: records ? { intervals.append($0) } : nil)
        radio.begin(ledger: &ledger)
        var pending = queries.filter { $0 <= horizon }[...]
        var levels = signal.filter { $0.time <= horizon }[...]
        func live(until time: Instant, _ radio: inout Radio, _ ledger: inout EnergyLedger) {
            while true {
                let (query, level) = (pending.first ?? .never, levels.first?.time ?? .never)
                guard min(query, level) <= time else { return }
                radio.advance(to: min(query, level), ledger: &ledger)
                if query < level {
                    pending.removeFirst()
                } else {
                    radio.come(to: levels.removeFirst().machine, at: level, ledger: &ledger)
                }
            }
        }
        for (time, transfer) in transfers {
            live(until: time, &radio, &ledger)
            radio.submit(transfer, at: time, ledger: &ledger)
        }
        live(until: horizon, &radio, &ledger)
        radio.finish(at: horizon, ledger: &ledger)
        table = ledger.finish(at: horizon)
        timeline = intervals
        ends = radio.ends.map(\.time)
        promotions = radio.promotionCount
    }
}
