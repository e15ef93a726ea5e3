// Downlink data while the phone does not listen: the network holds it until the next on-duration or
// page. No timer ends the rest meanwhile, because the network, which has the timers, has data.
extension Radio {
    /// When the phone hears what arrives now. The radio must be advanced to `time`.
    @inline(never)
    func hears(at time: Instant) -> Instant {
        switch phase {
        case .resting: here.pointee.hearing.next(at: time, since: lineSince)
        case .waiting: phaseEnd
        case .promoting, .carrying, .releasing, .excursion: time
        }
    }

    /// Holds back a downlink transfer while the phone does not listen.
    ///
    /// - Returns: false, without a change, if the phone hears it at once.
    @inline(never)
    mutating func holdBack(_ transfer: Transfer, at time: Instant) -> Bool {
        let heard = hears(at: time)
        guard heard > time else { return false }
        if transfer.holdsProcessor { unheardCount += 1 }
        queue.append(transfer)
        phase = .waiting
        phaseEnd = heard
        return true
    }

    /// The phone listens or sends, so the network can send what it holds.
    @inline(never)
    mutating func hear(cause: Cause, at time: Instant, ledger: inout EnergyLedger) {
        beginHolds(at: time)
        if queue.isEmpty {
            // The transfer has been cut off meanwhile.
            timers.restart(at: time)
            rest(at: time, ledger: &ledger)
        } else {
            serveQueue(cause: cause, at: time, ledger: &ledger)
        }
    }

    mutating func beginHolds(at time: Instant) {
        guard unheardCount > 0 else { return }
        holds.begin(unheardCount, cause: queue.first.cause, at: time)
        unheardCount = 0
    }

    /// Upper bound of a transfer's time if it were submitted now, in any state and at any signal
    /// level. The radio must be advanced to now.
    ///
    /// With data in the queue the radio does not demote, so each promotion, and one release before
    /// them, takes place once at most.
    func longestTime(for transfer: Transfer) -> TimeSpan {
        let most = machine.most
        let wait = transfer.comesDown ? most.wait : .zero
        let before = queue.isEmpty ? (uplink: 0, downlink: 0) : queue.bytesLeft(afterCarrying: 0)
        let air =
            Double(queue.roundTrips + transfer.roundTrips) * machine.roundTrip
            + Double(before.uplink + transfer.uplink) * most.uplinkByte
            + Double(before.downlink + transfer.downlink) * most.downlinkByte
        // Each change of level rounds to a nanosecond; a millisecond is more than enough.
        let slowed = machine.slowing > 1 ? air * machine.slowing + 1e6 : air
        return wait + most.delays + most.release + TimeSpan(rounding: slowed)
    }
}

/// Holds of the processor that have begun late or have ended.
///
/// The processor sleeps when the last hold ends, so only that end's time matters. Most holds begin
/// with the transfer, and are not counted here.
struct HoldChanges: BitwiseCopyable, Sendable {
    private(set) var endedCount = 0
    private(set) var last = Instant.start
    private(set) var begunCount = 0
    private(set) var begun = Instant.start
    private(set) var cause = Cause.noActivity

    var isEmpty: Bool { endedCount | begunCount == 0 }

    @inline(__always)
    mutating func end(at time: Instant) {
        endedCount += 1
        last = time
    }

    mutating func begin(_ more: Int, cause: Cause, at time: Instant) {
        begunCount += more
        (begun, self.cause) = (time, cause)
    }

    /// Clears the counts; times and causes have no meaning then.
    @inline(__always)
    mutating func clear() { (endedCount, begunCount) = (0, 0) }
}
