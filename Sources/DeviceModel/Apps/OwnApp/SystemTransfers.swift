import EventKernel
import Quantities

/// What an app has handed over to the system, which carries it whatever becomes of the app
/// (SR-047).
///
/// What the app hands over in the background waits for a delay that doubles with each time that the
/// system wakes the app for what is carried (IO-032). A forced quit cancels what is not carried.
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
    }

    mutating func begin(on phone: borrowing Phone) {
        delay = RelaunchDelay(
            first: phone.system.backgroundTransfer?.firstRelaunchDelay ?? .zero)
    }

    /// The app hands something over.
    mutating func handOver(
        _ transfer: RuleCode.TransferCode, cause: Cause, inFront: Bool, on phone: inout Phone
    ) {
        if !inFront { mayBeginAt = delay.taskCreated() }
        tasks.append(Task(transfer: transfer, cause: cause))
        send(on: &phone)
    }

    /// The user has opened the app: nothing waits any more.
    mutating func opened(on phone: inout Phone) {
        delay.reset()
        mayBeginAt = phone.now
        phone.cancel(begins)
        begins = nil
        send(on: &phone)
    }

    /// Carries the next thing, if there is one and it may be carried now.
    mutating func send(on phone: inout Phone) {
        guard let task = tasks.first, !carrier.isUnderWay || carrier.isPaused,
            isItsTime(task, on: phone)
        else { return }
        if carrier.isPaused { return carrier.resume(on: &phone) }
        guard phone.now >= mayBeginAt else {
            if begins == nil { begins = phone.plan(RuleTicket.systemBegins, at: mayBeginAt) }
            return
        }
        let shape = TransferShape(
            roundTrips: Int(task.transfer.roundTrips), uplink: .zero, downlink: .zero)
        carrier.begin(
            shape, uplink: task.transfer.uplink, downlink: task.transfer.downlink,
            cause: task.cause, on: &phone)
    }

    private func isItsTime(_ task: Task, on phone: borrowing Phone) -> Bool {
        isReachable && (!task.transfer.isDiscretionary || phone.isForTransfersAtDiscretion)
    }

    /// Servers can be reached from now on, or not any more: then the piece on the air is carried
    /// again when they can.
    ///
    /// - Returns: the bytes of that piece that were carried, and for what; `nil`: there is none.
    mutating func reach(
        _ isReachable: Bool, on phone: inout Phone
    ) -> (cause: Cause, wasted: Int64)? {
        let (cause, before) = (tasks.first?.cause, carrier.wasted)
        self.isReachable = isReachable
        if isReachable { send(on: &phone) } else { carrier.fail(on: &phone) }
        return cause.map { ($0, carrier.wasted - before) }
    }

    /// A piece has been carried.
    ///
    /// - Parameter inFront: whether the user has the app in front, so that nothing wakes it.
    /// - Returns: whether that was the last of all, so that the app is told.
    mutating func pieceEnded(inFront: Bool, on phone: inout Phone) -> Bool {
        let goesOn = tasks.first.map { isItsTime($0, on: phone) } ?? true
        guard carrier.pieceEnded(on: &phone, goesOn: goesOn) else { return false }
        _ = tasks.removeFirst()
        guard tasks.isEmpty else {
            send(on: &phone)
            return false
        }
        if !inFront { delay.relaunched(at: phone.now) }
        return true
    }

    /// The user has forced the app to quit: what is not carried is cancelled.
    ///
    /// - Returns: the bytes that were carried for nothing, and for what; `nil`: none were.
    mutating func cancel(on phone: inout Phone) -> (cause: Cause, wasted: Int64)? {
        let (cause, before) = (tasks.first?.cause, carrier.wasted)
        carrier.breakOff(on: &phone)
        phone.cancel(begins)
        begins = nil
        tasks.removeAll()
        return cause.map { ($0, carrier.wasted - before) }
    }
}

extension OwnAppPolicy {
    /// What was carried for nothing is the rule's that handed it over.
    mutating func cancelTransfers(on phone: inout Phone) { waste(system.cancel(on: &phone)) }

    /// Servers can be reached from now on, or not any more.
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
