extension Radio {
    /// Evaluates the radio until it rests for good.
    ///
    /// - Returns: since when it rests.
    mutating func settle(ledger: inout EnergyLedger) -> Instant {
        while phase != .resting || here.pointee.isTail {
            let tick = TimeSpan(nanoseconds: phase == .resting ? 1 : 0)
            advance(to: phaseEnd + tick, ledger: &ledger)
        }
        return lineSince
    }

    /// Carries packets of a batch from `place` on in one step, while they find the radio in the
    /// first one's state.
    ///
    /// - Precondition: the state `carriesStretches`.
    /// - Parameters:
    ///   - place: index of the first packet.
    ///   - time: when the first is requested: not before its time, nor before any earlier call's.
    ///   - limit: all are carried by then.
    /// - Returns: index of the first packet that was not carried.
    mutating func carryStretch(
        from place: Int, of batch: PacketBatch, at time: Instant, until limit: Instant,
        ledger: inout EnergyLedger
    ) -> Int {
        let before = state
        advance(to: time, ledger: &ledger)
        guard phase == .resting, state == before, let gap = here.pointee.stretchGap else {
            return place
        }
        let stretch = Stretch(
            from: place, to: batch.endOfStretch(from: place, gap: gap), of: batch, here,
            at: time, until: limit)
        guard stretch.end > place else { return place }
        book(stretch, from: place, of: batch, &ledger)
        return stretch.end
    }

    private mutating func book(
        _ stretch: Stretch, from place: Int, of batch: PacketBatch, _ ledger: inout EnergyLedger
    ) {
        let cause = Cause(activity: LedgerPlan.firstPolicyActivity)
        let carrying = here.pointee.transferLine.downlink
        let (up, down) = (
            batch.uplinkBytes(in: place..<stretch.end),
            batch.downlinkBytes(in: place..<stretch.end)
        )
        // Neither line is a cycle, so it does not matter when in the stretch the radio rested.
        let turn = stretch.idleAt - stretch.onAir
        ledger.post(line, from: lineSince, until: turn, entered: entered, cause: lineCause)
        ledger.post(carrying, from: turn, until: stretch.idleAt, entered: entered, cause: cause)
        ledger.carry(uplink: up, downlink: down, on: carrying, cause: cause)
        timers.carry(at: stretch.idleAt)
        (lineSince, tailCause) = (stretch.idleAt, cause)
        rest(at: stretch.idleAt, ledger: &ledger)
    }
}

private struct Stretch {
    let end: Int
    let idleAt: Instant
    let onAir: TimeSpan

    /// - Parameters:
    ///   - place: index of the first packet, which finds the radio at rest.
    ///   - end: index up to which packets leave the radio where it is.
    init(
        from place: Int, to end: Int, of batch: PacketBatch,
        _ state: UnsafePointer<RadioMachine.State>, at time: Instant, until limit: Instant
    ) {
        var (busyUntil, air) = (time, TimeSpan.zero)
        let (uplinkByte, downlinkByte) = (state.pointee.uplinkByte, state.pointee.downlinkByte)
        var index = place
        while index < end {
            let packet = batch.packets[index]
            let byteTime = packet.direction == .uplink ? uplinkByte : downlinkByte
            let time = TimeSpan(rounding: Double(packet.bytes) * byteTime)
            let free = max(busyUntil, packet.time) + time
            if packet.bytes == 0 || free > limit { break }
            busyUntil = free
            air = air + time
            index += 1
        }
        (self.end, idleAt, onAir) = (index, busyUntil, air)
    }
}

extension RadioMachine.State {
    /// Whether close packets may be carried in one step: they trigger no promotion, and only times
    /// of rest and carrying matter.
    func carriesStretches(in plan: LedgerPlan) -> Bool {
        stretchGap != nil && carriesData
            && ![restingLine, transferLine.downlink].contains { plan.shapes[$0].isCycle }
    }
}
