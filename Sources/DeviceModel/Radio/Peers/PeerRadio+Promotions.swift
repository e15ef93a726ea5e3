/// Where promotions lie.
extension PeerRadio {
    mutating func promote(by way: Int, for data: PacketData) {
        switch (mode, rules.promotions) {
        case (.none, _): promoteBefore(by: way, for: data)
        case (.inferred, .before):
            pass(to: data.time)
            promoteBefore(by: way, for: data)
        case (.inferred, .byDirection) where last != nil && data.direction == .downlink:
            promoteFitted(by: way, for: data)
        default: promoteBehind(by: way, for: data)
        }
    }

    /// Cuts the time before short, back to the previous packet and what it triggered at most.
    private mutating func promoteBefore(by way: Int, for data: PacketData) {
        let whole = mode == .none ? .zero : machine.promotions[way].delay.usual
        let begin = max(data.time - whole, last ?? .start, stay.entered)
        promotionCounts[way] += 1
        promote(by: way, from: begin, until: data.time, taking: whole, for: data)
    }

    /// As `promoteBefore` for the first packet in a state. A later packet needs the usual or least
    /// time before it, or behind an earlier uplink packet of the stay; otherwise the new state
    /// begins without a promotion.
    private mutating func promoteFitted(by way: Int, for data: PacketData) {
        guard stay.hasCarried, expiry >= data.time else { return promoteBefore(by: way, for: data) }
        let delay = machine.promotions[way].delay
        let span = room(for: delay, before: data.time)
        if span != nil { promotionCounts[way] += 1 }
        let (begin, end) = (span?.lowerBound ?? data.time, span?.upperBound ?? data.time)
        promote(by: way, from: begin, until: end, taking: delay.usual, for: data)
        stay.timerSince = data.time
    }

    /// - Parameter whole: what the promotion takes where it has room.
    private mutating func promote(
        by way: Int, from begin: Instant, until end: Instant, taking whole: TimeSpan,
        for data: PacketData
    ) {
        leave(at: begin, foundAt: data.time)
        owner = data.owner
        unbilledPromotion = unbilledPromotion + (whole - (end - stay.booked))
        post(machine.promotions[way].line, until: end)
        enter(machine.promotions[way].to, at: end)
        carryHere(data)
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

    private mutating func promoteBehind(by way: Int, for data: PacketData) {
        let delay = machine.promotions[way].delay
        if mode == .shift { shiftedUntil = data.time + delay.usual }
        leave(at: data.time, foundAt: data.time)
        owner = data.owner
        pending = PendingPromotion(way: way, start: data.time, data: data)
        notice(data)
        promotionCounts[way] += 1
        if delay.most == .zero { endPending(at: data.time) }
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
        guard let promotion = pending else { return .comesLater }
        let delay = machine.promotions[promotion.way].delay
        let passed = data.time - promotion.start
        if mode == .shift || passed > delay.most {
            endPending(at: promotion.start + delay.usual)
            return .comesLater
        }
        if rules.promotions == .unlessFollowed {
            endPending(at: promotion.start)
            return .comesLater
        }
        guard passed > delay.least else { return .waits }
        endPending(at: data.time)
        return .ends
    }

    mutating func endPending(at time: Instant) {
        guard let promotion = pending else { return }
        post(machine.promotions[promotion.way].line, until: time)
        enter(machine.promotions[promotion.way].to, at: time)
        pending = nil
        var data = promotion.data
        data.time = time
        for index in unrated.indices { unrated[index].time = time }
        meet(data, isBehind: mode == .inferred)
        if mode == .inferred, rules.promotions == .unlessFollowed {
            stay.timerSince = promotion.start
        }
    }
}

/// How a replay treats promotions. On a radio with rates, a packet that needs one waits for it, as
/// do those behind it.
public enum PromotionMode: String, CaseIterable, Hashable, Sendable {
    /// As the radio has them: from the packet on, or where another tool places them.
    case inferred
    /// The new state begins with the packet, without delay or signalling energy.
    case none
    /// After the packet, which waits for it, as do those behind it. Downlink data waits until the
    /// phone listens. For a trace from another network.
    case shift
}
