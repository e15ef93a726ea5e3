import EventKernel
import Quantities

/// A radio at work: the machine of a profile, its queue of transfers, and where it stands.
///
/// The radio puts no timers into the event queue. Between two activities its state is a function
/// of time, so it is evaluated *lazily*: `advance` closes the gap analytically, demotion by
/// demotion, when the next activity comes or somebody asks. An event-by-event evaluator of the same
/// profile stays in the tests as the oracle.
public struct Radio: Sendable {
    /// What the radio is doing until `phaseEnd`.
    enum Phase: Sendable {
        /// The queue is empty. An inactivity timer may be running.
        case resting
        /// Signalling; the queue waits.
        case promoting
        /// The first transfer of the queue is on the air.
        case carrying
        /// Signalling the end of the connection; the queue waits.
        case releasing
    }

    let machine: RadioMachine
    private(set) var state: Int
    private(set) var phase = Phase.resting
    private(set) var phaseEnd: Instant
    /// Promotions begun that take time; a step out of DRX at once is none.
    private(set) var promotionCount: Int64 = 0
    /// Transfers that the policy waits for and that have not ended.
    private(set) var awaitedCount = 0
    /// Ended transfers that the policy or the processor waited for, in order, until taken.
    var ends: [TransferEnd] = []

    private var queue = TransferQueue()
    /// When the first transfer of the queue went on the air in this state.
    private var carriedSince: Instant = .start
    /// Whether the first transfer of the queue has been on the air before.
    private var hasBegunFirst = false
    /// Whose promotion is going on.
    private var way = 0
    /// Who last reset the inactivity timer.
    private var tailCause = Cause.nobody
    /// Where a release leads.
    private var releasesTo = 0
    private var timers: InactivityTimers
    /// What waits for a threshold, in states where it drains by a law of its own.
    private var meter = QueueMeter()
    private var delays: RandomStream

    /// - Parameters:
    ///   - machine: the compiled profile.
    ///   - delays: where promotions without a constant delay draw from.
    public init(_ machine: RadioMachine, delays: RandomStream) {
        self.machine = machine
        self.delays = delays
        state = machine.initial
        timers = InactivityTimers(machine)
        phaseEnd = timers.expiry(by: machine.states[machine.initial].timer).time
    }

    /// Puts a transfer into the queue. `time` is not before any earlier call's.
    public mutating func submit(
        _ transfer: Transfer, at time: Instant, ledger: inout EnergyLedger
    ) {
        advance(to: time, ledger: &ledger)
        if transfer.notice != nil { awaitedCount += 1 }
        queue.append(transfer)
        if machine.states[state].queue != nil {
            meter.add(
                uplink: transfer.uplink, downlink: transfer.downlink, at: time,
                machine.states[state])
        }
        switch phase {
        case .promoting, .releasing: break
        case .resting: serveQueue(cause: transfer.cause, at: time, ledger: &ledger)
        case .carrying:
            guard let next = promotion(carried: shareCarried(at: time)) else { return }
            suspend(at: time, ledger: &ledger)
            promote(by: next, cause: transfer.cause, at: time, ledger: &ledger)
        }
        advance(to: time, ledger: &ledger)
    }

    /// Lives through everything that happens up to `time`: ends of transfers and promotions at
    /// `time` included, inactivity timers at `time` not, for data may still arrive there.
    public mutating func advance(to time: Instant, ledger: inout EnergyLedger) {
        while true {
            switch phase {
            case .resting:
                guard phaseEnd < time else { return }
                demote(ledger: &ledger)
            case .promoting:
                guard phaseEnd <= time else { return }
                enter(machine.promotions[way].to, at: phaseEnd)
                serveQueue(cause: queue.first.cause, at: phaseEnd, ledger: &ledger)
            case .releasing:
                guard phaseEnd <= time else { return }
                endRelease(ledger: &ledger)
            case .carrying:
                guard phaseEnd <= time else { return }
                endTransfer(ledger: &ledger)
            }
        }
    }

    /// When the radio next does something that the policy may be waiting for, or `never`.
    public var nextAwaited: Instant { awaitedCount > 0 ? phaseEnd : .never }

    private mutating func enter(_ state: Int, at time: Instant) {
        self.state = state
        timers.enter(at: time)
        meter = QueueMeter()
        if machine.states[state].queue != nil, !queue.isEmpty {
            let left = queue.bytesLeft(afterCarrying: 0)
            meter.add(
                uplink: left.uplink, downlink: left.downlink, at: time, machine.states[state])
        }
    }

    private mutating func demote(ledger: inout EnergyLedger) {
        let time = phaseEnd
        let expiry = timers.expiry(by: machine.states[state].timer)
        let exit = machine.exit(from: state, isDormancy: expiry.isDormancy)
        if expiry.isDormancy { timers.disarm() }
        if let release = exit.release {
            releasesTo = exit.to
            phase = .releasing
            phaseEnd = time + release.delay
            ledger.change(machine.component, to: release.line, cause: tailCause, at: time)
        } else {
            enter(exit.to, at: time)
            rest(at: time, ledger: &ledger)
        }
    }

    private mutating func endRelease(ledger: inout EnergyLedger) {
        let time = phaseEnd
        enter(releasesTo, at: time)
        if queue.isEmpty {
            rest(at: time, ledger: &ledger)
        } else {
            serveQueue(cause: queue.first.cause, at: time, ledger: &ledger)
        }
    }

    private mutating func rest(at time: Instant, ledger: inout EnergyLedger) {
        let here = machine.states[state]
        phase = .resting
        phaseEnd = max(time, timers.expiry(by: here.timer).time)
        ledger.change(
            machine.component, to: here.restingLine, cause: here.isTail ? tailCause : .nobody,
            at: time)
    }

    /// Begins to carry the queue, or the promotion that it needs. The queue is not empty.
    private mutating func serveQueue(cause: Cause, at time: Instant, ledger: inout EnergyLedger) {
        if let next = promotion() {
            promote(by: next, cause: cause, at: time, ledger: &ledger)
        } else {
            carryFirst(at: time, ledger: &ledger)
        }
    }

    private mutating func promote(
        by next: Int, cause: Cause, at time: Instant, ledger: inout EnergyLedger
    ) {
        let delay = draw(machine.promotions[next].delay)
        if delay > .zero { promotionCount += 1 }
        way = next
        phase = .promoting
        phaseEnd = time + delay
        ledger.change(
            machine.component, to: machine.promotions[next].line, cause: cause, at: time)
    }

    private mutating func draw(_ delay: PromotionDelay) -> TimeSpan {
        if delay.isConstant { return delay.usual }
        let law = Distribution.triangular(
            low: delay.least.seconds, mode: delay.usual.seconds, high: delay.most.seconds)
        return TimeSpan(law.sample(&delays))
    }

    private mutating func carryFirst(at time: Instant, ledger: inout EnergyLedger) {
        let here = machine.states[state]
        let transfer = queue.first
        precondition(here.carriesData, "a transfer in a state that cannot carry it")
        let whole =
            Double(transfer.roundTrips) * machine.roundTrip
            + Double(transfer.uplink) * here.uplinkByte
            + Double(transfer.downlink) * here.downlinkByte
        let span = TimeSpan(rounding: queue.leftOfFirst * whole)
        phase = .carrying
        carriedSince = time
        phaseEnd = time + span
        let line = transferLine(of: transfer)
        ledger.change(machine.component, to: line, cause: transfer.cause, at: time)
        if machine.burstGap != nil, !hasBegunFirst {
            ledger.charge(line, cause: transfer.cause)
        }
        hasBegunFirst = true
    }

    /// The line of the state, or of the state to which so dense a transfer raises it.
    private func transferLine(of transfer: Transfer) -> Int {
        var here = machine.states[state]
        if let raise = here.raise, isDense(transfer, raise, in: here) {
            here = machine.states[raise.rule.to]
        }
        let isUplink = transfer.uplink > transfer.downlink
        return isUplink ? here.transferLine.uplink : here.transferLine.downlink
    }

    /// Whether more bytes of a transfer pass within a window of the rule than the rule allows.
    private func isDense(
        _ transfer: Transfer, _ raise: RadioMachine.Raise, in here: RadioMachine.State
    ) -> Bool {
        let bytes = Double(transfer.uplink) + Double(transfer.downlink)
        let span =
            Double(transfer.uplink) * here.uplinkByte
            + Double(transfer.downlink) * here.downlinkByte
        let share = span > 0 ? min(1, Double(raise.rule.window.nanoseconds) / span) : 1
        return bytes * share > Double(raise.bytesOver)
    }

    private mutating func endTransfer(ledger: inout EnergyLedger) {
        let time = phaseEnd
        count(queue.carryRest(), ledger: &ledger)
        let transfer = queue.removeFirst()
        hasBegunFirst = false
        if timers.carry(transfer, by: machine.states[state].timer, at: time) {
            tailCause = transfer.cause
        }
        if transfer.notice != nil { awaitedCount -= 1 }
        if transfer.notice != nil || transfer.holdsProcessor {
            ends.append(TransferEnd(transfer: transfer, time: time))
        }
        if queue.isEmpty {
            rest(at: time, ledger: &ledger)
        } else {
            carryFirst(at: time, ledger: &ledger)
        }
    }

    /// Takes the transfer on the air off it; what is left of it goes on in the next state.
    private mutating func suspend(at time: Instant, ledger: inout EnergyLedger) {
        count(queue.carry(share: shareCarried(at: time)), ledger: &ledger)
    }

    /// How much of what was left of the first transfer has been carried by `time`.
    private func shareCarried(at time: Instant) -> Double {
        let span = (phaseEnd - carriedSince).nanoseconds
        return span > 0 ? Double((time - carriedSince).nanoseconds) / Double(span) : 1
    }

    /// At the end of the run: what was on the air counts as far as it came.
    public mutating func finish(at horizon: Instant, ledger: inout EnergyLedger) {
        advance(to: horizon, ledger: &ledger)
        if phase == .carrying { suspend(at: horizon, ledger: &ledger) }
    }

    private func count(_ bytes: (uplink: Int64, downlink: Int64), ledger: inout EnergyLedger) {
        ledger.carry(
            uplink: bytes.uplink, downlink: bytes.downlink,
            on: transferLine(of: queue.first), cause: queue.first.cause)
    }

    /// The way that what is queued must take from this state, if any, after `carried` of the first
    /// transfer has left the queue. Thresholds are tested before a promotion by any data.
    private func promotion(carried: Double = 0) -> Int? {
        let ways = machine.states[state].ways
        if ways.isEmpty { return nil }
        var queued = queue.bytesLeft(afterCarrying: carried)
        if let laws = machine.states[state].queue {
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
