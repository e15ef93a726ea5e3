import Kernel

/// What a radio without a phone did with transfers.
public struct RadioAlone: Sendable {
    public let table: LedgerTable<Int64>
    /// In the order of time; empty without a recorder.
    public let timeline: [Posting]
    /// Of the transfers with a notice.
    public let ends: [Instant]
    public let promotions: Int64

    /// For radios whose promotions take constant time, and so draw nothing.
    public static var delays: RandomStream {
        RandomStream(StreamKey(seed: 1, replication: 0, purpose: "promotion-delays"))
    }

    /// Lives through `transfers`, in the order of time, and ends at the horizon.
    ///
    /// - Parameters:
    ///   - profile: of the radio.
    ///   - activities: the names of those that cause transfers.
    ///   - transfers: when they are submitted, ascending, and what they are.
    ///   - horizon: the end.
    ///   - delays: from which promotions draw theirs.
    ///   - queries: when a caller asks for the state in between, ascending.
    ///   - signal: when the signal comes to which of the profile's levels, ascending; before a
    ///     transfer of the same time. Before the first, the radio is as without levels.
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

    /// As above, by a machine that was compiled into `plan`.
    ///
    /// - Parameters:
    ///   - machine: of the radio.
    ///   - plan: of the books.
    ///   - transfers: when they are submitted, ascending, and what they are.
    ///   - horizon: the end.
    ///   - delays: from which promotions draw theirs.
    ///   - queries: when a caller asks for the state in between, ascending.
    ///   - signal: when the radio comes to which machine of a level, ascending.
    ///   - records: false leaves the ledger free to count what it need not show.
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
