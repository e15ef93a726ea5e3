import EventKernel
import Quantities

/// A paper whose issues the system downloads (SR-048).
///
/// A message that there is a new issue launches the app, at most once in the system's interval. The
/// app begins a download, which the system carries on, and is woken when it ends.
struct NewsstandPolicy: Policy {
    static let activities = ["download", "app"]

    private enum Number {
        static let pushDue: Int32 = 0
        static let begins: Int32 = 1
        static let suspends: Int32 = 2
        static let pushCame: Int32 = 3
        static let piece: Int32 = 4
    }

    private let options: NewsstandOptions
    private var life: AppLife
    private var carrier: PiecewiseTransfer
    private var waiting = Waiting()
    private var coming = Waiting()
    private var delivered = Arrived()
    /// No push before this.
    private var nextPush: Instant = .start
    private var isPushPlanned = false
    private var serial = 0

    init(_ options: NewsstandOptions) {
        self.options = options
        life = AppLife(
            AppLifeOptions(cause: Cause(activity: LedgerPlan.firstPolicyActivity + 1)))
        carrier = PiecewiseTransfer(piece: options.piece, notice: Number.piece)
    }

    mutating func begin(on phone: inout Phone, in world: inout World) { life.begin(on: phone) }

    mutating func receive(_ notice: Notice, on phone: inout Phone, in world: inout World) {
        switch life.receive(notice, on: &phone) {
        case .opened: download(on: &phone)
        case .left: life.suspend()
        case .ended(.forceQuit): cancel(on: &phone)
        case .ended, nil: break
        }
        switch notice {
        case .message(let item):
            waiting.add(item, at: phone.now)
            push(on: &phone)
        case .planned(Number.pushDue):
            isPushPlanned = false
            push(on: &phone)
        case .planned(Number.begins): if life.runs { download(on: &phone) }
        case .planned(Number.suspends): life.suspend()
        case .transferEnded(Number.pushCame): launch(on: &phone)
        case .transferEnded(Number.piece): pieceEnded(on: &phone)
        case .planned, .transferEnded, .otherWork, .networkChanged, .incomingCall,
            .phoneCallBegan, .phoneCallEnded, .cellChanged, .located, .satellites, .user, .phone,
            .outbox:
            break
        }
    }

    private func cause(_ activity: Int) -> Cause {
        Cause(activity: LedgerPlan.firstPolicyActivity + activity, serial: serial)
    }

    /// The server says that there is an issue, as soon as it may.
    private mutating func push(on phone: inout Phone) {
        guard !waiting.isEmpty, !isPushPlanned else { return }
        guard phone.now >= nextPush else {
            isPushPlanned = true
            _ = phone.plan(Number.pushDue, at: nextPush)
            return
        }
        nextPush = phone.now + (phone.system.newsstand?.minimumInterval ?? .zero)
        serial += 1
        phone.transfer(options.push.pushed(serial: serial, notice: Number.pushCame))
    }

    private mutating func launch(on phone: inout Phone) {
        guard
            let start = life.wake(
                for: .newsstand, span: options.work, cause: cause(1), on: &phone)
        else { return }
        _ = phone.plan(Number.begins, at: start)
        _ = phone.plan(Number.suspends, at: start + options.work)
    }

    private mutating func download(on phone: inout Phone) {
        guard !carrier.isUnderWay, !waiting.isEmpty else { return }
        coming = waiting.take()
        carrier.begin(options.request, downlink: coming.bytes, cause: cause(0), on: &phone)
    }

    private mutating func pieceEnded(on phone: inout Phone) {
        guard carrier.pieceEnded(on: &phone) else { return }
        delivered.add(coming.take(), at: phone.now)
        guard !life.isInFront,
            let start = life.wake(
                for: .newsstand, span: options.work, cause: cause(1), on: &phone)
        else { return }
        _ = phone.plan(Number.suspends, at: start + options.work)
    }

    private mutating func cancel(on phone: inout Phone) {
        carrier.breakOff(on: &phone)
        waiting.putBack(coming.take())
    }

    func report(into metrics: inout MetricValues, from world: borrowing World, at horizon: Instant)
    {
        metrics[.messagesDelivered] = Double(delivered.count)
        metrics[.messageDelay] = delivered.meanDelay
        metrics.durations[.messageDelay] = delivered.delays(open: waiting.count + coming.count)
        metrics[.bytesWasted] = Double(carrier.wasted)
        life.report(into: &metrics)
    }
}
