import Kernel

/// Which promotion a packet needs, and where it lies.
extension PacketRadio {
    struct PromotionNeed {
        var way: Int?
        var queued: QueueMeter
    }

    /// The need of a packet in the radio's present state.
    ///
    /// It is `mutating` only to avoid a copy of the radio.
    mutating func need(for data: PacketData) -> PromotionNeed {
        let demoted = afterTimers(at: data.time)?.state
        let here = demoted ?? state
        let ways = machine.states[here].ways
        var need = PromotionNeed(way: nil, queued: demoted == nil ? meter : QueueMeter())
        if ways.isEmpty { return need }
        need.queued.add(
            uplink: data.uplink, downlink: data.downlink, at: data.time, machine.states[here])
        for index in ways
        where machine.promotions[index].isTaken(
            uplink: need.queued.uplink.bytes, downlink: need.queued.downlink.bytes)
        {
            need.way = index
            break
        }
        return need
    }

    /// The state to which timers have led by `time`, and since when; `nil`: none has expired.
    /// Nothing is posted.
    @inline(__always)
    func afterTimers(at time: Instant) -> (state: Int, entered: Instant)? {
        if timers.expiry(by: machine.states[state].timer).time >= time { return nil }
        var (found, entered, timers) = (state, stay.entered, timers)
        while true {
            let expiry = timers.expiry(by: machine.states[found].timer)
            guard expiry.time < time else { return (found, entered) }
            let exit = machine.exit(from: found, isDormancy: expiry.isDormancy)
            if expiry.isDormancy { timers.disarm() }
            found = exit.to
            entered = min(time, expiry.time + (exit.release?.delay ?? .zero))
            timers.enter(at: entered)
        }
    }

    mutating func promote(by way: Int, for data: PacketData) {
        switch place(of: machine.promotions[way], for: data) {
        case .before: promoteBefore(by: way, for: data)
        case .withinState:
            pass(to: data.time)
            promoteBefore(by: way, for: data)
        case .fitted: promoteFitted(by: way, for: data)
        case .after: promoteAfter(by: way, for: data, isDroppedWhenFollowed: false)
        case .unlessFollowed: promoteAfter(by: way, for: data, isDroppedWhenFollowed: true)
        }
    }

    /// `mutating` only to avoid a copy, as in `need`.
    private mutating func place(
        of promotion: RadioMachine.Transition, for data: PacketData
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

    /// Cuts the time before short, back to the previous packet and what it triggered at most.
    private mutating func promoteBefore(by way: Int, for data: PacketData) {
        let whole = mode == .none ? .zero : machine.promotions[way].wholeDelay
        leave(at: max(data.time - whole, last ?? .start, stay.entered), foundAt: data.time)
        owner = data.owner
        unbilledPromotion = unbilledPromotion + (whole - (data.time - stay.booked))
        var left = whole
        var next = way
        while next >= 0 {
            let promotion = machine.promotions[next]
            left = left - (mode == .none ? .zero : promotion.delay.usual)
            books.countPromotion(next)
            // A chain that is cut short loses its beginning.
            let end = max(stay.booked, data.time - left)
            post(promotion.line, until: end)
            enter(promotion.to, at: end)
            next = promotion.next
        }
        carryHere(data)
    }

    private mutating func promoteFitted(by way: Int, for data: PacketData) {
        let expiry = timers.expiry(by: machine.states[state].timer)
        guard stay.hasCarried, expiry.time >= data.time else {
            return promoteBefore(by: way, for: data)
        }
        let delay = machine.promotions[way].delay
        let span = room(for: delay, before: data.time)
        let (begin, end) = span.map { ($0.lowerBound, $0.upperBound) } ?? (data.time, data.time)
        leave(at: begin, foundAt: data.time)
        owner = data.owner
        unbilledPromotion = unbilledPromotion + (delay.usual - (end - begin))
        if span != nil { books.countPromotion(way) }
        post(machine.promotions[way].line, until: end)
        enter(machine.promotions[way].to, at: end)
        carryHere(data)
        timers.restart(at: data.time)
    }

    /// Where a promotion for a packet at `time` fits into this stay; `nil`: nowhere.
    private func room(for delay: PromotionDelay, before time: Instant) -> Range<Instant>? {
        let earliest = max(last ?? .start, stay.entered)
        for length in [delay.usual, delay.least] where time - length > earliest {
            return (time - length)..<time
        }
        guard let begin = stay.uplinks.last(where: { time - $0 >= delay.least }) else { return nil }
        return begin..<(begin + (time - begin >= delay.usual ? delay.usual : delay.least))
    }

    private mutating func promoteAfter(
        by way: Int, for data: PacketData, isDroppedWhenFollowed: Bool
    ) {
        if mode == .shift {
            shiftedUntil = data.time + machine.promotions[way].wholeDelay
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

    /// How a packet relates to the promotion under way.
    enum Meeting {
        /// It waits for the promotion's end.
        case waits
        /// It ends the promotion.
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

    mutating func endPending(at time: Instant) {
        guard let promotion = pending else { return }
        post(machine.promotions[promotion.way].line, until: time)
        enter(machine.promotions[promotion.way].to, at: time)
        var data = promotion.data
        let next = machine.promotions[promotion.way].next
        if next >= 0 {
            pending = PendingPromotion(
                way: next, start: time, isDroppedWhenFollowed: false, data: data)
            return beginPending()
        }
        pending = nil
        data.time = time
        for index in unrated.indices { unrated[index].time = time }
        meet(data, isBehind: mode == .inferred)
        if promotion.isDroppedWhenFollowed { timers.restart(at: promotion.start) }
    }

    /// The state that carries a packet now.
    @inline(__always)
    var carrier: Int {
        pending.map { machine.promotions[$0.way].carrier } ?? state
    }
}

/// How a replay treats promotions. On a radio with rates, a packet that needs one waits for it, as
/// do those behind it.
public enum PromotionMode: String, CaseIterable, Hashable, Sendable {
    /// As in the profile: from the packet on with rates, else where each placement says, mostly
    /// before the packet.
    case inferred
    /// The new state begins with the packet, without delay or signalling energy.
    case none
    /// After the packet, which waits for it, as do those behind it. Downlink data waits until the
    /// phone listens. For a trace from another network.
    case shift
}
