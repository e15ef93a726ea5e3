import EventKernel

/// What a packet needs, and where the promotion lies that it needs.
extension PacketRadio {
    /// The promotion that a packet needs, if any, and what waits in the queues with it.
    struct PromotionNeed {
        var way: Int?
        var queued: QueueMeter
    }

    /// What a packet needs in the state in which it finds the radio.
    func need(for data: PacketData) -> PromotionNeed {
        let demoted = stateAfterTimers(at: data.time)
        let here = machine.states[demoted ?? state]
        var need = PromotionNeed(way: nil, queued: demoted == nil ? meter : QueueMeter())
        if here.ways.isEmpty { return need }
        need.queued.add(uplink: data.uplink, downlink: data.downlink, at: data.time, here)
        for index in here.ways
        where machine.promotions[index].isTaken(
            uplink: need.queued.uplink.bytes, downlink: need.queued.downlink.bytes)
        {
            need.way = index
            break
        }
        return need
    }

    /// The state to which timers have led by `time`, without booking anything; `nil` if none has
    /// expired.
    private func stateAfterTimers(at time: Instant) -> Int? {
        if timers.expiry(by: machine.states[state].timer).time >= time { return nil }
        var (found, timers) = (state, timers)
        while true {
            let expiry = timers.expiry(by: machine.states[found].timer)
            guard expiry.time < time else { return found }
            let exit = machine.exit(from: found, isDormancy: expiry.isDormancy)
            if expiry.isDormancy { timers.disarm() }
            found = exit.to
            timers.enter(at: min(time, expiry.time + (exit.release?.delay ?? .zero)))
        }
    }

    mutating func promote(by way: Int, for data: PacketData) {
        switch place(of: machine.promotions[way], for: data) {
        case .before: promoteBefore(by: way, for: data)
        case .after: promoteAfter(by: way, for: data, isDroppedWhenFollowed: false)
        case .unlessFollowed: promoteAfter(by: way, for: data, isDroppedWhenFollowed: true)
        }
    }

    private func place(
        of promotion: RadioMachine.Way, for data: PacketData
    ) -> PacketPlacement.Place {
        switch mode {
        case .none: return .before
        case .shift: return .after
        case .inferred: break
        }
        if last == nil, let first = promotion.placement.first { return first }
        return data.direction == .uplink
            ? promotion.placement.uplink : promotion.placement.downlink
    }

    /// Cuts what went before short, as far back as the packet before and what that one brought.
    private mutating func promoteBefore(by way: Int, for data: PacketData) {
        let chain = promotionChain(from: way)
        let delays = chain.map { mode == .none ? .zero : machine.promotions[$0].delay.usual }
        let whole = delays.reduce(.zero, +)
        leave(at: max(data.time - whole, last ?? .start, stay.entered), foundAt: data.time)
        owner = data.owner
        unbilledPromotion = unbilledPromotion + (whole - (data.time - stay.booked))
        var left = whole
        for (way, delay) in zip(chain, delays) {
            left = left - delay
            books.countPromotion(way)
            // A chain that is cut short loses its beginning.
            let end = max(stay.booked, data.time - left)
            post(machine.promotions[way].line, until: end)
            enter(machine.promotions[way].to, at: end)
        }
        carryHere(data)
    }

    /// `way`, and the promotions that follow it until data can be carried.
    private func promotionChain(from way: Int) -> [Int] {
        var chain = [way]
        while let next = nextPromotion(after: chain[chain.count - 1]) { chain.append(next) }
        return chain
    }

    /// The promotion that must follow `way` at once, if its end cannot carry data.
    private func nextPromotion(after way: Int) -> Int? {
        let here = machine.states[machine.promotions[way].to]
        if here.carriesData { return nil }
        return here.ways.first { machine.promotions[$0].isTaken(uplink: 0, downlink: 0) }
    }

    private mutating func promoteAfter(
        by way: Int, for data: PacketData, isDroppedWhenFollowed: Bool
    ) {
        if mode == .shift {
            let delays = promotionChain(from: way).map { machine.promotions[$0].delay.usual }
            shiftedUntil = data.time + delays.reduce(.zero, +)
        }
        leave(at: data.time, foundAt: data.time)
        owner = data.owner
        pending = PendingPromotion(
            way: way, start: data.time, isDroppedWhenFollowed: isDroppedWhenFollowed, data: data)
        notice(data)
        beginPending()
    }

    private mutating func beginPending() {
        guard let promotion = pending else { return }
        books.countPromotion(promotion.way)
        if machine.promotions[promotion.way].delay.most == .zero {
            endPending(at: promotion.start)
        }
    }

    /// What a packet does to the promotion that is going on.
    enum Meeting {
        /// It waits for the promotion's end.
        case waits
        /// The promotion has ended with it.
        case ends
        /// The promotion was over before, or there was none.
        case comesLater
    }

    mutating func meetPending(_ data: PacketData) -> Meeting {
        if pending == nil { return .comesLater }
        var meeting = Meeting.comesLater
        while let promotion = pending {
            let delay = machine.promotions[promotion.way].delay
            let passed = data.time - promotion.start
            if mode == .shift || passed > delay.most {
                endPending(at: promotion.start + delay.usual)
            } else if promotion.isDroppedWhenFollowed {
                endPending(at: promotion.start)
            } else if passed > delay.least {
                endPending(at: data.time)
                meeting = .ends
            } else {
                return .waits
            }
        }
        return meeting
    }

    /// Ends the promotion, and brings its packet to the state that it leads to.
    mutating func endPending(at time: Instant) {
        guard let promotion = pending else { return }
        post(machine.promotions[promotion.way].line, until: time)
        enter(machine.promotions[promotion.way].to, at: time)
        var data = promotion.data
        if let next = nextPromotion(after: promotion.way) {
            pending = PendingPromotion(
                way: next, start: time, isDroppedWhenFollowed: false, data: data)
            return beginPending()
        }
        pending = nil
        data.time = time
        for index in unrated.indices { unrated[index].time = time }
        meet(data)
        if promotion.isDroppedWhenFollowed { timers.restart(at: promotion.start) }
    }

    /// The state that carries a packet which passes now.
    var carrier: Int {
        guard let pending else { return state }
        let chain = promotionChain(from: pending.way)
        return machine.promotions[chain[chain.count - 1]].to
    }
}
