import Kernel

extension Radio {
    /// A time within which a transfer that were submitted now would have ended, in whatever state
    /// and at whatever level of the signal it were carried; later ones cannot hold it up. It has
    /// been advanced to now.
    ///
    /// While there is something to carry the radio does not demote, so each promotion, and one
    /// release before them, takes place once at most.
    func longestTime(for transfer: Transfer) -> TimeSpan {
        var delays = TimeSpan.zero
        for way in machine.promotions.indices {
            delays = delays + machine.promotions[way].delay.most
        }
        var (release, wait) = (TimeSpan.zero, TimeSpan.zero)
        var (uplinkByte, downlinkByte) = (0.0, 0.0)
        for index in machine.states.indices {
            let state = machine.states[index]
            release = max(release, state.release?.delay ?? .zero)
            if transfer.comesDown { wait = max(wait, state.hearing.longestWait) }
            guard state.carriesData else { continue }
            uplinkByte = max(uplinkByte, state.uplinkByte)
            downlinkByte = max(downlinkByte, state.downlinkByte)
        }
        for line in machine.dormancy?.releases ?? [] {
            release = max(release, line?.delay ?? .zero)
        }
        let before = queue.isEmpty ? (uplink: 0, downlink: 0) : queue.bytesLeft(afterCarrying: 0)
        let air =
            Double(queue.roundTrips + transfer.roundTrips) * machine.roundTrip
            + Double(before.uplink + transfer.uplink) * uplinkByte
            + Double(before.downlink + transfer.downlink) * downlinkByte
        // Each change of the level rounds to a nanosecond: a millisecond is more than enough.
        let slowed = machine.slowing > 1 ? air * machine.slowing + 1e6 : air
        return wait + delays + release + TimeSpan(rounding: slowed)
    }
}
