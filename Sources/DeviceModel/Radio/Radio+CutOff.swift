import Kernel

/// Transfers that are taken back before all of them has been carried.
extension Radio {
    /// Cuts off what an app has on the air and in the queue, of what it waits for. The radio has
    /// been advanced to `time`.
    ///
    /// What is on the air has been data until then: the tail follows. A promotion that nothing is
    /// left for is made to its end, as is a wait for an on-duration or a page. The app is told that
    /// each of them has ended.
    ///
    /// - Parameter kind: whose, and which of what it does.
    /// - Returns: how many bytes of them have not been carried.
    /// - Complexity: O(*n*) in what waits.
    mutating func cutOff(
        _ kind: TransferKind, at time: Instant, ledger: inout EnergyLedger
    ) -> Int64 {
        guard awaitedCount > 0, !queue.isEmpty else { return 0 }
        var left: Int64 = 0
        for transfer in queue.removeWaiting(of: kind) {
            left += transfer.uplink + transfer.downlink
            reportCutOff(transfer, at: time)
        }
        if kind.includes(queue.first) {
            if phase == .excursion { unfold(at: time, ledger: &ledger) }
            left += cutOffFirst(at: time, ledger: &ledger)
        }
        if here.pointee.queue != nil { restartMeter(at: time) }
        return left
    }

    private mutating func cutOffFirst(at time: Instant, ledger: inout EnergyLedger) -> Int64 {
        let transfer = queue.first
        if phase == .carrying {
            let bytes = queue.carry(share: shareCarried(at: time))
            count(bytes, ledger: &ledger)
            let isActivity = timers.carry(
                uplink: bytes.uplink, downlink: bytes.downlink, by: here.pointee.timer, at: time)
            if isActivity { tailCause = transfer.cause }
        }
        let left = queue.bytesLeftOfFirst
        queue.removeFirst()
        reportCutOff(transfer, at: time)
        if phase == .carrying { goOn(at: time, ledger: &ledger) }
        return left
    }

    /// Tells those who wait for the transfer; one that the phone has not heard of held nothing.
    private mutating func reportCutOff(_ transfer: Transfer, at time: Instant) {
        guard unheardCount > 0, transfer.comesDown, transfer.holdsProcessor else {
            return report(transfer, endedAt: time)
        }
        unheardCount -= 1
        report(transfer.leavingProcessor, endedAt: time)
    }
}
