// Support for a phone whose battery may run out.
extension Radio {
    /// Energy since the last posting. The radio must be advanced to `time`.
    func openEnergy(until time: Instant, _ ledger: borrowing EnergyLedger) -> Millijoules {
        guard phase == .excursion else {
            return ledger.energy(of: line, from: lineSince, until: time, entered: entered)
        }
        var energy = ledger.energy(
            of: line, from: lineSince, until: excursionSince, entered: entered)
        if way >= 0 {
            energy += ledger.energy(
                of: machine.promotions[way].line, from: excursionSince,
                until: min(time, carriedSince), entered: entered)
        }
        if time > carriedSince {
            energy += ledger.energy(
                of: presentLine(at: time), from: carriedSince, until: time, entered: carriedSince)
        }
        return energy
    }

    func presentLine(at time: Instant) -> Int {
        guard phase == .excursion else { return line }
        if way >= 0, time <= carriedSince { return machine.promotions[way].line }
        let carrier = way >= 0 ? machine.states.pointer(to: machine.promotions[way].to) : here
        return machine.transferLine(of: queue.first, in: carrier)
    }

    /// Loses power; what it carries waits. The radio must be advanced to `time`.
    mutating func lose(by line: Int, at time: Instant, ledger: inout EnergyLedger) {
        if phase == .excursion { unfold(at: time, ledger: &ledger) }
        if phase == .carrying { suspend(at: time, ledger: &ledger) }
        change(to: line, cause: .noActivity, at: time, &ledger)
        phase = .resting
        phaseEnd = .never
    }

    /// Takes over the transfers of another radio, which start from the beginning.
    mutating func take(from other: inout Radio, at time: Instant, ledger: inout EnergyLedger) {
        if other.queue.isEmpty { return }
        if other.phase == .excursion { other.unfold(at: time, ledger: &ledger) }
        if other.phase == .carrying { other.suspend(at: time, ledger: &ledger) }
        other.phase = .resting
        unheardCount += other.unheardCount
        other.unheardCount = 0
        while !other.queue.isEmpty {
            let transfer = other.queue.first
            other.queue.removeFirst()
            queue.append(transfer)
            if transfer.ticket != nil {
                other.awaitedCount -= 1
                awaitedCount += 1
            }
        }
    }

    /// Changes the level of the signal. The radio must be advanced to `time`.
    ///
    /// A transfer on the air continues at the new rates and power; the remaining share of its time
    /// is the remaining share of its work. Nothing else changes.
    ///
    /// - Parameter level: the same machine at the new level.
    mutating func come(to level: RadioMachine, at time: Instant, ledger: inout EnergyLedger) {
        if level === machine { return }
        if phase == .excursion { unfold(at: time, ledger: &ledger) }
        let isCarrying = phase == .carrying
        if isCarrying { suspend(at: time, ledger: &ledger) }
        machine = level
        here = level.states.pointer(to: state)
        if isCarrying { carryFirst(at: time, ledger: &ledger) }
    }
}
