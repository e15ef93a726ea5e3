// Compiles the parts of a machine from those of a profile.

extension RadioMachine.State {
    init(
        _ state: RadioState, _ index: Int, _ profile: RadioProfile, ways: Range<Int>,
        isFirstForAnyData: Bool, plan: inout LedgerPlan
    ) {
        let component = profile.technology.component
        demotesTo = state.demotion?.to ?? -1
        release = state.demotion?.release.map {
            RadioMachine.ReleaseLine($0, of: state, profile, plan: &plan)
        }
        carriesData = state.carriesData
        uplinkByte = state.uplink.map { 8e9 / $0.magnitude } ?? 0
        downlinkByte = state.downlink.map { 8e9 / $0.magnitude } ?? 0
        firstWay = ways.lowerBound
        endOfWays = ways.upperBound
        timer = RadioMachine.TimerRule(
            after: state.demotion?.after ?? .longest,
            isDormancyArmed: state.demotion != nil
                && profile.fastDormancy.map { $0.to != index } ?? false)
        isDiscontinuous = state.reception != nil
        hearing = Hearing(state)
        let staysPut = ways.isEmpty && !isDiscontinuous && profile.bursts == nil
        let dormantAfter = timer.isDormancyArmed ? profile.fastDormancy?.after : nil
        stretchGap = staysPut ? min(timer.after, dormantAfter ?? .longest) : nil
        restingLine = plan.add(
            LedgerLine(
                component, state.name, state.demotion == nil ? .baseline : .tail, state.draw))
        transferLine = RadioMachine.TransferLines(state, profile, plan: &plan)
        if let reception = state.reception {
            plan.share(LedgerReception(reception, of: restingLine, plan: &plan))
        }
        number = plan.stateOfLine[restingLine]
        wayOut =
            ways.isEmpty
            ? RadioMachine.WayOut.none
            : isFirstForAnyData ? ways.lowerBound : RadioMachine.WayOut.byBytes
    }

    func at(
        _ level: SignalLevel, _ state: RadioState, _ profile: RadioProfile,
        plan: inout LedgerPlan
    ) -> RadioMachine.State {
        var there = self
        there.uplinkByte /= level.uplink.magnitude
        there.downlinkByte /= level.downlink.magnitude
        if let powers = level.powers, carriesData {
            there.transferLine = RadioMachine.TransferLines(
                state, profile, powers, uplinkByte: there.uplinkByte, plan: &plan)
        }
        return there
    }
}

extension LedgerReception {
    /// Adds lines for sleep and cycles to the line that is drawn awake.
    fileprivate init(_ reception: DiscontinuousReception, of awake: Int, plan: inout LedgerPlan) {
        let line = plan.lines[awake]
        func add(_ draw: PowerDraw, perEvent: Millijoules = .zero) -> Int {
            plan.add(LedgerLine(line.component, line.state, line.kind, draw, perEvent: perEvent))
        }
        func sleep(_ level: DiscontinuousReception.SleepLevel) -> Sleep {
            Sleep(
                leastGap: level.leastGap,
                line: add(.constant(level.power), perEvent: level.transition))
        }
        func cycle(_ period: TimeSpan) -> Cycle {
            let level = reception.level(in: period - reception.on)
            let awake = line.cost.draw.greatestPower
            return Cycle(
                period: period,
                line: add(
                    .cycle(
                        PowerCycle(
                            period: period, on: reception.on, onPower: awake,
                            offPower: level?.power ?? awake,
                            transition: level?.transition ?? .zero))))
        }
        let sleeps = reception.levels.map(sleep)
        self.init(
            awake: awake, inactivity: reception.inactivity, on: reception.on,
            short: reception.short.map { cycle($0.cycle) },
            shortSpan: reception.short.map {
                TimeSpan(nanoseconds: $0.cycle.nanoseconds * Int64($0.count))
            } ?? .zero,
            long: cycle(reception.long), shallow: sleeps.first,
            middle: sleeps.dropFirst().first, deep: sleeps.dropFirst(2).first)
    }
}

extension RadioMachine.TransferLines {
    init(_ state: RadioState, _ profile: RadioProfile, plan: inout LedgerPlan) {
        // 1 mW per Mbit/s is 1 mJ per Mbit: 8e-6 mJ a byte.
        let power = profile.transferPower
        func line(_ burst: BurstPower.Cost?) -> Int {
            plan.add(
                LedgerLine(
                    profile.technology.component, state.name, .transfer,
                    (burst?.power ?? power?.base).map { .constant($0) } ?? state.draw,
                    perUplinkByte: Millijoules((power?.uplink.magnitude ?? 0) * 8e-6),
                    perDownlinkByte: Millijoules((power?.downlink.magnitude ?? 0) * 8e-6),
                    perEvent: burst?.energy ?? .zero))
        }
        if let bursts = profile.bursts, state.carriesData {
            (uplink, downlink) = (line(bursts.uplink), line(bursts.downlink))
        } else {
            uplink = line(nil)
            downlink = uplink
        }
    }

    /// The lines at a signal level. Extra power of sending becomes energy per byte sent, since each
    /// byte takes the same time.
    ///
    /// - Parameter uplinkByte: nanoseconds per byte at that level.
    init(
        _ state: RadioState, _ profile: RadioProfile, _ powers: SignalLevel.Powers,
        uplinkByte: Double, plan: inout LedgerPlan
    ) {
        // 1 mW is 1e-9 mJ a nanosecond.
        let more = (powers.sending - powers.receiving).magnitude * uplinkByte * 1e-9
        func line(_ burst: BurstPower.Cost?) -> Int {
            plan.add(
                LedgerLine(
                    profile.technology.component, state.name, .transfer,
                    .constant(powers.receiving), perUplinkByte: Millijoules(more),
                    perEvent: burst?.energy ?? .zero))
        }
        uplink = line(profile.bursts?.uplink)
        downlink = profile.bursts.map { line($0.downlink) } ?? uplink
    }
}

extension RadioMachine.ReleaseLine {
    init(
        _ release: Release, of state: RadioState, _ profile: RadioProfile,
        plan: inout LedgerPlan
    ) {
        delay = release.delay
        line = plan.add(
            LedgerLine(profile.technology.component, state.name, .tail, .constant(release.power)))
    }
}

extension RadioMachine.Dormancy {
    init(_ dormancy: FastDormancy, _ profile: RadioProfile, plan: inout LedgerPlan) {
        after = dormancy.after
        to = dormancy.to
        releases = []
        for state in profile.states {
            releases.append(
                dormancy.release.map {
                    RadioMachine.ReleaseLine($0, of: state, profile, plan: &plan)
                })
        }
    }
}

extension RadioMachine.Transition {
    init(_ promotion: Promotion, _ profile: RadioProfile, plan: inout LedgerPlan) {
        to = promotion.to
        delay = promotion.delay
        line = plan.add(
            LedgerLine(
                profile.technology.component, profile.states[promotion.from].name, .promotion,
                .constant(promotion.power)))
        switch promotion.trigger {
        case .data: (uplinkOver, downlinkOver) = (-1, -1)
        case .queueOver(let uplink, let downlink):
            uplinkOver = uplink?.count ?? .max
            downlinkOver = downlink?.count ?? .max
        }
    }
}

// Courses that a plain radio always passes through in the same way, which the ledger counts as
// wholes.
extension RadioMachine {
    static func addCourses(
        to states: inout [State], _ ways: inout [Transition], plan: inout LedgerPlan
    ) {
        for index in states.indices { states[index].tail = tail(from: index, states, &plan) }
        for state in states {
            for way in state.ways where ways[way].delay.isConstant {
                let number = states[ways[way].to].number
                let promotion = LedgerCourse(steps: [
                    LedgerCourse.Step(
                        line: ways[way].line, span: ways[way].delay.usual,
                        entered: number == state.number ? nil : number)
                ])
                ways[way].course = plan.add(promotion)
            }
        }
    }

    private static func tail(from start: Int, _ states: [State], _ plan: inout LedgerPlan) -> Tail {
        var steps: [LedgerCourse.Step] = []
        var (here, span) = (start, TimeSpan.zero)
        while states[here].isTail && steps.count < states.count {
            let next = states[here].demotesTo
            // A later state with the ledger's same number was not entered at the end of the tail.
            if states[next].number == states[here].number { return .unknown }
            steps.append(
                LedgerCourse.Step(
                    line: states[here].restingLine, span: states[here].timer.after,
                    entered: states[next].number))
            span = span + states[here].timer.after
            here = next
        }
        let course = LedgerCourse(steps: steps)
        guard !states[here].isTail, plan.isCountable(course) else { return .unknown }
        return Tail(course: plan.add(course), span: span, end: here)
    }
}
