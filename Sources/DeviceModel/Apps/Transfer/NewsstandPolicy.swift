/// A periodical whose issues the system downloads (SR-048).
///
/// A push announces an issue and launches the app, at most once per interval of the system. The app
/// begins a download, which the system carries on, and is woken when that ends.
struct NewsstandPolicy: AppPolicy {
    enum Activity: Int, NamedActivity { case download, app }
    private enum Step: UInt8, AppStep { case pushDue, begins, suspends, pushCame, piece }

    private let options: NewsstandOptions
    private(set) var life: AppLife
    private var carrier: PiecewiseTransfer
    private var waiting = Waiting()
    private var coming = Waiting()
    private var delivered = Arrived()
    private var nextPush: Instant = .start
    private var isPushPlanned = false
    private var serial = 0

    init(_ options: NewsstandOptions) {
        self.options = options
        life = AppLife(cause: Activity.app.cause())
        carrier = PiecewiseTransfer(piece: options.piece, step: Step.piece)
    }

    mutating func begin(on phone: inout Phone, in world: inout World) { life.begin(on: &phone) }

    mutating func receive(_ notice: Notice, on phone: inout Phone, in world: inout World) {
        switch life.receive(notice, on: &phone) {
        case .opened: download(on: &phone)
        case .left: life.suspend(on: &phone)
        case .ended(.forceQuit): cancel(on: &phone)
        case .ended, nil: break
        }
        switch notice {
        case .network(.message(let item)):
            waiting.add(item, at: phone.now)
            push(on: &phone)
        case .own(.planned(let step)) where step == Step.pushDue:
            isPushPlanned = false
            push(on: &phone)
        case .own(.planned(let step)) where step == Step.begins:
            if life.runs { download(on: &phone) }
        case .own(.planned(let step)) where step == Step.suspends: life.suspend(on: &phone)
        case .own(.transferEnded(let step)) where step == Step.pushCame: launch(on: &phone)
        case .own(.transferEnded(let step)) where step == Step.piece: pieceEnded(on: &phone)
        case .own, .user, .phone, .network, .location: break
        }
    }

    private mutating func push(on phone: inout Phone) {
        guard !waiting.isEmpty, !isPushPlanned else { return }
        guard phone.now >= nextPush else {
            isPushPlanned = true
            _ = phone.plan(Step.pushDue, at: nextPush)
            return
        }
        nextPush = phone.now + (phone.system.newsstand?.minimumInterval ?? .zero)
        serial += 1
        phone.push(options.push.pushed(Activity.app.cause(serial), step: Step.pushCame))
    }

    private mutating func launch(on phone: inout Phone) {
        guard
            let start = life.wake(
                for: .newsstand, span: options.work, cause: Activity.app.cause(serial), on: &phone)
        else { return }
        _ = phone.plan(Step.begins, at: start)
        _ = phone.plan(Step.suspends, at: life.work.end)
    }

    private mutating func download(on phone: inout Phone) {
        guard !carrier.isUnderWay, !waiting.isEmpty else { return }
        coming = waiting.take()
        carrier.begin(
            options.request, downlink: coming.bytes, cause: Activity.download.cause(serial),
            on: &phone)
    }

    private mutating func pieceEnded(on phone: inout Phone) {
        guard carrier.pieceEnded(on: &phone) else { return }
        delivered.add(coming.take(), at: phone.now)
        let cause = Activity.app.cause(serial)
        guard !life.isInFront,
            life.wake(for: .newsstand, span: options.work, cause: cause, on: &phone) != nil
        else { return }
        _ = phone.plan(Step.suspends, at: life.work.end)
    }

    private mutating func cancel(on phone: inout Phone) {
        carrier.breakOff(on: &phone)
        waiting.putBack(coming.take())
    }

    func report(into metrics: inout MetricValues, in world: borrowing World, at horizon: Instant) {
        metrics[.messagesDelivered] = Double(delivered.count)
        metrics[.messageDelay] = delivered.meanDelay
        metrics.durations[.messageDelay] = delivered.delays(open: waiting.count + coming.count)
        metrics[.bytesWasted] = Double(carrier.wasted)
        life.report(into: &metrics)
    }
}
