import Kernel

extension RadioProfile {
    func checkMachine() throws(RadioProfileError) {
        if states.isEmpty { throw .noStates }
        for state in states { try check(state) }
        if !states.contains(where: \.carriesData) { throw .noStateCarriesData }
        if roundTrip == nil, states.contains(where: { $0.uplink != nil }) { throw .noRoundTrip }
        for (index, state) in states.enumerated() { try checkRules(of: state, index) }
        try checkPromotions()
        try checkDormancy()
        try checkTimersEnd()
        try checkReachable()
        try checkDataIsCarried()
        try checkLevels()
    }

    private func checkLevels() throws(RadioProfileError) {
        let isRaised = states.contains { $0.raise != nil }
        for (index, level) in levels.enumerated() {
            var fault = level.fault
            if level.powers != nil, isRaised { fault = .raised }
            if levels[..<index].contains(where: { $0.name == level.name }) { fault = .twice }
            if let fault { throw .badLevel(level.name, because: fault) }
        }
    }

    private func check(_ state: RadioState) throws(RadioProfileError) {
        if (state.uplink == nil) != (state.downlink == nil) {
            throw .oneRateOnly(state: state.name)
        }
        for rate in [state.uplink, state.downlink] {
            if let rate, !(rate > .zero) || !rate.isFinite {
                throw .nonPositiveRate(state: state.name, rate: rate)
            }
        }
        if let demotion = state.demotion, demotion.after <= .zero {
            throw .nonPositiveTimer(state: state.name, after: demotion.after)
        }
        if let release = state.demotion?.release, release.delay <= .zero {
            throw .notAboveZero(what: "the release", state: state.name)
        }
        if case .cycle(let cycle) = state.draw, cycle.on <= .zero || cycle.on > cycle.period {
            throw .badCycle(state: state.name)
        }
        if state.reception != nil { try checkReception(of: state) }
        if let paging = state.paging {
            var fault: PagingFault?
            if paging <= .zero { fault = .zeroTime }
            if paging > DiscontinuousReception.longest { fault = .tooLong }
            if state.carriesData { fault = .carriesData }
            if let fault { throw .badPaging(state: state.name, because: fault) }
        }
    }

    private func checkReception(of state: RadioState) throws(RadioProfileError) {
        let isTop = states.contains { below in
            below.raise.map { states[$0.to].name == state.name } ?? false
        }
        var fault = state.reception?.fault
        if !state.carriesData { fault = .carriesNothing }
        if state.draw.cycle != nil { fault = .drawsByTurns }
        if state.raise != nil || isTop { fault = .isRaised }
        if let fault { throw .badReception(state: state.name, because: fault) }
    }

    private func checkRules(of state: RadioState, _ index: Int) throws(RadioProfileError) {
        if let activity = state.activity {
            if activity.bytes.count < 1 { throw .activityBelowOneByte(state: state.name) }
            if activity.within <= .zero {
                throw .notAboveZero(
                    what: "the time within which activity adds up", state: state.name)
            }
            if state.demotion == nil { throw .activityWithoutTimer(state: state.name) }
        }
        let thresholds = promotions.filter { $0.from == index && $0.trigger != .data }
        if state.queue != nil, thresholds.isEmpty {
            throw .queueWithoutThreshold(state: state.name)
        }
        if let raise = state.raise { try check(raise, of: state, index) }
    }

    private func check(
        _ raise: RaiseRule, of state: RadioState, _ index: Int
    ) throws(RadioProfileError) {
        let top = states[raise.to]
        if let fault = fault(ofRaising: index, to: raise.to) {
            throw .badRaise(state: state.name, to: top.name, because: fault)
        }
        if let below = entrance(to: raise.to) {
            throw .raisedStateEntered(state: top.name, from: states[below].name)
        }
        if bursts != nil { throw .burstsAndRaise(state: state.name) }
        if raise.window <= .zero {
            throw .notAboveZero(what: "the window", state: state.name)
        }
        if raise.bytesOver == nil, raise.packetsOver == nil {
            throw .raiseWithoutLimit(state: state.name)
        }
    }

    private func fault(ofRaising state: Int, to index: Int) -> RaiseFault? {
        let top = states[index]
        if index == state { return .isItself }
        if index == initial { return .isInitial }
        if !top.carriesData { return .carriesNothing }
        if top.demotion != nil { return .hasTimer }
        if top.raise != nil { return .isRaised }
        return promotions.contains { $0.from == index } ? .hasPromotions : nil
    }

    private func entrance(to state: Int) -> Int? {
        promotions.first { $0.to == state }?.from
            ?? states.firstIndex { $0.demotion?.to == state }
            ?? (fastDormancy?.to == state ? states.firstIndex { $0.demotion != nil } : nil)
    }

    private func checkDormancy() throws(RadioProfileError) {
        guard let dormancy = fastDormancy else { return }
        if dormancy.after <= .zero { throw .nonPositiveDormancy(after: dormancy.after) }
        let name = states[dormancy.to].name
        if let release = dormancy.release, release.delay <= .zero {
            throw .notAboveZero(what: "the release by fast dormancy", state: name)
        }
        let runs = states.indices.contains { states[$0].demotion != nil && $0 != dormancy.to }
        if !runs { throw .dormancyNeverRuns(to: name) }
    }

    private func checkPromotions() throws(RadioProfileError) {
        for promotion in promotions where !promotion.delay.isConstant {
            let placement = promotion.placement
            if [placement.uplink, placement.downlink, placement.first].contains(.unlessFollowed) {
                throw .noSuchWait(
                    from: states[promotion.from].name, to: states[promotion.to].name)
            }
        }
        for promotion in promotions {
            for place in [PacketPlacement.Place.withinState, .fitted]
            where promotion.placement.places.contains(place) {
                if let fault = fault(ofPlacing: promotion, place) {
                    throw .placeWithoutEffect(
                        from: states[promotion.from].name, to: states[promotion.to].name,
                        place: place, because: fault)
                }
            }
        }
        for (index, state) in states.enumerated()
        where promotions.count(where: { $0.from == index && $0.trigger == .data }) > 1 {
            throw .twoDataPromotions(from: state.name)
        }
    }

    /// Why a promotion cannot be placed there, or would lie where `before` places it.
    private func fault(
        ofPlacing promotion: Promotion, _ place: PacketPlacement.Place
    ) -> PlaceFault? {
        if promotion.delay.most == .zero { return .takesNoTime }
        let from = states[promotion.from]
        switch place {
        case .before, .after, .unlessFollowed: return nil
        case .withinState:
            let isEntered =
                states.contains { $0.demotion?.to == promotion.from }
                || fastDormancy?.to == promotion.from
            return isEntered ? nil : .nothingBefore
        case .fitted:
            let isForAll = promotions.contains {
                $0.from == promotion.from && $0.trigger == .data
            }
            if !from.carriesData || isForAll { return .nothingPasses }
            if !states[promotion.to].carriesData { return .leadsOn }
            if bursts != nil { return .bursts }
            if from.reception != nil { return .discontinuous }
            return from.raise == nil ? nil : .raised
        }
    }

    private func checkTimersEnd() throws(RadioProfileError) {
        for start in states.indices {
            var path = [start]
            while let next = states[path[path.count - 1]].demotion?.to {
                if let first = path.firstIndex(of: next) {
                    throw .timersFormLoop(
                        states: (path[first...] + [next]).map { states[$0].name })
                }
                path.append(next)
            }
        }
    }

    private func checkReachable() throws(RadioProfileError) {
        var reached: Set<Int> = [initial]
        var frontier = [initial]
        while let state = frontier.popLast() {
            let next =
                promotions.filter { $0.from == state }.map(\.to)
                + [states[state].demotion?.to, states[state].raise?.to].compactMap { $0 }
                + (states[state].demotion == nil ? [] : [fastDormancy?.to].compactMap { $0 })
            for state in next where reached.insert(state).inserted { frontier.append(state) }
        }
        for (index, state) in states.enumerated() where !reached.contains(index) {
            throw .unreachable(state: state.name, from: states[initial].name)
        }
    }

    /// Follows every promotion that queued data of any amount could take.
    private func checkDataIsCarried() throws(RadioProfileError) {
        var good: Set<Int> = []
        for state in states.indices { try follow(path: [state], good: &good) }
    }

    /// - Parameter good: states from which every path is known to end in one that carries data.
    private func follow(path: [Int], good: inout Set<Int>) throws(RadioProfileError) {
        let state = path[path.count - 1]
        if good.contains(state) { return }
        let ways = promotions.filter { $0.from == state }
        if !states[state].carriesData, !ways.contains(where: { $0.trigger == .data }) {
            throw .cannotCarry(state: states[state].name)
        }
        for way in ways {
            if let first = path.firstIndex(of: way.to) {
                throw .promotionsFormLoop(
                    states: (path[first...] + [way.to]).map { states[$0].name })
            }
            try follow(path: path + [way.to], good: &good)
        }
        good.insert(state)
    }
}
