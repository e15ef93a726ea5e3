// A transfer that finds a plain radio at rest, and is alone until it ends, is an excursion:
// promotion, transfer and tail are known at once. It is posted in one step at its end, or unfolded
// if something comes before. Most background transfers are alone: this saves 18 % on the workload
// W1.
extension Radio {
    /// Starts an excursion of the radio at rest.
    ///
    /// - Returns: false, without a change, if one promotion is not enough.
    @inline(__always)
    mutating func beginExcursion(_ transfer: Transfer, at time: Instant) -> Bool {
        let first = machine.wayOut(of: transfer, from: here)
        var carrier = here
        carriedSince = time
        if first >= 0 {
            carrier = machine.states.pointer(to: machine.promotions[first].to)
            if machine.wayOut(of: transfer, from: carrier) >= 0 { return false }
            carriedSince = time + delay(of: first)
        }
        queue.append(transfer)
        way = first
        excursionSince = time
        phaseEnd = carriedSince + machine.airTime(of: transfer, in: carrier, share: 1)
        phase = .excursion
        return true
    }

    /// Posts the excursion up to `time`, and continues in the general phases.
    @inline(__always)
    mutating func unfold(at time: Instant, ledger: inout EnergyLedger) {
        let transfer = queue.first
        if way >= 0 {
            let promotion = machine.promotions.pointer(to: way)
            change(to: promotion.pointee.line, cause: transfer.cause, at: excursionSince, &ledger)
            if time < carriedSince {
                phase = .promoting
                phaseEnd = carriedSince
                return
            }
            enter(promotion.pointee.to, at: carriedSince)
        }
        phase = .carrying
        queue.hasBegunFirst = true
        change(
            to: machine.transferLine(of: transfer, in: here), cause: transfer.cause,
            at: carriedSince, &ledger)
    }

    /// Posts an undisturbed excursion, and its tail up to `time`.
    @inline(never)
    mutating func endExcursion(until time: Instant, ledger: inout EnergyLedger) {
        let (cause, end) = (queue.first.cause, phaseEnd)
        ledger.post(
            line, from: lineSince, until: excursionSince, entered: entered, cause: lineCause)
        var place = Place(state: state, here: here, entered: entered)
        if way >= 0 {
            let promotion = machine.promotions.pointer(to: way)
            if promotion.pointee.course >= 0 && ledger.countsCourses {
                ledger.pass(
                    promotion.pointee.course, from: excursionSince, until: carriedSince,
                    cause: cause)
                place.pass(to: promotion.pointee.to, of: machine, at: carriedSince)
            } else {
                ledger.post(
                    promotion.pointee.line, from: excursionSince, until: carriedSince,
                    entered: entered, cause: cause)
                place.move(to: promotion.pointee.to, of: machine, at: carriedSince, &ledger)
            }
        }
        // A plain radio has one line for both directions.
        let carrier = place.here.pointee.transferLine.uplink
        ledger.carry(
            uplink: queue.first.uplink, downlink: queue.first.downlink, on: carrier,
            cause: cause)
        ledger.post(carrier, from: carriedSince, until: end, entered: place.entered, cause: cause)
        if queue.first.holdsProcessor { holds.end(at: end) }
        if queue.first.ticket != nil { report(endOf: queue.first, at: end) }
        queue.removeOnly()
        tailCause = cause
        rest(in: place, since: end, until: time, ledger: &ledger)
    }

    @inline(__always)
    mutating func closeGap(until time: Instant, ledger: inout EnergyLedger) {
        rest(
            in: Place(state: state, here: here, entered: entered), since: lineSince, until: time,
            ledger: &ledger)
    }

    /// Rests from `since`, which may be in the past, through the demotions before `time`.
    @inline(__always)
    private mutating func rest(
        in begin: Place, since: Instant, until time: Instant, ledger: inout EnergyLedger
    ) {
        var (place, since) = (begin, since)
        let tail = place.here.pointee.tail
        if tail.course >= 0 && since + tail.span < time && ledger.countsCourses {
            ledger.pass(tail.course, from: since, until: since + tail.span, cause: tailCause)
            since = since + tail.span
            place.pass(to: tail.end, of: machine, at: since)
        }
        var expiry = since + place.here.pointee.timer.after
        while expiry < time {
            ledger.post(
                place.here.pointee.restingLine, from: since, until: expiry,
                entered: place.entered, cause: tailCause)
            since = expiry
            place.move(to: place.here.pointee.demotesTo, of: machine, at: since, &ledger)
            expiry = since + place.here.pointee.timer.after
        }
        (state, here, entered) = (place.state, place.here, place.entered)
        bookedState = here.pointee.number
        line = here.pointee.restingLine
        lineCause = here.pointee.isTail ? tailCause : .noActivity
        lineSince = since
        timers.enter(at: since)
        phase = .resting
        phaseEnd = expiry
    }

    @inline(__always)
    mutating func endPromotion(ledger: inout EnergyLedger) {
        let time = phaseEnd
        enter(machine.promotions[way].to, at: time)
        if queue.isEmpty {
            // The data that it was for has been cut off.
            tailCause = lineCause
            rest(at: time, ledger: &ledger)
        } else {
            serveQueue(cause: queue.first.cause, at: time, ledger: &ledger)
        }
    }

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

    /// The promotion that the queue needs in this state, if any, once `carried` of the first
    /// transfer has left. Thresholds are tested before a promotion by any data.
    @inline(__always)
    func promotion(carried: Double = 0) -> Int? {
        let ways = here.pointee.ways
        if ways.isEmpty { return nil }
        // Counting the queue is not needed where any data triggers the promotion.
        if machine.promotions[ways.lowerBound].isForAnyData { return ways.lowerBound }
        let queued = queue.bytesLeft(afterCarrying: carried)
        // A loop, because a closure would capture, and so copy, the whole radio.
        for index in ways
        where machine.promotions[index].isTaken(uplink: queued.uplink, downlink: queued.downlink) {
            return index
        }
        return nil
    }
}

/// Where a radio is on its way through the states.
///
/// It is a local copy: fields of the radio itself would be stored and loaded in each step.
private struct Place: BitwiseCopyable {
    var state: Int
    var here: UnsafePointer<RadioMachine.State>
    var entered: Instant

    @inline(__always)
    mutating func move(
        to next: Int, of machine: RadioMachine, at time: Instant, _ ledger: inout EnergyLedger
    ) {
        let there = machine.states.pointer(to: next)
        if there.pointee.number != here.pointee.number {
            ledger.enter(state: there.pointee.number)
            entered = time
        }
        state = next
        here = there
    }

    /// As `move(to:of:at:_:)`, where a course has already counted the states on the way.
    @inline(__always)
    mutating func pass(to next: Int, of machine: RadioMachine, at time: Instant) {
        let there = machine.states.pointer(to: next)
        if there.pointee.number != here.pointee.number { entered = time }
        state = next
        here = there
    }
}
