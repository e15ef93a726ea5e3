/// An app with delay-tolerant items to send: statistics events, backups.
///
/// It sends while it runs: in front, or always if a mode or the system's timers allow it. Other
/// items are kept, and sent by the same rule when it runs again.
struct TailEnderPolicy: Policy {
    enum Activity: Int, NamedActivity { case send }
    private enum Step: UInt8, AppStep { case due, codeRuns }

    private let options: TailEnderOptions
    private var scheduler: TailEnder
    private var held = Waiting()
    /// Uploads under way, in order; `nil` if cut off.
    private var coming = Backlog<Waiting?>()
    private var sent = Arrived()
    private var due: EventKey?
    private var isWaking = false
    private var sendCount = 0
    private var runsInBackground = false
    private var isInFront = false
    /// Whether its user or a restart ended it, and the user has not opened it since.
    private var isEnded = false

    init(_ options: TailEnderOptions) {
        self.options = options
        scheduler = TailEnder(tail: options.tail, share: options.share)
    }

    mutating func begin(on phone: inout Phone, in world: inout World) {
        runsInBackground = options.kept.runsInBackground(phone.system)
    }

    mutating func receive(_ notice: Notice, on phone: inout Phone, in world: inout World) {
        switch notice {
        case .user(.makes(let item)):
            held.add(item, at: phone.now)
            consider(isNew: true, on: &phone)
        case .phone(.otherWork): if options.joins && runs && !held.isEmpty { send(on: &phone) }
        case .own(.planned(let step)) where step == Step.codeRuns: transmit(on: &phone)
        case .own(.planned): deadlineCame(on: &phone)
        case .own(.transferEnded):
            if let items = coming.removeFirst() { sent.add(items, at: phone.now) }
        case .user(let action): user(action, on: &phone)
        case .phone(.restarted): end(on: &phone)
        case .phone, .network, .location: break
        }
    }

    private var runs: Bool { isInFront || (runsInBackground && !isEnded) }

    private mutating func user(_ action: UserAction, on phone: inout Phone) {
        switch action {
        case .opens:
            (isInFront, isEnded) = (true, false)
            consider(isNew: false, on: &phone)
        case .leaves:
            isInFront = false
            if !runs { stop(on: &phone) }
        case .forceQuits: end(on: &phone)
        case .makes, .sound: break
        }
    }

    private mutating func end(on phone: inout Phone) {
        (isInFront, isEnded) = (false, true)
        stop(on: &phone)
    }

    private mutating func stop(on phone: inout Phone) {
        phone.cancel(&due)
        takeBack(on: &phone)
    }

    private mutating func takeBack(on phone: inout Phone) {
        guard !coming.isEmpty else { return }
        for index in coming.indices.reversed() {
            if let items = coming[index] { held.putBack(items) }
            coming[index] = nil
        }
        phone.cutOffTransfers()
    }

    private mutating func consider(isNew: Bool, on phone: inout Phone) {
        // Items that arrive while the processor wakes go with the rest.
        guard runs, !held.isEmpty, due == nil, !isWaking else { return }
        if isNew && scheduler.sendsAtOnce(at: phone.now) {
            send(on: &phone)
        } else {
            planDeadline(on: &phone)
        }
    }

    private mutating func planDeadline(on phone: inout Phone) {
        guard let first = held.first else { return }
        due = phone.plan(Step.due, at: first + options.deadline)
    }

    private mutating func deadlineCame(on phone: inout Phone) {
        due = nil
        scheduler.deadlineCame(at: phone.now)
        send(on: &phone)
    }

    private mutating func send(on phone: inout Phone) {
        phone.cancel(&due)
        guard !isWaking else { return }
        let start = phone.wake(for: .zero, cause: cause(sendCount + 1))
        if start == phone.now { return transmit(on: &phone) }
        isWaking = true
        _ = phone.plan(Step.codeRuns, at: start)
    }

    private mutating func transmit(on phone: inout Phone) {
        isWaking = false
        // The app was left or ended before its code ran: items wait until it runs again.
        guard runs else { return }
        let items = held.take()
        guard !items.isEmpty else { return }
        sendCount += 1
        var transfer = options.request.transfer(cause: cause(sendCount), ticket: Ticket())
        transfer.uplink += items.bytes
        coming.append(items)
        phone.transfer(transfer)
    }

    private func cause(_ serial: Int) -> Cause { Activity.send.cause(serial) }
    var state: AppState? { nil }

    func report(into metrics: inout MetricValues, in world: borrowing World, at horizon: Instant) {
        metrics[.itemsSent] = Double(sent.count)
        metrics[.itemDelay] = sent.meanDelay
        metrics.durations[.itemDelay] = sent.delays(
            open: coming.reduce(held.count) { $0 + ($1?.count ?? 0) })
    }
}
