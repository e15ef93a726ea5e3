import EventKernel

/// Transfers that are taken back before all of them has been carried.
extension Radio {
    /// Cuts off what an app has on the air and in the queue, of what it waits for. The radio has
    /// been advanced to `time`.
    ///
    /// What is on the air has been data until then: the tail follows. A promotion that nothing is
    /// left for is ended, and then rests. The app is told that each of them has ended.
    ///
    /// - Parameter kind: whose, and which of what it does.
    /// - Complexity: O(*n*) in what waits.
    mutating func cutOff(_ kind: TransferKind, at time: Instant, ledger: inout EnergyLedger) {
        guard awaitedCount > 0, !queue.isEmpty else { return }
        for transfer in queue.removeWaiting(of: kind) { report(transfer, endedAt: time) }
        if kind.includes(queue.first) {
            if phase == .excursion { unfold(at: time, ledger: &ledger) }
            cutOffFirst(at: time, ledger: &ledger)
        }
        if here.pointee.queue != nil { restartMeter(at: time) }
    }

    private mutating func cutOffFirst(at time: Instant, ledger: inout EnergyLedger) {
        let transfer = queue.first
        if phase == .carrying {
            let bytes = queue.carry(share: shareCarried(at: time))
            count(bytes, ledger: &ledger)
            let isActivity = timers.carry(
                uplink: bytes.uplink, downlink: bytes.downlink, by: here.pointee.timer, at: time)
            if isActivity { tailCause = transfer.cause }
        }
        queue.removeFirst()
        report(transfer, endedAt: time)
        guard phase == .carrying else { return }
        goOn(at: time, ledger: &ledger)
    }
}
