/// A running radio: the machine of a profile, its queue of transfers, and its present state.
///
/// Evaluation is *lazy*: no timers enter the event queue. Between activities the state is a
/// function of time, so `advance` computes the gap when it is needed. The tests compare it with an
/// event-by-event evaluator.
public struct Radio: ~Copyable {
    /// The radio's activity until `phaseEnd`.
    enum Phase: BitwiseCopyable, Sendable {
        /// The queue is empty. An inactivity timer may be running.
        case resting
        /// Signalling; the queue waits.
        case promoting
        /// The first transfer of the queue is on the air.
        case carrying
        /// Signalling the end of the connection; the queue waits.
        case releasing
        /// Promoting and carrying a single transfer, without any posting yet.
        case excursion
        /// At rest, while the network holds data until the phone listens.
        case waiting
    }

    var machine: RadioMachine
    var state: Int
    var here: UnsafePointer<RadioMachine.State>
    var phase = Phase.resting
    var phaseEnd: Instant
    /// Promotions begun that take time; an immediate step out of DRX does not count.
    public internal(set) var promotionCount: Int64 = 0
    /// Unfinished transfers that the policy waits for.
    var awaitedCount = 0
    /// Ended transfers that the policy waited for, in order, until taken.
    public internal(set) var ends: [TransferEnd] = []
    var holds = HoldChanges()
    /// Queued transfers that will hold the processor once the phone hears of them.
    var unheardCount = 0

    /// The present line, its cause, and when it began.
    var line: Int
    var lineCause = Cause.noActivity
    var lineSince: Instant = .start
    /// The ledger's number of the line's state, and when the state was entered.
    var bookedState = 0
    var entered: Instant = .start

    var queue = TransferQueue()
    /// When the first transfer of the queue went on the air in this state.
    var carriedSince: Instant = .start
    /// The promotion under way; −1 in an excursion without any.
    var way = 0
    var excursionSince: Instant = .start
    /// Cause of the last reset of the inactivity timer.
    var tailCause = Cause.noActivity
    private var restsUntilDormancy = false
    private var releasesTo = 0
    var timers: InactivityTimers
    var delays: RandomStream
    /// Promotions begun, by promotion of the machine; empty unless requested.
    var wayCounts: ContiguousArray<Int64> = []

    public init(_ machine: RadioMachine, delays: RandomStream) {
        self.init(machine, delays: delays, standby: nil)
    }

    /// - Parameter standby: the line of a radio that is switched off at first.
    init(_ machine: RadioMachine, delays: RandomStream, standby: Int?) {
        (self.machine, self.delays) = (machine, delays)
        state = machine.initial
        here = machine.states.pointer(to: state)
        line = standby ?? machine.initialLine
        timers = InactivityTimers(machine)
        phaseEnd = standby == nil ? timers.expiry(by: here.pointee.timer).time : .never
    }

    /// Whether it rests in its initial state. The radio must be advanced to now.
    var isAtRest: Bool { (phase == .resting || phase == .waiting) && state == machine.initial }

    public mutating func begin(ledger: inout EnergyLedger) {
        bookedState = ledger.state(of: line)
        ledger.enter(state: bookedState)
    }

    /// Posts the interval that ends at `time`; the radio then draws by `next`.
    @inline(__always)
    mutating func change(
        to next: Int, cause: Cause, at time: Instant, _ ledger: inout EnergyLedger
    ) {
        ledger.post(line, from: lineSince, until: time, entered: entered, cause: lineCause)
        let nextState = ledger.state(of: next)
        if nextState != bookedState {
            ledger.enter(state: nextState)
            bookedState = nextState
            entered = time
        }
        line = next
        lineCause = cause
        lineSince = time
    }

    /// Queues a transfer. `time` must not decrease between calls.
    public mutating func submit(
        _ transfer: Transfer, at time: Instant, ledger: inout EnergyLedger
    ) {
        advance(to: time, ledger: &ledger)
        if transfer.ticket != nil { awaitedCount += 1 }
        if transfer.comesDown, holdBack(transfer, at: time) { return }
        if machine.isPlain {
            if phase == .resting, beginExcursion(transfer, at: time) {
                return advance(to: time, ledger: &ledger)
            }
            if phase == .excursion { unfold(at: time, ledger: &ledger) }
        }
        let overtakes = transfer.goesFirst && overtakesFirst(at: time, ledger: &ledger)
        queue.append(transfer)
        switch phase {
        case .promoting, .releasing: break
        case .excursion: preconditionFailure("an excursion was to be unfolded before")
        case .waiting: hear(cause: transfer.cause, at: time, ledger: &ledger)
        case .resting: serveQueue(cause: transfer.cause, at: time, ledger: &ledger)
        case .carrying:
            guard let next = promotion(carried: shareCarried(at: time)) else {
                if overtakes { carryFirst(at: time, ledger: &ledger) }
                return
            }
            suspend(at: time, ledger: &ledger)
            promote(by: next, cause: transfer.cause, at: time, ledger: &ledger)
        }
        advance(to: time, ledger: &ledger)
    }

    /// At the boundary between two transfers, lets one with priority overtake the first, which has
    /// not been on the air.
    @inline(never)
    private mutating func overtakesFirst(at time: Instant, ledger: inout EnergyLedger) -> Bool {
        guard phase == .carrying, carriedSince == time, queue.takeBackFirst() else { return false }
        if machine.hasBursts { ledger.charge(line, times: -1, cause: lineCause) }
        return true
    }

    /// Gives transfers that an app waits for priority. The radio must be advanced to now.
    ///
    /// - Parameter app: its place; `nil`: none.
    mutating func putFirst(_ app: Int32?) { queue.putFirst(app) }

    /// Passes everything up to `time`.
    ///
    /// This includes ends of transfers and promotions at `time`, but not inactivity timers at
    /// `time`, since data may still come then.
    @inline(__always)
    public mutating func advance(to time: Instant, ledger: inout EnergyLedger) {
        guard phaseEnd <= time else { return }
        // The common case needs no loop.
        if phase == .excursion {
            endExcursion(until: time, ledger: &ledger)
        } else {
            live(until: time, ledger: &ledger)
        }
    }

    @inline(never)
    private mutating func live(until time: Instant, ledger: inout EnergyLedger) {
        while phaseEnd <= time {
            switch phase {
            case .resting:
                if phaseEnd == time { return }
                if machine.isPlain {
                    closeGap(until: time, ledger: &ledger)
                } else {
                    demote(ledger: &ledger)
                }
            case .promoting: endPromotion(ledger: &ledger)
            case .releasing: endRelease(ledger: &ledger)
            case .carrying: endTransfer(ledger: &ledger)
            case .excursion: endExcursion(until: time, ledger: &ledger)
            case .waiting: hear(cause: queue.first.cause, at: phaseEnd, ledger: &ledger)
            }
        }
    }

    /// When the radio next does something that the policy may wait for, or `never`.
    public var nextAwaited: Instant { awaitedCount > 0 ? phaseEnd : .never }

    @inline(__always)
    mutating func enter(_ state: Int, at time: Instant) {
        self.state = state
        here = machine.states.pointer(to: state)
        timers.enter(at: time)
    }

    @inline(__always)
    private mutating func demote(ledger: inout EnergyLedger) {
        let time = phaseEnd
        let exit = machine.exit(from: state, isDormancy: restsUntilDormancy)
        if restsUntilDormancy { timers.disarm() }
        if let release = exit.release {
            releasesTo = exit.to
            phase = .releasing
            phaseEnd = time + release.delay
            change(to: release.line, cause: tailCause, at: time, &ledger)
        } else {
            enter(exit.to, at: time)
            rest(at: time, ledger: &ledger)
        }
    }

    @inline(__always)
    private mutating func endRelease(ledger: inout EnergyLedger) {
        let time = phaseEnd
        enter(releasesTo, at: time)
        if queue.isEmpty {
            rest(at: time, ledger: &ledger)
        } else {
            serveQueue(cause: queue.first.cause, at: time, ledger: &ledger)
        }
    }

    @inline(__always)
    mutating func rest(at time: Instant, ledger: inout EnergyLedger) {
        phase = .resting
        let expiry = timers.expiry(by: here.pointee.timer)
        phaseEnd = max(time, expiry.time)
        restsUntilDormancy = expiry.isDormancy
        change(
            to: here.pointee.restingLine,
            cause: here.pointee.isTail ? tailCause : .noActivity, at: time, &ledger)
    }

    /// Switches the radio on at `time`, in its initial state.
    mutating func start(at time: Instant, ledger: inout EnergyLedger) {
        enter(machine.initial, at: time)
        rest(at: time, ledger: &ledger)
    }

    /// Regains power at `time`, and carries what waited.
    mutating func regain(at time: Instant, ledger: inout EnergyLedger) {
        enter(machine.initial, at: time)
        if queue.isEmpty { return rest(at: time, ledger: &ledger) }
        beginHolds(at: time)
        serveQueue(cause: queue.first.cause, at: time, ledger: &ledger)
    }

    @inline(__always)
    mutating func carryFirst(at time: Instant, ledger: inout EnergyLedger) {
        let transfer = queue.first
        phase = .carrying
        carriedSince = time
        phaseEnd = time + machine.airTime(of: transfer, in: here, share: queue.leftOfFirst)
        change(
            to: machine.transferLine(of: transfer, in: here), cause: transfer.cause, at: time,
            &ledger)
        if machine.hasBursts, !queue.hasBegunFirst { ledger.charge(line, cause: transfer.cause) }
        queue.hasBegunFirst = true
    }

    @inline(__always)
    private mutating func endTransfer(ledger: inout EnergyLedger) {
        let time = phaseEnd
        let transfer = queue.first
        count(queue.carryRest(), ledger: &ledger)
        queue.removeFirst()
        timers.carry(at: time)
        tailCause = transfer.cause
        report(transfer, endedAt: time)
        goOn(at: time, ledger: &ledger)
    }

    @inline(__always)
    mutating func goOn(at time: Instant, ledger: inout EnergyLedger) {
        if queue.isEmpty {
            rest(at: time, ledger: &ledger)
        } else {
            carryFirst(at: time, ledger: &ledger)
        }
    }

    @inline(__always)
    mutating func report(_ transfer: Transfer, endedAt time: Instant) {
        if transfer.holdsProcessor { holds.end(at: time) }
        if transfer.ticket != nil { report(endOf: transfer, at: time) }
    }

    @inline(never)
    mutating func report(endOf transfer: Transfer, at time: Instant) {
        awaitedCount -= 1
        ends.append(TransferEnd(transfer: transfer, time: time))
    }

    /// Takes the transfer off the air; what remains of it continues in the next state.
    @inline(__always)
    mutating func suspend(at time: Instant, ledger: inout EnergyLedger) {
        count(queue.carry(share: shareCarried(at: time)), ledger: &ledger)
    }

    /// Share of the remaining first transfer that has been carried by `time`.
    @inline(__always)
    func shareCarried(at time: Instant) -> Double {
        let span = (phaseEnd - carriedSince).nanoseconds
        return span > 0 ? Double((time - carriedSince).nanoseconds) / Double(span) : 1
    }

    /// Ends the run; an unfinished transfer counts as far as it came.
    public mutating func finish(at horizon: Instant, ledger: inout EnergyLedger) {
        advance(to: horizon, ledger: &ledger)
        if phase == .excursion { unfold(at: horizon, ledger: &ledger) }
        if phase == .carrying { suspend(at: horizon, ledger: &ledger) }
        change(to: line, cause: lineCause, at: horizon, &ledger)
    }

    @inline(__always)
    func count(_ bytes: (uplink: Int64, downlink: Int64), ledger: inout EnergyLedger) {
        ledger.carry(uplink: bytes.uplink, downlink: bytes.downlink, on: line, cause: lineCause)
    }
}
