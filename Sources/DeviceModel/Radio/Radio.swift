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
    /// Whose promotion is going on.
    private var way = 0
    /// Who last reset the inactivity timer.
    private var tailCause = Cause.nobody

    public init(_ machine: RadioMachine) {
        self.machine = machine
        state = machine.initial
        phaseEnd = Instant.start + machine.states[machine.initial].demotesAfter
    }

    /// Puts a transfer into the queue. `time` is not before any earlier call's.
    public mutating func submit(
        _ transfer: Transfer, at time: Instant, ledger: inout EnergyLedger
    ) {
        advance(to: time, ledger: &ledger)
        if transfer.notice != nil { awaitedCount += 1 }
        queue.append(transfer)
        switch phase {
        case .promoting: break
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
                state = machine.promotions[way].to
                serveQueue(cause: queue.first.cause, at: phaseEnd, ledger: &ledger)
            case .carrying:
                guard phaseEnd <= time else { return }
                endTransfer(ledger: &ledger)
            }
        }
    }

    /// When the radio next does something that the policy may be waiting for, or `never`.
    public var nextAwaited: Instant { awaitedCount > 0 ? phaseEnd : .never }

    private mutating func demote(ledger: inout EnergyLedger) {
        let time = phaseEnd
        state = machine.states[state].demotesTo
        rest(at: time, ledger: &ledger)
    }

    private mutating func rest(at time: Instant, ledger: inout EnergyLedger) {
        let here = machine.states[state]
        phase = .resting
        phaseEnd = time + here.demotesAfter
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
        if machine.promotions[next].delay > .zero { promotionCount += 1 }
        way = next
        phase = .promoting
        phaseEnd = time + machine.promotions[next].delay
        ledger.change(
            machine.component, to: machine.promotions[next].line, cause: cause, at: time)
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
        ledger.change(
            machine.component, to: here.transferLine, cause: transfer.cause, at: time)
    }

    private mutating func endTransfer(ledger: inout EnergyLedger) {
        let time = phaseEnd
        count(queue.carryRest(), ledger: &ledger)
        let transfer = queue.removeFirst()
        tailCause = transfer.cause
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
            on: machine.states[state].transferLine, cause: queue.first.cause)
    }

    /// The way that what is queued must take from this state, if any, after `carried` of the first
    /// transfer has left the queue. Thresholds are tested before a promotion by any data.
    private func promotion(carried: Double = 0) -> Int? {
        let ways = machine.states[state].ways
        if ways.isEmpty { return nil }
        let queued = queue.bytesLeft(afterCarrying: carried)
        // A loop, because a closure would capture, and so copy, the whole radio.
        for index in ways {
            let way = machine.promotions[index]
            if queued.uplink > way.uplinkOver || queued.downlink > way.downlinkOver {
                return index
            }
        }
        return nil
    }
}
