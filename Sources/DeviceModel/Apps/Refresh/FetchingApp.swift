import EventKernel
import Quantities

/// An app that gets what has come to its server: the part that all ways of refreshing share.
///
/// Opened, it asks its server at once. What it began it may finish in the background, for as long
/// as the system lets it: then it is ended, and what it had got by then is lost (IO-018, IO-019).
struct FetchingApp: Sendable {
    /// Its own, and those of the policies that it is a part of.
    enum Step: UInt8, AppStep {
        case codeRuns
        case limit
        case content
        /// A poll, a fetch or a message that was held back is due.
        case due
        /// A message of the server's has come over the system's connection.
        case came
    }

    enum Activity: Int, NamedActivity {
        case refresh, push
    }

    /// What has become of a notice.
    enum News: Hashable, Sendable {
        case opened
        case left
        case ended
        /// It has asked and got so many; `took`: since its code ran.
        case fetched(count: Int, took: TimeSpan)
        /// It was ended in the middle of a fetch.
        case cutOff(took: TimeSpan)
    }

    private let options: RefreshOptions
    private(set) var life: AppLife
    /// At the server, not asked for.
    private(set) var waiting = Waiting()
    /// Being got.
    private var coming = Waiting()
    private var delivered = Arrived()
    private var carrier: PiecewiseTransfer
    /// What the last request left open.
    private var connection = Connection()
    /// On which connection it asks.
    private var asked: Int32 = 0
    private var idleTimeout: TimeSpan?
    private var code: EventKey?
    private var limit: EventKey?
    /// When ``limit`` comes.
    private var limitTime: Instant = .start
    /// Until when the app may run on an event that came while it was busy.
    private var nextLimit: Instant?
    private var ranFrom: Instant = .start
    /// There was a reason to ask while it was asking.
    private var asksAgain = false
    private var fetchCount = 0
    private var alertCount = 0

    /// Whether its user learns of a message before its content is there.
    private let isToldByPush: Bool

    init(_ options: RefreshOptions) {
        self.options = options
        isToldByPush = if case .push = options.way { true } else { false }
        life = AppLife()
        carrier = PiecewiseTransfer(piece: options.piece, step: Step.content)
    }

    mutating func begin(on phone: inout Phone, in world: borrowing World) {
        life.begin(on: &phone)
        connection.end(at: phone.now)
        meet(world)
    }

    /// After a silence of the network's or the server's the connection is gone.
    private mutating func meet(_ world: borrowing World) {
        let timeouts = [world.natIdleTimeout, world.profile.network.serverIdleTimeout]
        idleTimeout = timeouts.compactMap { $0 }.min()
    }

    /// Something has come to the server.
    mutating func add(_ item: Item, at time: Instant) { waiting.add(item, at: time) }

    /// Lives through a notice; to be called first for each.
    mutating func receive(
        _ notice: Notice, on phone: inout Phone, in world: borrowing World
    ) -> News? {
        switch notice {
        case .network(.changed), .network(.reachable):
            connection.end(at: phone.now)
            meet(world)
            return nil
        case .own(.planned(let step)) where step == Step.codeRuns:
            code = nil
            fetch(on: &phone)
            return nil
        case .own(.planned(let step)) where step == Step.limit: return cutOff(on: &phone)
        case .own(.transferEnded(let step)) where step == Step.content:
            return pieceEnded(on: &phone)
        case .own, .user, .phone, .network, .location: break
        }
        switch life.receive(notice, on: &phone) {
        case .opened(let launched):
            opened(launched: launched, on: &phone)
            return .opened
        case .left:
            left(on: &phone)
            return .left
        case .ended:
            abandon(on: &phone)
            return .ended
        case nil: return nil
        }
    }

    // MARK: Running

    private var isBusy: Bool { carrier.isUnderWay || code != nil }

    private mutating func opened(launched: Bool, on phone: inout Phone) {
        lift(on: &phone)
        guard !isBusy else { return }
        let start = phone.wake(for: .zero, cause: cause(fetchCount + 1))
        run(at: launched ? start + phone.launchTime : start, on: &phone)
    }

    private mutating func left(on phone: inout Phone) {
        guard isBusy else { return suspend(on: phone) }
        setLimit(phone.now + phone.system.taskCompletion.limit, on: &phone)
    }

    /// The system wakes the app to ask its server.
    ///
    /// - Parameters:
    ///   - mode: of the app.
    ///   - span: how long it may run.
    /// - Returns: whether it is awake.
    mutating func wake(for mode: WakeMode, limit span: TimeSpan, on phone: inout Phone) -> Bool {
        let (wasInFront, wasBusy) = (life.isInFront, isBusy)
        guard
            let start = life.wake(
                for: mode, span: .zero, cause: cause(fetchCount + 1), on: &phone)
        else { return false }
        // What it is at already gets no more time by that.
        if wasBusy { nextLimit = start + span }
        if !wasInFront && !wasBusy { setLimit(start + span, on: &phone) }
        ask(at: start, on: &phone)
        return true
    }

    /// The app asks its server, unless it does so already: then once more.
    ///
    /// - Parameter start: when its code runs.
    mutating func ask(at start: Instant, on phone: inout Phone) {
        if isBusy { asksAgain = true } else { run(at: start, on: &phone) }
    }

    /// The app's own timer, which the system lets it have.
    mutating func wakeByTimer(on phone: inout Phone) {
        guard !isBusy,
            let start = life.wakeByTimer(cause: cause(fetchCount + 1), on: &phone)
        else { return }
        if !life.isInFront {
            setLimit(start + phone.system.taskCompletion.limit, on: &phone)
        }
        run(at: start, on: &phone)
    }

    /// A message has come over the system's connection, which the system shows, or the app.
    ///
    /// - Parameter serial: which message.
    /// - Returns: whether it is shown.
    mutating func handlePush(serial: Int, on phone: inout Phone) -> Bool {
        guard phone.system.push?.runsApp ?? false, !life.isInFront else { return true }
        let cause = Activity.push.cause(serial)
        guard life.wakeByPush(span: options.work, cause: cause, on: &phone) != nil else {
            return false
        }
        if !isBusy { suspend(on: phone) }
        return true
    }

    /// The app has nothing left to do. The system may tear down what it has open (SR-007).
    private mutating func suspend(on phone: borrowing Phone) {
        life.suspend()
        if !life.runs, phone.system.lifeCycle.tearsDownSockets { connection.end(at: phone.now) }
    }

    private mutating func run(at start: Instant, on phone: inout Phone) {
        if start == phone.now { return fetch(on: &phone) }
        code = phone.plan(Step.codeRuns, at: start)
    }

    private mutating func setLimit(_ time: Instant, on phone: inout Phone) {
        phone.cancel(limit)
        limit = phone.plan(Step.limit, at: time)
        (limitTime, nextLimit) = (time, nil)
    }

    /// It may run as long as it likes, or has nothing left to do.
    private mutating func lift(on phone: inout Phone) {
        phone.cancel(limit)
        (limit, nextLimit) = (nil, nil)
    }

    // MARK: Asking

    private mutating func fetch(on phone: inout Phone) {
        fetchCount += 1
        asksAgain = false
        ranFrom = phone.now
        coming = waiting.take()
        life.work(options.work, cause: cause(fetchCount), on: &phone)
        var request = options.request
        asked = connection.number
        if options.connecting > 0, connection.isAlive(at: phone.now) {
            request.roundTrips -= options.connecting
        }
        carrier.begin(
            request, downlink: coming.bytes, cause: cause(fetchCount), on: &phone)
    }

    private mutating func pieceEnded(on phone: inout Phone) -> News? {
        guard carrier.pieceEnded(on: &phone) else { return nil }
        if asked == connection.number {
            connection.refresh(at: phone.now, idleTimeout: idleTimeout)
        }
        let count = coming.count
        let things = coming.take()
        if !isToldByPush {
            delivered.add(things, at: phone.now)
            if count > 0 { call(serial: fetchCount, on: &phone) }
        }
        let took = phone.now - ranFrom
        if asksAgain && !waiting.isEmpty {
            if limit != nil, let next = nextLimit, next > limitTime { setLimit(next, on: &phone) }
            fetch(on: &phone)
        } else {
            lift(on: &phone)
            suspend(on: phone)
        }
        return .fetched(count: count, took: took)
    }

    /// The app has run for as long as it may, and is ended.
    private mutating func cutOff(on phone: inout Phone) -> News? {
        limit = nil
        guard isBusy else { return nil }
        abandon(on: &phone)
        life.end(.crashed, on: &phone)
        return .cutOff(took: phone.now - ranFrom)
    }

    /// Whatever it was doing is lost.
    private mutating func abandon(on phone: inout Phone) {
        lift(on: &phone)
        phone.cancel(code)
        (code, asksAgain) = (nil, false)
        connection.end(at: phone.now)
        carrier.breakOff(on: &phone)
        waiting.putBack(coming.take())
    }

    // MARK: The user

    /// Calls the user, who does not look at the app just now.
    mutating func call(serial: Int, on phone: inout Phone) {
        guard options.alerts, !life.isInFront else { return }
        alertCount += 1
        phone.alert(cause: cause(serial))
    }

    /// The user has been told of things whose content is still at the server.
    mutating func told(_ things: Waiting, at time: Instant) { delivered.add(things, at: time) }

    private func cause(_ serial: Int) -> Cause {
        Activity.refresh.cause(serial)
    }

    /// - Parameter untold: how many the user has not been told of, where it is told of them before
    ///   their content is there; `nil`: it is not.
    func report(into metrics: inout MetricValues, untold: Int? = nil) {
        metrics[.messagesDelivered] = Double(delivered.count)
        metrics[.messageDelay] = delivered.meanDelay
        metrics.durations[.messageDelay] = delivered.delays(
            open: untold ?? waiting.count + coming.count)
        metrics[.alerts] = Double(alertCount)
        metrics[.bytesWasted] = Double(carrier.wasted)
        life.report(into: &metrics)
    }
}
