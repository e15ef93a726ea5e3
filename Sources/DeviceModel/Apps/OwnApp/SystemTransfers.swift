/// Transfers that the system carries for an app, whatever happens to the app (SR-047).
///
/// Background transfers wait for a delay that doubles with each wake-up for them (IO-032).
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
        /// One outbox item, or nothing.
        var thing: Waiting
    }

    var thingCount: Int { tasks.reduce(0) { $0 + $1.thing.count } }

    mutating func begin(on phone: borrowing Phone) {
        delay = RelaunchDelay(first: phone.system.backgroundTransfer?.firstRelaunchDelay ?? .zero)
    }

    mutating func handOver(
        _ transfer: RuleCode.TransferCode, _ thing: Waiting = Waiting(), cause: Cause,
        inFront: Bool, on phone: inout Phone
    ) {
        if !inFront { mayBeginAt = delay.taskCreated() }
        tasks.append(Task(transfer: transfer, cause: cause, thing: thing))
        send(on: &phone)
    }

    /// Opening the app ends the delay.
    mutating func opened(on phone: inout Phone) {
        delay.reset()
        mayBeginAt = phone.now
        phone.cancel(&begins)
        send(on: &phone)
    }

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

    /// A piece on the air is carried again when servers can be reached.
    ///
    /// - Returns: Carried bytes of the cut-off piece, with their cause.
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

    /// - Returns: Whether that was the last piece of all, of which the app is told.
    mutating func pieceEnded(inFront: Bool, sent: inout Arrived, on phone: inout Phone) -> Bool {
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

    /// A force quit cancels what is not carried; outbox items return to `held`.
    ///
    /// - Returns: The bytes carried in vain, with their cause.
    mutating func cancel(
        into held: inout Waiting, on phone: inout Phone
    ) -> (cause: Cause, wasted: Int64)? {
        let (cause, before) = (tasks.first?.cause, carrier.wasted)
        carrier.breakOff(on: &phone)
        phone.cancel(&begins)
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

    /// Bytes in vain count for the rule that handed them over.
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

/// The delay of tasks that an app creates in the background (IO-032).
struct RelaunchDelay: Sendable {
    private let first: TimeSpan
    /// Zero until the first wake-up since the app was in front.
    private(set) var current = TimeSpan.zero
    private var elapses: Instant = .start
    private var isUsed = false

    init(first: TimeSpan) { self.first = first }
    mutating func reset() { (current, elapses, isUsed) = (.zero, .start, false) }

    mutating func relaunched(at time: Instant) {
        if !isUsed && time >= elapses { current = .zero }
        current = current == .zero ? first : current + current
        elapses = time + current
        isUsed = false
    }

    /// - Returns: When the task may begin.
    mutating func taskCreated() -> Instant {
        isUsed = true
        return elapses
    }
}

extension Phone {
    /// Discretionary transfers wait for Wi-Fi and a charger.
    var isForTransfersAtDiscretion: Bool { isOnWiFi && isCharging }
}
