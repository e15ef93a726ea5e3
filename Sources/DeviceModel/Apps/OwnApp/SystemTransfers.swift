import Kernel

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
        /// What of the outbox it carries, one thing or none.
        var thing: Waiting
    }

    /// Things of the outbox that are not carried.
    var thingCount: Int { tasks.reduce(0) { $0 + $1.thing.count } }

    mutating func begin(on phone: borrowing Phone) {
        delay = RelaunchDelay(
            first: phone.system.backgroundTransfer?.firstRelaunchDelay ?? .zero)
    }

    /// The app hands something over.
    ///
    /// - Parameter thing: of the outbox, that it carries.
    mutating func handOver(
        _ transfer: RuleCode.TransferCode, _ thing: Waiting = Waiting(), cause: Cause,
        inFront: Bool, on phone: inout Phone
    ) {
        if !inFront { mayBeginAt = delay.taskCreated() }
        tasks.append(Task(transfer: transfer, cause: cause, thing: thing))
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

    /// Servers can be reached from now on, or not any more: then the piece on the air is carried
    /// again when they can.
    ///
    /// - Returns: the bytes of that piece that were carried, and for what; `nil`: there is none.
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

    /// The phone is in another network: the piece on the air is carried again there.
    ///
    /// - Returns: as of servers that cannot be reached.
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
    ///   - inFront: whether the user has the app in front, so that nothing wakes it.
    ///   - sent: takes what of the outbox is carried by that.
    /// - Returns: whether that was the last of all, so that the app is told.
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

    /// The user has forced the app to quit: what is not carried is cancelled.
    ///
    /// - Parameter held: the outbox, where its things lie again.
    /// - Returns: the bytes that were carried for nothing, and for what; `nil`: none were.
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
    /// An errand hands something over, or each thing that lies in the outbox.
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

    /// What was carried for nothing is the rule's that handed it over.
    mutating func cancelTransfers(on phone: inout Phone) {
        waste(system.cancel(into: &held, on: &phone))
    }

    mutating func changeNetworkOfTransfers(on phone: inout Phone) {
        waste(system.changeNetwork(on: &phone))
    }

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

/// How long tasks wait that an app creates in the background (IO-032).
struct RelaunchDelay: Sendable {
    private let first: TimeSpan
    /// Since the last wake-up; zero while there was none since the app was in front.
    private(set) var current = TimeSpan.zero
    private var elapses: Instant = .start
    private var isUsed = false

    /// - Parameter first: after the first wake-up.
    init(first: TimeSpan) { self.first = first }

    /// The app has come to the front.
    mutating func reset() { (current, elapses, isUsed) = (.zero, .start, false) }

    /// The system has woken the app.
    mutating func relaunched(at time: Instant) {
        if !isUsed && time >= elapses { current = .zero }
        current = current == .zero ? first : current + current
        elapses = time + current
        isUsed = false
    }

    /// The app creates a task in the background.
    ///
    /// - Returns: when it may begin.
    mutating func taskCreated() -> Instant {
        isUsed = true
        return elapses
    }
}

extension Phone {
    /// Whether the system carries transfers now whose time it may choose: on Wi-Fi, and with power.
    var isForTransfersAtDiscretion: Bool { isOnWiFi && isCharging }
}
