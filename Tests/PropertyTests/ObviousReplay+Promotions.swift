import Kernel

@testable import DeviceModel

/// The places of promotions by `docs/model.md`.
extension ObviousReplay {
    /// `way`, and the promotions by `data` that must follow it before data can be carried.
    func chain(from way: Int) -> [Int] {
        var ways = [way]
        while true {
            let state = profile.promotions[ways[ways.count - 1]].to
            if profile.states[state].carriesData { return ways }
            ways.append(
                profile.promotions.firstIndex { $0.from == state && $0.trigger == .data }!)
        }
    }

    private func place(of way: Int, for index: Int) -> PacketPlacement.Place {
        let placement = profile.promotions[way].placement
        if index == 0, let first = placement.first { return first }
        return packets[index].direction == .uplink ? placement.uplink : placement.downlink
    }

    /// - Returns: The next packet to take.
    mutating func promote(by ways: [Int], for index: Int, at time: Int64) -> Int {
        switch mode {
        case .none:
            leave(at: time)
            for way in ways { layPromotion(way, from: time, until: time, owner: index) }
            enter(by: ways, at: time, for: index)
        case .shift:
            var begin = time
            leave(at: begin)
            for way in ways {
                begin = layPromotion(
                    way, from: begin,
                    until: begin + profile.promotions[way].delay.usual.nanoseconds, owner: index)
            }
            enter(by: ways, at: begin, for: index, cameAt: time)
        case .inferred:
            switch place(of: ways[0], for: index) {
            case .before: promoteBefore(by: ways, for: index, at: time)
            case .withinState: promoteBefore(by: ways, for: index, at: time, from: stay.from)
            case .fitted: promoteFitted(by: ways[0], for: index, at: time)
            case .after: return promoteAfter(by: ways, for: index, at: time)
            case .unlessFollowed: return promoteUnless(by: ways, for: index, at: time)
            }
        }
        return index + 1
    }

    private mutating func promoteBefore(
        by ways: [Int], for index: Int, at time: Int64, from least: Int64 = 0
    ) {
        let earliest = max(least, passed.last?.time ?? 0)
        // Backwards from the packet: the last of the chain has its whole time first.
        var begins: [Int64] = []
        var begin = time
        for way in ways.reversed() {
            begin = max(earliest, begin - profile.promotions[way].delay.usual.nanoseconds)
            begins.insert(begin, at: 0)
        }
        leave(at: time)
        cut(at: begin)
        for (place, way) in ways.enumerated() {
            let until = place + 1 < begins.count ? begins[place + 1] : time
            layPromotion(way, from: begins[place], until: until, owner: index)
        }
        enter(by: ways, at: time, for: index)
    }

    /// Places the promotion where there is room between the packets of the stay.
    private mutating func promoteFitted(by way: Int, for index: Int, at time: Int64) {
        let here = stay.carried.filter { !$0.isIdle }
        if here.isEmpty { return promoteBefore(by: [way], for: index, at: time) }
        let delay = profile.promotions[way].delay
        let (usual, least) = (delay.usual.nanoseconds, delay.least.nanoseconds)
        let previous = max(stay.from, passed.map(\.time).max() ?? 0)
        let earlier = here.last {
            packets[$0.index].direction == .uplink && time - $0.time >= least
        }
        let span: (Int64, Int64)
        if time - usual > previous {
            span = (time - usual, time)
        } else if time - least > previous {
            span = (time - least, time)
        } else if let begin = earlier?.time {
            span = (begin, begin + (begin + usual <= time ? usual : least))
        } else {
            leave(at: time)
            return enter(by: [way], at: time, for: index)
        }
        leave(at: span.0)
        layPromotion(way, from: span.0, until: span.1, owner: index)
        enter(by: [way], at: span.1, for: index, passingAt: time)
    }

    private mutating func promoteAfter(by ways: [Int], for index: Int, at time: Int64) -> Int {
        leave(at: time)
        return followBehind(ways, ways, for: index, from: time)
    }

    /// Places `rest` of the promotions `ways` one after the other.
    private mutating func followBehind(
        _ ways: [Int], _ rest: [Int], for index: Int, from start: Int64
    ) -> Int {
        var begin = start
        var next = index + 1
        var idle: [Passed] = []
        var ender: Passed?
        for way in rest {
            let delay = profile.promotions[way].delay
            // A promotion without duration is over before anything can pass.
            if delay.most == .zero {
                layPromotion(way, from: begin, until: begin, owner: index)
                continue
            }
            if let last = ender {
                idle.append(brought(last.index, isIdle: true))
                ender = nil
            }
            while next < packets.count, time(next) <= begin + delay.least.nanoseconds {
                idle.append(brought(next, isIdle: true))
                next += 1
            }
            var until = begin + delay.usual.nanoseconds
            if next < packets.count, time(next) <= begin + delay.most.nanoseconds {
                until = time(next)
                ender = brought(next)
                next += 1
            }
            begin = layPromotion(way, from: begin, until: until, owner: index)
        }
        enter(by: ways, at: begin, for: index, idle: idle, isBehind: true)
        if let ender { carry(ender) }
        return next
    }

    private mutating func promoteUnless(by ways: [Int], for index: Int, at time: Int64) -> Int {
        let delay = profile.promotions[ways[0]].delay.usual.nanoseconds
        let isFollowed =
            index + 1 < packets.count && self.time(index + 1) <= time + delay
        leave(at: time)
        let begin = layPromotion(
            ways[0], from: time, until: isFollowed ? time : time + delay, owner: index)
        if ways.count > 1 {
            return followBehind(ways, Array(ways.dropFirst()), for: index, from: begin)
        }
        enter(by: ways, at: begin, for: index, isBehind: true)
        stay.timerSince = time
        return index + 1
    }

    /// - Returns: `until`.
    @discardableResult
    mutating func layPromotion(
        _ way: Int, from: Int64, until: Int64, owner: Int
    ) -> Int64 {
        if from < horizon { promotionCounts[way] += 1 }
        let promotion = profile.promotions[way]
        pieces.append(
            Piece(
                content: .promotion(promotion.power), state: promotion.from, from: from,
                until: until, owner: owner, timerSince: from))
        return until
    }

    private mutating func leave(at time: Int64) {
        stay.until = time
        pieces.append(stay)
    }

    /// Enters the new state, with the packet that needed it and those that passed on the way.
    private mutating func enter(
        by ways: [Int], at time: Int64, for index: Int, cameAt: Int64 = 0, idle: [Passed] = [],
        isBehind: Bool = false, passingAt: Int64? = nil
    ) {
        stay = Piece(
            content: .stay, state: profile.promotions[ways[ways.count - 1]].to, from: time,
            owner: index, timerSince: time)
        stay.timerSince = passingAt ?? time
        for var item in [brought(index)] + idle {
            item.time = passingAt ?? time
            item.isBehind = isBehind
            if mode == .shift { (item.cameAt, item.passedAt) = (cameAt, time) }
            carry(item)
            // A promotion placed earlier starts its state's timer with the packet.
            if passingAt != nil, stay.resets.isEmpty { stay.resets.append(item) }
        }
    }

    private func brought(_ index: Int, isIdle: Bool = false) -> Passed {
        Passed(
            index: index, time: time(index), cameAt: time(index), passedAt: time(index),
            isBrought: true, isIdle: isIdle)
    }

    /// Undoes everything from `time` on.
    mutating func cut(at time: Int64) {
        for place in pieces.indices {
            pieces[place].until = min(pieces[place].until, time)
            pieces[place].from = min(pieces[place].from, time)
        }
    }
}
