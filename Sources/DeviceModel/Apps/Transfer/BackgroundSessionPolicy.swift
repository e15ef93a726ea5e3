import EventKernel
import Quantities

/// An app whose items the system sends in a process of its own (SR-047).
///
/// The app hands them over when it runs: while it is in front, and for a moment when the system
/// wakes it because all that it had is sent. What it hands over in the background waits for a delay
/// that doubles with each such wake-up, and is gone when the user opens the app or when it elapses
/// with nothing waiting for it (IO-032, IO-033). A forced quit cancels what is not sent. What fails
/// with the network the system tries again by itself, from the last whole piece on.
struct BackgroundSessionPolicy: Policy {
    /// The first has the name of the direction.
    enum Activity: Int, NamedActivity {
        case transfer, app
    }

    private enum Step: UInt8, AppStep {
        case mayBegin
        case handsOver
        case suspends
        case piece
    }

    /// An item, and when it came.
    private struct Task {
        var item: Item
        var arrival: Instant
    }

    private let options: BackgroundSessionOptions
    private var life: AppLife
    private var carrier: PiecewiseTransfer
    /// In the app's hands, and in the system's; in order.
    private var own: [Task] = []
    private var tasks = Backlog<Task>()
    private var delay = RelaunchDelay(first: .zero)
    /// The system sends nothing before this.
    private var mayBeginAt: Instant = .start
    private var begins: EventKey?
    private var isReachable = true
    private var doneCount = 0
    private var lostCount = 0
    private var delays = Arrived()

    init(_ options: BackgroundSessionOptions) {
        self.options = options
        life = AppLife(cause: Activity.app.cause())
        carrier = PiecewiseTransfer(piece: options.piece, step: Step.piece)
    }

    mutating func begin(on phone: inout Phone, in world: inout World) {
        life.begin(on: &phone)
        delay = RelaunchDelay(
            first: phone.system.backgroundTransfer?.firstRelaunchDelay ?? .zero)
    }

    mutating func receive(_ notice: Notice, on phone: inout Phone, in world: inout World) {
        switch life.receive(notice, on: &phone) {
        case .opened(let launched): opened(launched: launched, on: &phone)
        case .left: life.suspend()
        case .ended, nil: break
        }
        switch notice {
        case .user(.makes(let item)):
            own.append(Task(item: item, arrival: phone.now))
            if life.runs { handOver(on: &phone) }
        case .user(.forceQuits): cancel(on: &phone)
        case .own(.planned(let step)) where step == Step.mayBegin:
            begins = nil
            send(on: &phone)
        case .own(.planned(let step)) where step == Step.handsOver:
            if life.runs { handOver(on: &phone) }
        case .own(.planned(let step)) where step == Step.suspends: life.suspend()
        case .own(.transferEnded(let step)) where step == Step.piece: pieceEnded(on: &phone)
        case .phone(.goesOff), .phone(.otherWork), .phone(.callBegan), .phone(.callEnded): break
        case .network(.reachable(let isReachable)):
            self.isReachable = isReachable
            if isReachable { send(on: &phone) } else { carrier.fail(on: &phone) }
        case .network(.changed):
            carrier.fail(on: &phone)
            send(on: &phone)
        case .phone: send(on: &phone)
        case .own, .user, .network, .location: break
        }
    }

    /// Nothing waits any more; the app's code hands over when it runs.
    private mutating func opened(launched: Bool, on phone: inout Phone) {
        delay.reset()
        mayBeginAt = phone.now
        phone.cancel(begins)
        begins = nil
        send(on: &phone)
        let start = phone.wake(for: .zero, cause: Activity.app.cause())
        handOver(at: launched ? start + phone.launchTime : start, on: &phone)
    }

    // MARK: The system

    private mutating func handOver(at start: Instant, on phone: inout Phone) {
        guard start > phone.now else { return handOver(on: &phone) }
        _ = phone.plan(Step.handsOver, at: start)
    }

    private mutating func handOver(on phone: inout Phone) {
        if own.isEmpty { return }
        if !life.isInFront { mayBeginAt = delay.taskCreated() }
        for task in own { tasks.append(task) }
        own.removeAll()
        send(on: &phone)
    }

    /// Sends the next item, if there is one and it may be sent now.
    private mutating func send(on phone: inout Phone) {
        guard let task = tasks.first, !carrier.isUnderWay || carrier.isPaused,
            isItsTime(on: phone)
        else { return }
        if carrier.isPaused { return carrier.resume(on: &phone) }
        guard phone.now >= mayBeginAt else {
            if begins == nil { begins = phone.plan(Step.mayBegin, at: mayBeginAt) }
            return
        }
        let bytes = task.item.bytes
        let isUpload = options.direction == .upload
        carrier.begin(
            options.request, uplink: isUpload ? bytes : 0, downlink: isUpload ? 0 : bytes,
            cause: Activity.transfer.cause(Int(task.item.number) + 1),
            on: &phone)
    }

    /// Whether the system carries the items just now, as far as it can and may choose.
    private func isItsTime(on phone: borrowing Phone) -> Bool {
        isReachable && (!options.isDiscretionary || phone.isForTransfersAtDiscretion)
    }

    private mutating func pieceEnded(on phone: inout Phone) {
        let goesOn = isItsTime(on: phone)
        guard carrier.pieceEnded(on: &phone, goesOn: goesOn) else { return }
        let task = tasks.removeFirst()
        doneCount += 1
        delays.add(from: task.arrival, to: phone.now)
        if tasks.isEmpty { allDone(on: &phone) } else { send(on: &phone) }
    }

    /// The system tells the app, which hands over what has come since.
    private mutating func allDone(on phone: inout Phone) {
        guard !life.isInFront else { return }
        let cause = Activity.app.cause(doneCount)
        guard
            let start = life.wake(
                for: .backgroundTransfer, span: options.work, cause: cause, on: &phone)
        else { return }
        delay.relaunched(at: phone.now)
        _ = phone.plan(Step.suspends, at: life.work.end)
        handOver(at: start, on: &phone)
    }

    /// The user has forced the app to quit: what the system has not sent, it does not send.
    private mutating func cancel(on phone: inout Phone) {
        lostCount += tasks.count
        carrier.breakOff(on: &phone)
        phone.cancel(begins)
        begins = nil
        own = Array(tasks) + own
        tasks.removeAll()
    }

    var state: AppState? { life.state }

    func report(into metrics: inout MetricValues, from world: borrowing World, at horizon: Instant)
    {
        metrics[.tasksDone] = Double(doneCount)
        metrics[.tasksLost] = Double(lostCount)
        metrics[.itemsSent] = Double(doneCount)
        metrics[.itemDelay] = delays.meanDelay
        metrics.durations[.itemDelay] = delays.delays(open: own.count + tasks.count)
        metrics[.bytesWasted] = Double(carrier.wasted)
        life.report(into: &metrics)
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

extension BackgroundSessionOptions: BehaviourOptions {
    var needs: AppNeeds { [] }
    var activities: [String] {
        BackgroundSessionPolicy.Activity.allCases.map {
            $0 == .transfer ? direction.rawValue : $0.name
        }
    }
    func makePolicy() -> any Policy { BackgroundSessionPolicy(self) }
}

extension PolicyOptions {
    /// An app whose items the system sends.
    public static func backgroundSession(_ options: BackgroundSessionOptions) -> PolicyOptions {
        PolicyOptions(options)
    }
}
