import Kernel

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
