import Kernel

@testable import DeviceModel

/// The system transfers of an obvious app, carried one after the other in pieces.
struct ObviousTransfers {
    private struct Thing {
        let roundTrips: Int
        let isDiscretionary: Bool
        let piece: Int64
        let cause: Cause
        /// The item of the outbox.
        let item: DeviceModel.Waiting?
        var left: (up: Int64, down: Int64)
        var carried: Int64 = 0
        var hasBegun = false
    }

    private var things: [Thing] = []
    private var piece: (number: Int32, up: Int64, down: Int64)?
    private var count: Int32 = 0
    private var isReachable = true
    /// When a transfer submitted in the background may begin.
    private var mayBegin: Instant = .start
    private var waits: EventKey?
    /// The delay since the last report to the app in the background, doubled each time.
    private var delay = TimeSpan.zero
    private var delayEnds: Instant = .start
    private var isDelayUsed = false

    /// The items of the outbox that have not been carried.
    var items: [DeviceModel.Waiting] { things.compactMap(\.item) }

    /// - Parameter item: The item of the outbox that the transfer carries.
    mutating func handOver(
        _ transfer: RuleHandOver, _ item: DeviceModel.Waiting?, cause: Cause, inFront: Bool,
        on phone: inout Phone
    ) {
        if !inFront { (mayBegin, isDelayUsed) = (delayEnds, true) }
        var left = (up: transfer.shape.uplink.count, down: transfer.shape.downlink.count)
        if let item, transfer.outbox == .upload { left.up += item.bytes }
        if let item, transfer.outbox == .download { left.down += item.bytes }
        things.append(
            Thing(
                roundTrips: transfer.shape.roundTrips,
                isDiscretionary: transfer.isDiscretionary, piece: transfer.piece.count,
                cause: cause, item: item, left: left))
        carry(on: &phone)
    }

    /// In front nothing waits.
    mutating func opened(on phone: inout Phone) {
        (delay, delayEnds, isDelayUsed, mayBegin) = (.zero, .start, false, phone.now)
        phone.cancel(waits)
        waits = nil
        carry(on: &phone)
    }

    mutating func waited(on phone: inout Phone) {
        waits = nil
        carry(on: &phone)
    }

    private func isItsTime(_ thing: Thing, _ phone: borrowing Phone) -> Bool {
        isReachable && (!thing.isDiscretionary || phone.isOnWiFi && phone.isCharging)
    }

    /// Continues where possible.
    mutating func carry(on phone: inout Phone) {
        guard piece == nil, let thing = things.first, isItsTime(thing, phone) else { return }
        if !thing.hasBegun, phone.now < mayBegin {
            if waits == nil { waits = phone.plan(ObviousApp.Step.mayBegin, at: mayBegin) }
            return
        }
        things[0].hasBegun = true
        phone.holdProcessor(cause: thing.cause)
        send(roundTrips: thing.roundTrips, on: &phone)
    }

    private mutating func send(roundTrips: Int, on phone: inout Phone) {
        count += 1
        let most = things[0].piece
        let (up, down) = (min(most, things[0].left.up), min(most, things[0].left.down))
        piece = (count, up, down)
        phone.transfer(
            Transfer(
                roundTrips: roundTrips, uplink: up, downlink: down, cause: things[0].cause,
                ticket: Ticket(ObviousApp.Step.piece, index: count)))
    }

    /// - Parameter sent: Receives the carried item of the outbox.
    /// - Returns: Whether everything is carried.
    mutating func pieceEnded(
        _ number: Int32, inFront: Bool, sent: inout Arrived, on phone: inout Phone
    ) -> Bool {
        guard let ended = piece, ended.number == number else { return false }
        things[0].left.up -= ended.up
        things[0].left.down -= ended.down
        things[0].carried += ended.up + ended.down
        if things[0].left.up > 0 || things[0].left.down > 0 {
            if isItsTime(things[0], phone) {
                send(roundTrips: 0, on: &phone)
            } else {
                piece = nil
                phone.releaseProcessor()
            }
            return false
        }
        piece = nil
        phone.releaseProcessor()
        if let item = things.removeFirst().item { sent.add(item, at: phone.now) }
        guard things.isEmpty else {
            carry(on: &phone)
            return false
        }
        if !inFront {
            if !isDelayUsed && phone.now >= delayEnds { delay = .zero }
            let first = phone.system.backgroundTransfer?.firstRelaunchDelay ?? .zero
            delay = delay == .zero ? first : delay + delay
            (delayEnds, isDelayUsed) = (phone.now + delay, false)
        }
        return true
    }

    /// Sends the piece on the air again after an outage.
    ///
    /// - Returns: The wasted bytes.
    mutating func reach(_ isReachable: Bool, on phone: inout Phone) -> Int64 {
        self.isReachable = isReachable
        if isReachable {
            carry(on: &phone)
            return 0
        }
        return takeOff(on: &phone)
    }

    /// Sends the piece on the air again in another network.
    ///
    /// - Returns: The wasted bytes.
    mutating func changeNetwork(on phone: inout Phone) -> Int64 {
        let wasted = takeOff(on: &phone)
        carry(on: &phone)
        return wasted
    }

    /// Cancels everything after a force quit, and returns items to the outbox.
    ///
    /// - Returns: The wasted bytes.
    mutating func cancel(
        into held: inout DeviceModel.Waiting, on phone: inout Phone
    ) -> Int64 {
        for item in items.reversed() { held.putBack(item) }
        let before = things.first?.carried ?? 0
        let wasted = takeOff(on: &phone) + before
        phone.cancel(waits)
        (things, waits) = ([], nil)
        return wasted
    }

    private mutating func takeOff(on phone: inout Phone) -> Int64 {
        guard let sent = piece else { return 0 }
        piece = nil
        phone.releaseProcessor()
        let left = phone.cutOffTransfers(Ticket(ObviousApp.Step.piece))
        return sent.up + sent.down - left
    }
}
