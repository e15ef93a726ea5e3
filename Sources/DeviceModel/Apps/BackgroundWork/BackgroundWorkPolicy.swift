import EventKernel
import Quantities

/// An app that a mode of its own keeps running in the background, and that computes there.
///
/// What the mode costs (a receiver, sound) is not part of it. The processor sleeps between the
/// pieces of work. An app that the system ends for too much work is down until its user opens it;
/// the piece that it was at is lost. In front nobody counts what it computes.
struct BackgroundWorkPolicy: Policy {
    enum Activity: Int, NamedActivity {
        case work
    }

    private enum Step: UInt8, AppStep {
        case due
        case codeRuns
        case done
    }

    private struct Piece {
        var course: WorkMeter.Course
        var begin: Instant
        var done: EventKey
    }

    private let options: BackgroundWorkOptions
    private var life: AppLife
    private var meter = WorkMeter(nil)
    /// `nil`: it rests.
    private var piece: Piece?
    /// The beginning of code on a processor that was asleep.
    private var starting: EventKey?
    /// When the last piece was due, or the app launched.
    private var lastDue: Instant = .start
    private var pieceCount = 0
    private var doneCount = 0
    private var lostCount = 0
    private var throttledCount = 0

    init(_ options: BackgroundWorkOptions) {
        self.options = options
        life = AppLife(AppLifeOptions(cause: Activity.work.cause()))
    }

    mutating func begin(on phone: inout Phone, in world: inout World) {
        life.begin(on: phone, running: true)
        meter = WorkMeter(phone.system.backgroundWork)
        planNext(on: &phone)
    }

    mutating func receive(_ notice: Notice, on phone: inout Phone, in world: inout World) {
        switch life.receive(notice, on: &phone) {
        case .opened(let isLaunched): if isLaunched { launched(on: &phone) }
        case .ended: breakOff(on: &phone)
        case .left, nil: break
        }
        switch notice {
        case .own(.planned(let step)) where step == Step.due: due(on: &phone)
        case .own(.planned(let step)) where step == Step.codeRuns: start(on: &phone)
        case .own(.planned): done(on: &phone)
        case .own(.transferEnded), .user, .phone, .network, .location: break
        }
    }

    private mutating func launched(on phone: inout Phone) {
        lastDue = phone.now
        planNext(on: &phone)
    }

    private mutating func planNext(on phone: inout Phone) {
        phone.plan(
            Step.due, every: options.every, after: lastDue, tolerance: options.tolerance)
    }

    private mutating func due(on phone: inout Phone) {
        guard life.runs, piece == nil, starting == nil else { return }
        pieceCount += 1
        lastDue = phone.now
        let begin = phone.wake(for: .zero, cause: cause)
        phone.holdProcessor(cause: cause)
        if begin == phone.now {
            start(on: &phone)
        } else {
            starting = phone.plan(Step.codeRuns, at: begin)
        }
    }

    private mutating func start(on phone: inout Phone) {
        starting = nil
        let work = options.work
        let slowed = life.workTime(work, on: phone)
        let speed = Double(work.nanoseconds) / Double(max(slowed, work).nanoseconds)
        var free = WorkMeter(nil)
        let course =
            life.isInFront
            ? free.begin(work, at: phone.now, speed: speed)
            : meter.begin(work, at: phone.now, speed: speed)
        if course.throttledAt != nil { throttledCount += 1 }
        piece = Piece(
            course: course, begin: phone.now, done: phone.plan(Step.done, at: course.end))
    }

    /// The piece is done, or the system ends the app.
    private mutating func done(on phone: inout Phone) {
        guard let piece else { return }
        self.piece = nil
        phone.compute(piece.course.computed, cause: cause)
        phone.releaseProcessor()
        if piece.course.isEnded {
            life.end(.crashed)
            lostCount += 1
            return
        }
        doneCount += 1
        planNext(on: &phone)
    }

    /// The app is gone, with the piece that it was at.
    private mutating func breakOff(on phone: inout Phone) {
        phone.cancelTolerant(Step.due)
        phone.cancel(starting)
        if let piece {
            phone.cancel(piece.done)
            let whole = (piece.course.end - piece.begin).seconds.magnitude
            let passed = (phone.now - piece.begin).seconds.magnitude
            let share = whole > 0 ? min(1, passed / whole) : 1
            phone.compute(
                TimeSpan(rounding: Double(piece.course.computed.nanoseconds) * share), cause: cause)
        }
        if piece != nil || starting != nil {
            phone.releaseProcessor()
            lostCount += 1
        }
        (piece, starting) = (nil, nil)
    }

    private var cause: Cause {
        Activity.work.cause(pieceCount)
    }

    func report(into metrics: inout MetricValues, from world: borrowing World, at horizon: Instant)
    {
        metrics[.tasksDone] = Double(doneCount)
        metrics[.tasksLost] = Double(lostCount)
        metrics[.tasksThrottled] = Double(throttledCount)
        life.report(into: &metrics)
    }
}

extension BackgroundWorkOptions: BehaviourOptions {
    var needs: AppNeeds { .computes }
    var activities: [String] { BackgroundWorkPolicy.Activity.names }
    func makePolicy() -> any Policy { BackgroundWorkPolicy(self) }
}

extension PolicyOptions {
    /// An app that computes in the background.
    public static func backgroundWork(_ options: BackgroundWorkOptions) -> PolicyOptions {
        PolicyOptions(options)
    }
}
