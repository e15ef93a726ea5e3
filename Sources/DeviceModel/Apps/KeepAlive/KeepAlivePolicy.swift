/// An app that keeps a connection to its server open through NATs and middleboxes: VoIP, messages,
/// mail.
///
/// The system calls its handler at the interval, or earlier if other work wakes the phone near its
/// end. The handler sends a message, or reconnects. While the connection is dead, calls are missed
/// and messages wait.
struct KeepAlivePolicy: AppPolicy {
    enum Step: UInt8, AppStep {
        case handlerDue, handlerRuns, rings, handlerLimit, connects, attempt, retry, serverSends,
            serverCloses, answered, packet, talkEnds
    }

    enum Awaited: UInt8, AppStep { case message, reconnect, call, delivery, serverMessage, closing }

    /// A transfer on its way, and its connection.
    private struct Sent: Sendable {
        var id: Int32
        var connection: Int32
        /// Whether it belongs to a watched handler.
        var isWatched: Bool
    }

    let options: KeepAliveOptions
    var life = AppLife()

    // The handler.
    var due: Instant = .never
    var dueEvent: EventKey?
    /// How early the handler may be called, as a share of the interval.
    var windowShare = 0.0
    var window = TimeSpan.zero
    var handlerCount = 0
    var handlerRuns: EventKey?
    /// The limit of a watched handler; `nil` if none is watched.
    var handlerLimit: EventKey?
    var search: IntervalSearch?

    // The connection.
    var connection = Connection()
    /// They mostly end in order; those of two radios need not.
    private var sent = Backlog<Sent>()
    private var sentCount: Int32 = 0
    var reconnectCount = 0
    var reconnecting = Reconnecting()
    /// The silence after which the server closes the connection; `nil`: never.
    private var serverTimeout: TimeSpan?
    var closing = ServerClosing()
    var serverTick: EventKey?

    var calls = IncomingCalls()
    var mail = MessageDelivery()

    init(_ options: KeepAliveOptions) { self.options = options }

    mutating func begin(on phone: inout Phone, in world: inout World) {
        life.begin(on: &phone)
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
        case .own(.planned(let ticket)): come(Step(ticket), on: &phone)
        case .phone(.otherWork): callHandlerEarly(on: &phone)
        case .own(.transferEnded(let ticket)):
            // Lending the whole world would move it there and back.
            let timeout =
                options.extras.transport == .tcp
                ? world.natIdleTimeout : world.natIdleTimeoutUDP
            transferEnded(ticket, idleTimeout: timeout, on: &phone)
        case .network(.changed): changeNetwork(on: &phone)
        case .network(.incomingCall): call(world.answer(toCall: calls.offered + 1), on: &phone)
        case .phone(.callBegan): hold(on: &phone)
        case .phone(.callEnded): takeUp(on: &phone)
        case .network(.message(let item)): take(item, on: &phone)
        case .user(.makes), .location: break
        case .user, .phone, .network(.reachable):
            // A phone that was off has not been told.
            reconnecting.isReachable = world.isReachable
            live(through: notice, on: &phone)
        }
    }

    private mutating func come(_ step: Step, on phone: inout Phone) {
        switch step {
        case .handlerDue: callHandler(on: &phone)
        case .handlerRuns: sendMessage(on: &phone)
        case .rings: ring(on: &phone)
        case .handlerLimit: overrun(on: &phone)
        case .connects: connect(inHandler: false, on: &phone)
        case .attempt: continueAttempt(on: &phone)
        case .retry: tryAgain(on: &phone)
        case .serverSends: serverSends(on: &phone)
        case .serverCloses: serverCloses(on: &phone)
        case .answered: beginTalk(on: &phone)
        case .packet: sendPacket(on: &phone)
        case .talkEnds: endTalk(hangsUp: true, on: &phone)
        }
    }

    // MARK: The connection

    private func idleTimeout(in world: borrowing World) -> TimeSpan? {
        options.extras.transport == .tcp ? world.natIdleTimeout : world.natIdleTimeoutUDP
    }

    /// - Parameters:
    ///   - transfer: Its ticket names the step that awaits it.
    ///   - isWatched: Whether it belongs to a watched handler.
    /// - Returns: The transfer's number.
    @discardableResult
    mutating func send(
        _ transfer: Transfer, isWatched: Bool = false, on phone: inout Phone
    ) -> Int32 {
        sentCount &+= 1
        sent.append(Sent(id: sentCount, connection: connection.number, isWatched: isWatched))
        var numbered = transfer
        numbered.ticket = transfer.ticket.map { Ticket(kind: $0.kind, index: sentCount) }
        phone.transfer(numbered)
        return sentCount
    }

    /// Keeps the connection that the transfer used, unless it has died meanwhile.
    private mutating func transferEnded(
        _ ticket: Ticket, idleTimeout: TimeSpan?, on phone: inout Phone
    ) {
        let id = ticket.index
        guard let index = sent.firstIndex(where: { $0.id == id }) else { return }
        let transfer = sent.remove(at: index)
        if transfer.isWatched { endWatch(on: &phone) }
        let number = transfer.connection
        let isSame = number == connection.number
        let isNew = ticket == Awaited.reconnect
        if isSame && (isNew || connection.isAlive(at: phone.now)) {
            refresh(idleTimeout: idleTimeout, on: &phone)
        }
        switch Awaited(ticket) {
        case .reconnect: reconnectEnded(number, on: &phone)
        case .call: callArrives(id, survived: isSame, on: &phone)
        case .delivery: deliveryEnded(id, survived: isSame, on: &phone)
        case .serverMessage: serverMessageEnded(on: &phone)
        case .closing: closed(on: &phone)
        case .message: break
        }
    }

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

    // MARK: Result

    func report(into metrics: inout MetricValues, in world: borrowing World, at horizon: Instant) {
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
