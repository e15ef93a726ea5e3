import CLockstep

/// A plan whose runs can go in step, many at once: transfers that no state of the phone influences,
/// on one radio whose tail is a line of states. Each has the books of the same run alone.
package final class LockstepModel: Sendable {
    /// The first thing that keeps a plan out.
    struct Hurdle: Error { let text: String }

    private let layout: PhoneLayout
    private let conditions: RunConditions
    /// From the state that carries to the one at rest, each with the promotion out of it; negative:
    /// it carries data itself.
    private let states: [(state: Int, way: Int)]
    private let streams: [(purpose: String, index: Int)]
    private let recurring: FixedArray<lockstep_source>
    private let stages: FixedArray<lockstep_stage>

    init(_ plan: borrowing RunPlan) throws(Hurdle) {
        (layout, conditions) = (plan.layout, plan.conditions)
        let (world, system) = (conditions.world, conditions.system)
        guard plan.policy.isNone else { throw Hurdle(text: "an app runs") }
        guard layout.push == nil else { throw Hurdle(text: "the system keeps a push connection") }
        guard layout.doze == nil, system.lowPower?.takesFromApps != true else {
            throw Hurdle(text: "the system defers work")
        }
        guard world.onlyWorks, plan.foreseen == nil, layout.wifi == nil else {
            throw Hurdle(text: "more happens than other apps' transfers")
        }
        let machine = layout.machine
        var laws = world.otherTraffic.map { lockstep_source($0, roundTrip: machine.roundTrip) }
        var streams = laws.indices.map { (purpose: "other-traffic", index: $0) }
        if world.hasOwnWork, let work = system.ownWork {
            laws.append(lockstep_source(work))
            streams.append(("own-work", 0))
        }
        self.streams = streams
        recurring = FixedArray(laws.compactMap(\.self))
        guard recurring.count == laws.count, 1...lockstep_most_sources ~= laws.count else {
            throw Hurdle(text: "nothing happens or a law is another")
        }
        let horizon = Double(conditions.horizon.nanoseconds) * 1e-9
        let events = laws.reduce(0) { $0 + horizon / ($1?.every.mean ?? .infinity) }
        // A run is looked at after so many events, to stay within its budget.
        guard horizon < 1e6, events < 0.75 * Double(plan.budget.untilLook(after: 0)) else {
            throw Hurdle(text: "a run is too long")
        }
        states = try machine.wayToRest(layout.plan)
        var begins = 0.0
        stages = FixedArray(
            states.map { stage in
                let state = machine.states[stage.state]
                let lasts = state.isTail ? Double(state.timer.after.nanoseconds) : .infinity
                defer { begins += lasts }
                let way = stage.way < 0 ? nil : machine.promotions.pointer(to: stage.way)
                return lockstep_stage(
                    begins: begins, lasts: lasts,
                    promotion: Double(way?.pointee.delay.usual.nanoseconds ?? 0),
                    uplink_over: Double(way?.pointee.uplinkOver ?? -1),
                    downlink_over: Double(way?.pointee.downlinkOver ?? -1))
            })
    }

    /// The runs of consecutive replications; `nil` where all, or one, must run alone.
    package func runs(
        _ replications: Range<Int>, width: Int32 = lockstep_width()
    ) -> [RunResult?]? {
        guard width > 0, replications.count > 1 else { return nil }
        let source = conditions.randomSource(of: 0)
        var phone = Phone(
            layout, horizon: conditions.horizon, delays: { source.stream($0) }, record: nil)
        let atRest = phone.finish()
        var results: [RunResult?] = []
        let books = FixedArray(repeating: 0.0, count: lockstep_rows * lockstep_lanes)
        for first in stride(
            from: replications.lowerBound, to: replications.upperBound, by: lockstep_lanes)
        {
            let count = min(lockstep_lanes, replications.upperBound - first)
            run(first..<first + count, width, books)
            for lane in 0..<count {
                let row = books.pointer(to: lane)
                results.append(result(atRest, &phone) { Int64(row[$0 * lockstep_lanes]) })
            }
        }
        return results
    }

    private func run(
        _ replications: Range<Int>, _ width: Int32, _ books: borrowing FixedArray<Double>
    ) {
        var words = FixedArray<UInt64>(repeating: 0, count: streams.count * 4 * lockstep_lanes)
        var complements = FixedArray<UInt64>(repeating: 0, count: lockstep_lanes)
        // All lanes of a vector need streams: without one a run would never end.
        for lane in 0..<lockstep_lanes {
            let source = conditions.randomSource(of: replications.lowerBound + lane)
            for (number, key) in streams.enumerated() {
                let stream = source.stream(key.purpose, UInt64(key.index))
                let place = 4 * number * lockstep_lanes + lane
                (words[place], words[place + lockstep_lanes]) = (stream.state.0, stream.state.1)
                words[place + 2 * lockstep_lanes] = stream.state.2
                words[place + 3 * lockstep_lanes] = stream.state.3
                complements[lane] = stream.complement
            }
        }
        let carrier = layout.machine.states[states[0].state]
        let (edges, heights) = RandomStream.exponentialTables
        var model = lockstep_model(
            horizon: Double(conditions.horizon.nanoseconds),
            wake_up: Double(conditions.device.processor.wakeUpTime.nanoseconds),
            uplink_byte: carrier.uplinkByte, downlink_byte: carrier.downlinkByte,
            source_count: Int32(streams.count), stage_count: Int32(stages.count),
            sources: recurring.pointer(to: 0), stages: stages.pointer(to: 0), edges: edges,
            heights: heights, density: { PortableMath.exp(-$0) })
        lockstep_run(
            width, &model, Int32(replications.count), words.pointer(to: 0),
            complements.pointer(to: 0), UnsafeMutablePointer(mutating: books.pointer(to: 0)))
    }

    /// - Parameter lane: what the run came to, by row.
    private func result(
        _ atRest: LedgerTable<Int64>, _ phone: inout Phone, _ lane: (Int) -> Int64
    ) -> RunResult? {
        guard lane(lockstep_gave_up) == 0 else { return nil }
        var table = atRest
        let (machine, activities) = (layout.machine, table.plan.activities.count)
        func cell(_ line: Int, _ cause: Cause = .otherApps) -> Int {
            line * activities + Int(cause.activity)
        }
        let carrier = machine.states[states[0].state]
        var (onWay, promotions) = (lane(lockstep_air), Int64(0))
        for (index, stage) in states.enumerated() {
            let state = machine.states.pointer(to: stage.state)
            let isLast = index == states.count - 1
            // Before its first transfer the radio is taken to have passed through its tail.
            let passed = isLast ? 1 : state.pointee.timer.after.nanoseconds
            let rest = lane(lockstep_rests + index) - passed
            onWay += rest
            table.cells[cell(state.pointee.restingLine, isLast ? .noActivity : .otherApps)]
                .nanoseconds = rest
            if !isLast {
                let next = machine.states[states[index + 1].state].number
                table.entries[next] += lane(lockstep_expiries + index) - 1
            }
            guard stage.way >= 0 else { continue }
            let way = machine.promotions.pointer(to: stage.way)
            let times = lane(lockstep_promotions + index)
            let cut = lane(lockstep_cuts + index)
            let span = times * way.pointee.delay.usual.nanoseconds - cut
            onWay += span
            if span > 0 { promotions += times }
            table.cells[cell(way.pointee.line)].nanoseconds = span
            table.entries[carrier.number] += times - (cut > 0 ? 1 : 0)
        }
        precondition(onWay == conditions.horizon.nanoseconds, "a radio in step lost time")
        let line = cell(carrier.transferLine.uplink)
        table.cells[line].nanoseconds += lane(lockstep_air)
        table.cells[line].uplinkBytes = lane(lockstep_uplink)
        table.cells[line].downlinkBytes = lane(lockstep_downlink)
        // A run begins a nanosecond early, asleep.
        let (wakeUps, asleep) = (lane(lockstep_wake_ups), lane(lockstep_asleep) - 1)
        let waking = wakeUps * conditions.device.processor.wakeUpTime.nanoseconds
        let awake = conditions.horizon.nanoseconds - asleep - waking
        precondition(awake >= 0, "a processor in step lost time")
        let lines = phone.lines.processor
        table.cells[cell(lines.asleep, .noActivity)].nanoseconds = asleep
        table.cells[cell(lines.waking)].nanoseconds = waking
        table.cells[cell(lines.waking)].events = wakeUps
        table.cells[cell(lines.awake)].nanoseconds = awake
        for line in [lines.asleep, lines.waking, lines.awake] {
            table.entries[table.plan.stateOfLine[line]] += wakeUps
        }
        table.entries[table.plan.stateOfLine[lines.asleep]] -= lane(lockstep_awake)
        (phone.radio.promotionCount, phone.processor.wakeUpCount) = (promotions, wakeUps)
        var metrics = MetricValues()
        phone.report(table, into: &metrics)
        return RunResult(table: table, metrics: metrics, errands: [], eventCount: 0, excess: nil)
    }
}

extension WorldProfile {
    /// Whether nothing happens to a phone without an app but other apps' transfers, and work of the
    /// system.
    fileprivate var onlyWorks: Bool {
        var rest = self
        if case .still = movement { rest.movement = WorldProfile.empty.movement }
        // Without an app, nothing comes of all these.
        (rest.otherTraffic, rest.hasOwnWork, rest.network) = ([], false, .steady)
        (rest.incomingCalls, rest.callAnswers, rest.callsByHour) = (nil, nil, nil)
        (rest.phoneCalls, rest.listening) = (nil, nil)
        (rest.regions, rest.sky, rest.wifiCoverage) = ([], nil, Fraction(1))
        (rest.memoryPressure, rest.restarts, rest.habits) = (nil, nil, PhoneHabits())
        if !apps.contains(where: \.isOpened) { rest.apps = WorldProfile.empty.apps }
        return rest == .empty && network.absence == nil && habits.alarmClock == nil
            && !otherTraffic.contains(where: \.isMulticast) && (hasOwnWork || !otherTraffic.isEmpty)
    }
}

extension RadioMachine {
    /// The states and their promotions, from the one that carries to the one at rest.
    fileprivate func wayToRest(
        _ plan: LedgerPlan
    ) throws(LockstepModel.Hurdle) -> [(state: Int, way: Int)] {
        func out(of state: Int) -> Int {
            states[state].ways.count == 1 ? states[state].firstWay : WayOut.none
        }
        let rest = out(of: initial)
        let carrier = rest >= 0 ? promotions[rest].to : initial
        var way = [(state: carrier, way: -1)]
        while states[way[way.count - 1].state].isTail, way.count <= states.count {
            let next = states[way[way.count - 1].state].demotesTo
            way.append((next, out(of: next)))
        }
        guard isPlain, way.count <= lockstep_most_stages,
            way[way.count - 1].state == initial, states[carrier].ways.isEmpty,
            states[carrier].carriesData,
            way.dropFirst().allSatisfy({
                $0.way >= 0 && promotions[$0.way].to == carrier
                    && promotions[$0.way].delay.isConstant
            })
        else { throw LockstepModel.Hurdle(text: "the radio's tail is no line of states") }
        let lines = way.map { states[$0.state].restingLine } + [states[carrier].transferLine.uplink]
        guard lines.allSatisfy({ !plan.shapes[$0].isCycle && plan.receptions[$0] == nil }) else {
            throw LockstepModel.Hurdle(text: "the radio sleeps in cycles")
        }
        return way
    }
}

extension lockstep_source {
    /// `nil` for a law that is drawn in another way, as in the others.
    fileprivate init?(_ source: TrafficSource, roundTrip: Double) {
        guard let every = lockstep_law(source.every), let uplink = lockstep_law(source.uplink),
            let downlink = lockstep_law(source.downlink)
        else { return nil }
        self.init(
            what: lockstep_transfers, round_trips: Double(source.roundTrips) * roundTrip,
            uplink: uplink, downlink: downlink, lasts: lockstep_law(), every: every)
    }

    fileprivate init?(_ work: Spells) {
        guard work.byHour == nil, let every = lockstep_law(work.every),
            let lasts = lockstep_law(work.duration)
        else { return nil }
        self.init()
        (what, self.lasts, self.every) = (lockstep_works, lasts, every)
    }
}

extension lockstep_law {
    fileprivate var mean: Double { first + 0.5 * width }

    fileprivate init?(_ law: Distribution<some Quantity>) {
        switch law {
        case .constant(let value):
            self.init(kind: lockstep_constant, first: value.magnitude, width: 0)
        case .exponential(let mean):
            self.init(kind: lockstep_exponential, first: mean.magnitude, width: 0)
        case .uniform(let low, let high):
            self.init(kind: lockstep_uniform, first: low.magnitude, width: (high - low).magnitude)
        default: return nil
        }
    }
}
