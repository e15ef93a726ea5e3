extension Radio {
    /// Cuts off transfers that an app waits for, on the air and in the queue. The radio must be
    /// advanced to `time`.
    ///
    /// The tail follows what was on the air. A promotion, or a wait for an on-duration or page,
    /// still ends, even for nothing. The app is told of the end of each transfer.
    ///
    /// - Parameter kind: the transfers to cut off.
    /// - Returns: bytes that were not carried.
    /// - Complexity: O(*n*) in the length of the queue.
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
        return left
    }

    /// Loses the network: drops all transfers, and draws by `line`. The radio must be advanced to
    /// `time`.
    mutating func drop(by line: Int, at time: Instant, ledger: inout EnergyLedger) {
        lose(by: line, at: time, ledger: &ledger)
        while !queue.isEmpty {
            let transfer = queue.first
            queue.removeFirst()
            reportCutOff(transfer, at: time)
        }
    }

    private mutating func cutOffFirst(at time: Instant, ledger: inout EnergyLedger) -> Int64 {
        let transfer = queue.first
        if phase == .carrying {
            let bytes = queue.carry(share: shareCarried(at: time))
            count(bytes, ledger: &ledger)
            timers.carry(at: time)
            tailCause = transfer.cause
        }
        let left = queue.bytesLeftOfFirst
        queue.removeFirst()
        reportCutOff(transfer, at: time)
        if phase == .carrying { goOn(at: time, ledger: &ledger) }
        return left
    }

    /// Reports a transfer; one that the phone has not heard of held no processor.
    private mutating func reportCutOff(_ transfer: Transfer, at time: Instant) {
        guard unheardCount > 0, transfer.comesDown, transfer.holdsProcessor else {
            return report(transfer, endedAt: time)
        }
        unheardCount -= 1
        report(transfer.leavingProcessor, endedAt: time)
    }
}
