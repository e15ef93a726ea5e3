import Kernel

// For a phone whose battery is followed, and may run out.
extension Radio {
    /// What has been drawn since the last posting. The radio has been advanced to `time`.
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

    /// What it draws by. The radio has been advanced to `time`.
    func presentLine(at time: Instant) -> Int {
        guard phase == .excursion else { return line }
        if way >= 0, time <= carriedSince { return machine.promotions[way].line }
        let carrier = way >= 0 ? machine.states.pointer(to: machine.promotions[way].to) : here
        return machine.transferLine(of: queue.first, in: carrier)
    }

    /// Loses its power; what it carries waits. It has been advanced to `time`.
    mutating func lose(by line: Int, at time: Instant, ledger: inout EnergyLedger) {
        if phase == .excursion { unfold(at: time, ledger: &ledger) }
        if phase == .carrying { suspend(at: time, ledger: &ledger) }
        change(to: line, cause: .noActivity, at: time, &ledger)
        phase = .resting
        phaseEnd = .never
    }

    /// Takes over what another radio would have carried, from the beginning.
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
}

extension Radio {
    /// Comes into another level of the signal. It has been advanced to `time`.
    ///
    /// A transfer on the air goes on at once, at the rates and the power of that level: of all its
    /// work the share is left that is left of its time. Whatever else goes on is not changed.
    ///
    /// - Parameter level: the same machine at that level.
    mutating func come(
        to level: RadioMachine, at time: Instant, ledger: inout EnergyLedger
    ) {
        if level === machine { return }
        if phase == .excursion { unfold(at: time, ledger: &ledger) }
        let isCarrying = phase == .carrying
        if isCarrying { suspend(at: time, ledger: &ledger) }
        machine = level
        here = level.states.pointer(to: state)
        if isCarrying { carryFirst(at: time, ledger: &ledger) }
    }
}
