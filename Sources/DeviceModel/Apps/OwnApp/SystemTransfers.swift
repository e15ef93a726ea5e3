import Kernel

/// Transfers that an app has handed to the system, which carries them whatever happens to the app
/// (SR-047).
///
/// Background transfers wait for a delay that doubles with each wake-up for them (IO-032). A force
/// quit cancels what is not carried.
struct SystemTransfers: Sendable {
    private var carrier = PiecewiseTransfer(
        piece: Bytes(Double(RuleRequest.usualPiece)), step: RuleTicket.systemPiece)
    private var tasks = Backlog<Task>()
    private var delay = RelaunchDelay(first: .zero)
    private var mayBeginAt: Instant = .start
    var begins: EventKey?
    private var isReachable = true

    private struct Task: Sendable {
        var transfer: RuleCode.TransferCode
        var cause: Cause
        /// The outbox item that it carries, or nothing.
        var thing: Waiting
    }

    /// Outbox items that are not carried yet.
    var thingCount: Int { tasks.reduce(0) { $0 + $1.thing.count } }

    mutating func begin(on phone: borrowing Phone) {
        delay = RelaunchDelay(
            first: phone.system.backgroundTransfer?.firstRelaunchDelay ?? .zero)
    }

    /// - Parameter thing: The outbox item to carry.
    mutating func handOver(
        _ transfer: RuleCode.TransferCode, _ thing: Waiting = Waiting(), cause: Cause,
        inFront: Bool, on phone: inout Phone
    ) {
        if !inFront { mayBeginAt = delay.taskCreated() }
        tasks.append(Task(transfer: transfer, cause: cause, thing: thing))
        send(on: &phone)
    }

    /// The user has opened the app, which ends the delay.
    mutating func opened(on phone: inout Phone) {
        delay.reset()
        mayBeginAt = phone.now
        phone.cancel(begins)
        begins = nil
        send(on: &phone)
    }

    /// Carries the next transfer, if it may be carried now.
    mutating func send(on phone: inout Phone) {
        guard let task = tasks.first, !carrier.isUnderWay || carrier.isPaused,
            isItsTime(task, on: phone)
        else { return }
        if carrier.isPaused { return carrier.resume(on: &phone) }
        guard phone.now >= mayBeginAt else {
            if begins == nil { begins = phone.plan(RuleTicket.systemBegins, at: mayBeginAt) }
            return
        }
        let (transfer, bytes) = (task.transfer, task.thing.bytes)
        let shape = TransferShape(
            roundTrips: Int(transfer.roundTrips), uplink: .zero, downlink: .zero)
        carrier.begin(
            shape, uplink: transfer.uplink + (transfer.outbox == .upload ? bytes : 0),
            downlink: transfer.downlink + (transfer.outbox == .download ? bytes : 0),
            piece: transfer.piece, cause: task.cause, on: &phone)
    }

    private func isItsTime(_ task: Task, on phone: borrowing Phone) -> Bool {
        isReachable && (!task.transfer.isDiscretionary || phone.isForTransfersAtDiscretion)
    }

    /// Servers become reachable or unreachable; a piece on the air is carried again once they are
    /// reachable.
    ///
    /// - Returns: The carried bytes of the cut-off piece, and their cause; `nil` if nothing was cut
    ///   off.
    mutating func reach(
        _ isReachable: Bool, on phone: inout Phone
    ) -> (cause: Cause, wasted: Int64)? {
        self.isReachable = isReachable
        if isReachable {
            send(on: &phone)
            return nil
        }
        return fail(on: &phone)
    }

    /// The phone has changed networks: the piece on the air is carried again.
    ///
    /// - Returns: As for ``reach(_:on:)``.
    mutating func changeNetwork(on phone: inout Phone) -> (cause: Cause, wasted: Int64)? {
        let wasted = fail(on: &phone)
        send(on: &phone)
        return wasted
    }

    private mutating func fail(on phone: inout Phone) -> (cause: Cause, wasted: Int64)? {
        let before = carrier.wasted
        carrier.fail(on: &phone)
        return tasks.first.map { ($0.cause, carrier.wasted - before) }
    }

    /// A piece has been carried.
    ///
    /// - Parameters:
    ///   - inFront: Whether the app is in front, so that nothing has to wake it.
    ///   - sent: Receives the outbox item that is now carried.
    /// - Returns: Whether that was the last piece of all, of which the app is told.
    mutating func pieceEnded(
        inFront: Bool, sent: inout Arrived, on phone: inout Phone
    ) -> Bool {
        let goesOn = tasks.first.map { isItsTime($0, on: phone) } ?? true
        guard carrier.pieceEnded(on: &phone, goesOn: goesOn) else { return false }
        sent.add(tasks.removeFirst().thing, at: phone.now)
        guard tasks.isEmpty else {
            send(on: &phone)
            return false
        }
        if !inFront { delay.relaunched(at: phone.now) }
        return true
    }

    /// The user has force-quit the app: cancels what is not carried.
    ///
    /// - Parameter held: The outbox, to which its items return.
    /// - Returns: The bytes carried in vain, and their cause; `nil` if nothing was handed over.
    mutating func cancel(
        into held: inout Waiting, on phone: inout Phone
    ) -> (cause: Cause, wasted: Int64)? {
        let (cause, before) = (tasks.first?.cause, carrier.wasted)
        carrier.breakOff(on: &phone)
        phone.cancel(begins)
        begins = nil
        var things = Waiting()
        for task in tasks {
            guard let came = task.thing.first else { continue }
            things.add(Item(number: 0, bytes: task.thing.bytes), at: came)
        }
        held.putBack(things)
        tasks.removeAll()
        return cause.map { ($0, carrier.wasted - before) }
    }
}

extension OwnAppPolicy {
    /// Hands over one transfer, or one for each outbox item.
    mutating func handOver(
        _ transfer: RuleCode.TransferCode, _ errand: Int, on phone: inout Phone
    ) {
        let (cause, inFront) = (cause(errand), life.isInFront)
        if transfer.outbox == .nothing {
            return system.handOver(transfer, cause: cause, inFront: inFront, on: &phone)
        }
        for thing in held.takeEach() {
            system.handOver(transfer, thing, cause: cause, inFront: inFront, on: &phone)
        }
    }

    /// Bytes carried in vain count for the rule that handed them over.
    mutating func cancelTransfers(on phone: inout Phone) {
        waste(system.cancel(into: &held, on: &phone))
    }

    mutating func changeNetworkOfTransfers(on phone: inout Phone) {
        waste(system.changeNetwork(on: &phone))
    }

    mutating func reachForTransfers(_ isReachable: Bool, on phone: inout Phone) {
        waste(system.reach(isReachable, on: &phone))
    }

    private mutating func waste(_ bytes: (cause: Cause, wasted: Int64)?) {
        guard let bytes else { return }
        let number = Int(bytes.cause.activity) - LedgerPlan.firstPolicyActivity
        let rule = program.rules.firstIndex { Int($0.number) == number }
        if let rule { books[rule].wasted += bytes.wasted }
    }
}

/// How long tasks wait that an app creates in the background (IO-032).
struct RelaunchDelay: Sendable {
    private let first: TimeSpan
    /// The delay since the last wake-up; zero if the app has been in front since.
    private(set) var current = TimeSpan.zero
    private var elapses: Instant = .start
    private var isUsed = false

    /// - Parameter first: The delay after the first wake-up.
    init(first: TimeSpan) { self.first = first }

    mutating func reset() { (current, elapses, isUsed) = (.zero, .start, false) }

    mutating func relaunched(at time: Instant) {
        if !isUsed && time >= elapses { current = .zero }
        current = current == .zero ? first : current + current
        elapses = time + current
        isUsed = false
    }

    /// The app creates a task in the background.
    ///
    /// - Returns: When it may begin.
    mutating func taskCreated() -> Instant {
        isUsed = true
        return elapses
    }
}

extension Phone {
    /// Whether the system carries discretionary transfers now: on Wi-Fi and a charger.
    var isForTransfersAtDiscretion: Bool { isOnWiFi && isCharging }
}
