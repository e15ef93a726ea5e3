import Kernel

// The ways from a state in which what is queued would wait.
extension Radio {
    @inline(__always)
    mutating func endPromotion(ledger: inout EnergyLedger) {
        let time = phaseEnd
        enter(machine.promotions[way].to, at: time)
        if queue.isEmpty {
            // What it was for has been cut off.
            tailCause = lineCause
            rest(at: time, ledger: &ledger)
        } else {
            serveQueue(cause: queue.first.cause, at: time, ledger: &ledger)
        }
    }

    /// Begins to carry the queue, or the promotion that it needs. The queue is not empty.
    @inline(__always)
    mutating func serveQueue(cause: Cause, at time: Instant, ledger: inout EnergyLedger) {
        if let next = promotion() {
            promote(by: next, cause: cause, at: time, ledger: &ledger)
        } else {
            carryFirst(at: time, ledger: &ledger)
        }
    }

    @inline(__always)
    mutating func promote(
        by next: Int, cause: Cause, at time: Instant, ledger: inout EnergyLedger
    ) {
        way = next
        phase = .promoting
        phaseEnd = time + delay(of: next)
        change(to: machine.promotions[next].line, cause: cause, at: time, &ledger)
    }

    /// How long a promotion that begins now takes.
    @inline(__always)
    mutating func delay(of way: Int) -> TimeSpan {
        let law = machine.promotions.pointer(to: way)
        let delay = law.pointee.delay.isConstant ? law.pointee.delay.usual : draw(law.pointee.delay)
        if delay > .zero { promotionCount += 1 }
        if !wayCounts.isEmpty { wayCounts[way] += 1 }
        return delay
    }

    private mutating func draw(_ delay: PromotionDelay) -> TimeSpan {
        let law = Distribution.triangular(
            low: delay.least.seconds, mode: delay.usual.seconds, high: delay.most.seconds)
        return TimeSpan(law.sample(&delays))
    }

    /// The way that what is queued must take from this state, if any, after `carried` of the first
    /// transfer has left the queue. Thresholds are tested before a promotion by any data.
    @inline(__always)
    func promotion(carried: Double = 0) -> Int? {
        let ways = here.pointee.ways
        if ways.isEmpty { return nil }
        // What waits need not be counted where anything at all goes this way.
        if machine.promotions[ways.lowerBound].isForAnyData { return ways.lowerBound }
        var queued = queue.bytesLeft(afterCarrying: carried)
        if let laws = here.pointee.queue {
            if laws.uplink != nil { queued.uplink = meter.uplink.bytes }
            if laws.downlink != nil { queued.downlink = meter.downlink.bytes }
        }
        // A loop, because a closure would capture, and so copy, the whole radio.
        for index in ways
        where machine.promotions[index].isTaken(uplink: queued.uplink, downlink: queued.downlink) {
            return index
        }
        return nil
    }
}
