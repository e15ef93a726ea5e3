import EventKernel
import Quantities

/// An app that keeps a connection to its server open through NATs and middleboxes: VoIP, messages,
/// mail.
///
/// The system calls its handler at the latest at the interval, and earlier when other work wakes
/// the phone within the last part of it. The handler sends a message, or, where the connection was
/// lost in between, makes a new one. A call that comes while the connection is dead is missed, a
/// message waits until there is a new one.
struct KeepAlivePolicy: Policy {
    enum Number {
        static let handlerDue: Int32 = 0
        static let handlerRuns: Int32 = 1
        static let rings: Int32 = 2
        static let handlerLimit: Int32 = 3
        /// Its code runs, and is to make a connection.
        static let connects: Int32 = 4
        static let attempt: Int32 = 5
        static let retry: Int32 = 6
        static let serverSends: Int32 = 7
        static let serverCloses: Int32 = 8
        static let answered: Int32 = 9
        static let packet: Int32 = 10
        static let talkEnds: Int32 = 11
    }

    enum Ended {
        static let message: Int32 = 0
        static let reconnect: Int32 = 1
        static let call: Int32 = 2
        static let delivery: Int32 = 3
        static let serverMessage: Int32 = 4
        static let closing: Int32 = 5
        /// Beside another: of a handler that is watched.
        static let watched: Int32 = 16
        /// Above these bits stands which transfer it was.
        static let bits: Int32 = 5
    }

    let options: KeepAliveOptions
    var life: AppLife

    // The handler.
    var due: Instant = .never
    var dueEvent: EventKey?
    /// How long before it is due the handler may be called, as a share of the interval.
    var windowShare = 0.0
    var window = TimeSpan.zero
    var handlerCount = 0
    var handlerRuns: EventKey?
    /// The end of a handler that may take too long; `nil`: none does.
    var handlerLimit: EventKey?
    var search: IntervalSearch?

    // The connection.
    var connection = Connection()
    /// The transfers on their way, and the connection that each was sent over. Mostly they end in
    /// order; those of two radios need not.
    private var sent = Backlog<(id: Int32, connection: Int)>()
    private var sentCount: Int32 = 0
    var reconnectCount = 0
    var reconnecting = Reconnecting()
    /// After this long without a packet the server closes the connection; `nil`: never.
    private var serverTimeout: TimeSpan?
    var closing = ServerClosing()
    var serverTick: EventKey?

    var calls = CallDesk()
    var mail = MessageDesk()

    init(_ options: KeepAliveOptions) {
        self.options = options
        life = AppLife(
            options.extras.memory.map { AppLifeOptions(memory: $0) } ?? AppLifeOptions())
    }

    mutating func begin(on phone: inout Phone, in world: inout World) {
        windowShare = max(
            phone.system.keepAlive.earliness.magnitude,
            options.extras.piggyBack?.window.magnitude ?? 0)
        search = options.extras.search.map {
            IntervalSearch(
                $0, start: options.interval, least: phone.system.keepAlive.minimumInterval)
        }
        serverTimeout = world.profile.network.serverIdleTimeout
        planHandler(after: phone.now, on: &phone)
        refresh(idleTimeout: idleTimeout(in: world), on: &phone)
        planServerMessage(on: &phone)
    }

    mutating func receive(_ notice: Notice, on phone: inout Phone, in world: inout World) {
        switch notice {
        case .planned(let number): come(number, on: &phone)
        case .otherWork: callHandlerEarly(on: &phone)
        case .transferEnded(let what):
            // A whole world that is lent would be moved there and back.
            let timeout =
                options.extras.transport == .tcp
                ? world.natIdleTimeout : world.natIdleTimeoutUDP
            transferEnded(what, idleTimeout: timeout, on: &phone)
        case .networkChanged: changeNetwork(on: &phone)
        case .incomingCall:
            call(world.answer(toCall: calls.offered + 1), on: &phone)
        case .phoneCallBegan: hold(on: &phone)
        case .phoneCallEnded: takeUp(on: &phone)
        case .message(let item): take(item, on: &phone)
        case .user, .phone:
            // A phone that was off has not been told.
            reconnecting.isReachable = world.isReachable
            live(through: notice, on: &phone)
        case .cellChanged, .located, .satellites, .outbox: break
        }
    }

    private mutating func come(_ number: Int32, on phone: inout Phone) {
        switch number {
        case Number.handlerDue: callHandler(on: &phone)
        case Number.handlerRuns: sendMessage(on: &phone)
        case Number.rings: ring(on: &phone)
        case Number.handlerLimit: overrun(on: &phone)
        case Number.connects: connect(inHandler: false, on: &phone)
        case Number.attempt: continueAttempt(on: &phone)
        case Number.retry: tryAgain(on: &phone)
        case Number.serverSends: serverSends(on: &phone)
        case Number.serverCloses: serverCloses(on: &phone)
        case Number.answered: beginTalk(on: &phone)
        case Number.packet: sendPacket(on: &phone)
        default: endTalk(hangsUp: true, on: &phone)
        }
    }

    // MARK: The connection

    private func idleTimeout(in world: borrowing World) -> TimeSpan? {
        options.extras.transport == .tcp ? world.natIdleTimeout : world.natIdleTimeoutUDP
    }

    /// - Returns: which transfer it is.
    @discardableResult
    mutating func send(_ transfer: Transfer, on phone: inout Phone) -> Int32 {
        // As many as a policy's numbers have room for.
        sentCount = (sentCount + 1) & 0x1FFFF
        sent.append((sentCount, connection.number))
        var numbered = transfer
        numbered.notice = transfer.notice.map { $0 | sentCount << Ended.bits }
        phone.transfer(numbered)
        return sentCount
    }

    /// A transfer keeps the connection that it was sent over, unless that has died meanwhile.
    private mutating func transferEnded(
        _ notice: Int32, idleTimeout: TimeSpan?, on phone: inout Phone
    ) {
        let id = notice >> Ended.bits
        let what = notice & (Ended.watched - 1)
        if notice & Ended.watched != 0 { endWatch(on: &phone) }
        guard let index = sent.firstIndex(where: { $0.id == id }) else { return }
        let number = sent.remove(at: index).connection
        let isSame = number == connection.number
        let isNew = what == Ended.reconnect
        if isSame && (isNew || connection.isAlive(at: phone.now)) {
            refresh(idleTimeout: idleTimeout, on: &phone)
        }
        switch what {
        case Ended.reconnect: reconnectEnded(number, on: &phone)
        case Ended.call: callArrives(id, survived: isSame, on: &phone)
        case Ended.delivery: deliveryEnded(id, survived: isSame, on: &phone)
        case Ended.serverMessage: serverMessageEnded(on: &phone)
        case Ended.closing: closed(on: &phone)
        default: break
        }
    }

    /// Something has passed over the connection, or it has been made.
    private mutating func refresh(idleTimeout: TimeSpan?, on phone: inout Phone) {
        var timeout = idleTimeout
        if let serverTimeout {
            let isServer = serverTimeout <= idleTimeout ?? .longest
            timeout = isServer ? serverTimeout : idleTimeout
            closing.isServer = isServer
        }
        connection.refresh(at: phone.now, idleTimeout: timeout)
        if closing.isServer && closing.event == nil { planClosing(on: &phone) }
        if options.extras.piggyBack != nil && due != .never { restartTimer(on: &phone) }
    }

    func cause(_ activity: Int, _ serial: Int) -> Cause {
        Cause(activity: LedgerPlan.firstPolicyActivity + activity, serial: serial)
    }

    // MARK: Result

    func report(into metrics: inout MetricValues, from world: borrowing World, at horizon: Instant)
    {
        let dead = connection.timeDead(until: horizon)
        metrics[.keepAlives] = Double(handlerCount)
        metrics[.connectionLosses] = Double(reconnectCount)
        metrics[.unreachableShare] = 100 * (dead.seconds / (horizon - .start).seconds)
        metrics.durations[.unreachableTime] = connection.deadTimes(until: horizon)
        calls.report(into: &metrics, options, at: horizon)
        if options.extras.delivery != nil { mail.report(into: &metrics) }
        if life.endCount > 0 || world.endsApps { life.report(into: &metrics) }
    }
}
