import Kernel

@testable import DeviceModel

/// The places of promotions by `docs/model.md`.
extension ObviousReplay {
    /// - Returns: The next packet to take.
    mutating func promote(by way: Int, for index: Int, at time: Int64) -> Int {
        let isFirst = index == 0
        switch mode {
        case .none:
            leave(at: time)
            layPromotion(way, from: time, until: time, owner: index)
            enter(by: way, at: time, for: index)
        case .shift:
            leave(at: time)
            let end = layPromotion(
                way, from: time, until: time + profile.promotions[way].delay.usual.nanoseconds,
                owner: index)
            enter(by: way, at: end, for: index, cameAt: time)
        case .inferred:
            switch rules.promotions {
            case .before: promoteBefore(by: way, for: index, at: time, from: stay.from)
            case .byDirection where isFirst || packets[index].direction == .uplink:
                return promoteBehind(by: way, for: index, from: time)
            case .byDirection: promoteFitted(by: way, for: index, at: time)
            case .unlessFollowed: return promoteUnless(by: way, for: index, at: time)
            }
        }
        return index + 1
    }

    private mutating func promoteBefore(
        by way: Int, for index: Int, at time: Int64, from least: Int64 = 0
    ) {
        let earliest = max(least, passed.last?.time ?? 0)
        let begin = max(earliest, time - profile.promotions[way].delay.usual.nanoseconds)
        leave(at: time)
        cut(at: begin)
        layPromotion(way, from: begin, until: time, owner: index)
        enter(by: way, at: time, for: index)
    }

    /// Places the promotion where there is room between the packets of the stay.
    private mutating func promoteFitted(by way: Int, for index: Int, at time: Int64) {
        let here = stay.carried.filter { !$0.isIdle }
        if here.isEmpty { return promoteBefore(by: way, for: index, at: time) }
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
            return enter(by: way, at: time, for: index)
        }
        leave(at: span.0)
        layPromotion(way, from: span.0, until: span.1, owner: index)
        enter(by: way, at: span.1, for: index, passingAt: time)
    }

    private mutating func promoteBehind(by way: Int, for index: Int, from start: Int64) -> Int {
        leave(at: start)
        let delay = profile.promotions[way].delay
        var next = index + 1
        var idle: [Passed] = []
        var ender: Passed?
        var until = start + delay.usual.nanoseconds
        // A promotion without duration is over before anything can pass.
        if delay.most > .zero {
            while next < packets.count, time(next) <= start + delay.least.nanoseconds {
                idle.append(brought(next, isIdle: true))
                next += 1
            }
            if next < packets.count, time(next) <= start + delay.most.nanoseconds {
                until = time(next)
                ender = brought(next)
                next += 1
            }
        }
        layPromotion(way, from: start, until: until, owner: index)
        enter(by: way, at: until, for: index, idle: idle, isBehind: true)
        if let ender { carry(ender) }
        return next
    }

    private mutating func promoteUnless(by way: Int, for index: Int, at time: Int64) -> Int {
        let delay = profile.promotions[way].delay
        var until = time + delay.usual.nanoseconds
        if index + 1 < packets.count, self.time(index + 1) <= time + delay.most.nanoseconds {
            until = time
        }
        leave(at: time)
        layPromotion(way, from: time, until: until, owner: index)
        enter(by: way, at: until, for: index, isBehind: true)
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
        by way: Int, at time: Int64, for index: Int, cameAt: Int64 = 0, idle: [Passed] = [],
        isBehind: Bool = false, passingAt: Int64? = nil
    ) {
        stay = Piece(
            content: .stay, state: profile.promotions[way].to, from: time,
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
