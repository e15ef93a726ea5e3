import Kernel

@testable import DeviceModel

/// What an obvious app has handed over to the system, one thing after the other, in pieces.
struct ObviousTransfers {
    private struct Thing {
        let roundTrips: Int
        let isDiscretionary: Bool
        let piece: Int64
        let cause: Cause
        /// Of the outbox.
        let item: DeviceModel.Waiting?
        var left: (up: Int64, down: Int64)
        var carried: Int64 = 0
        var hasBegun = false
    }

    private var things: [Thing] = []
    private var piece: (number: Int32, up: Int64, down: Int64)?
    private var count: Int32 = 0
    private var isReachable = true
    /// What is handed over in the background waits until then.
    private var mayBegin: Instant = .start
    private var waits: EventKey?
    /// From the last time that the system told the app in the background, twice as long each time.
    private var delay = TimeSpan.zero
    private var delayEnds: Instant = .start
    private var isDelayUsed = false

    /// What of the outbox is not carried.
    var items: [DeviceModel.Waiting] { things.compactMap(\.item) }

    /// - Parameter item: of the outbox, which goes with it.
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

    /// Goes on where it can.
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

    /// - Parameter sent: takes what of the outbox is carried.
    /// - Returns: whether all is carried.
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

    /// What is on the air while servers cannot be reached is carried again.
    ///
    /// - Returns: bytes carried for nothing.
    mutating func reach(_ isReachable: Bool, on phone: inout Phone) -> Int64 {
        self.isReachable = isReachable
        if isReachable {
            carry(on: &phone)
            return 0
        }
        return takeOff(on: &phone)
    }

    /// In another network what is on the air is carried again.
    ///
    /// - Returns: bytes carried for nothing.
    mutating func changeNetwork(on phone: inout Phone) -> Int64 {
        let wasted = takeOff(on: &phone)
        carry(on: &phone)
        return wasted
    }

    /// Forced to quit: nothing is carried any more, and what was in the outbox is there again.
    ///
    /// - Returns: bytes carried for nothing.
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
