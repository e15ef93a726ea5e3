extension TransferShape {
    /// - Parameter number: The message's number, for an app that counts them.
    func pushed(_ cause: Cause, step: some AppStep, number: Int = 0) -> Transfer {
        Transfer(
            roundTrips: roundTrips, uplink: uplink.count, downlink: downlink.count,
            cause: cause, holdsProcessor: true,
            ticket: Ticket(step, index: Int32(truncatingIfNeeded: number))
        ).comingDown
    }
}
