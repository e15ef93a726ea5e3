import EventKernel
import Quantities

/// An app that a mode of its own keeps running in the background, and that computes there.
///
/// What a location service costs is not part of it, the silence that an app plays instead is. The
/// processor sleeps between the
/// pieces of work. An app that the system ends for too much work is down until its user opens it;
/// the piece that it was at is lost. In front nobody counts what it computes.
struct BackgroundWorkPolicy: Policy {
    enum Activity: Int, NamedActivity {
        case work, silence
    }

    private enum Step: UInt8, AppStep {
        case due
        case done
    }

    /// A piece of work that is going on.
    private struct Piece {
        var course: WorkMeter.Course
        /// `nil` if the system ends the app before.
        var done: EventKey?
    }

    private let options: BackgroundWorkOptions
    private var life: AppLife
    /// `nil`: it rests.
    private var piece: Piece?
    /// When the last piece was due, or the app launched.
    private var lastDue: Instant = .start
    private var pieceCount = 0
    private var doneCount = 0
    private var lostCount = 0

    init(_ options: BackgroundWorkOptions) {
        self.options = options
        life = AppLife(cause: Activity.work.cause())
    }

    mutating func begin(on phone: inout Phone, in world: inout World) {
        life.begin(on: &phone, running: true)
        playSilence(on: &phone)
        planNext(on: &phone)
    }

    mutating func receive(_ notice: Notice, on phone: inout Phone, in world: inout World) {
        switch life.receive(notice, on: &phone) {
        case .opened(true): launched(on: &phone)
        case .opened(false): goOnInFront(on: &phone)
        case .ended: breakOff(on: &phone)
        case .left, nil: break
        }
        switch notice {
        case .own(.planned(let step)) where step == Step.due: due(on: &phone)
        case .own(.planned): done(on: &phone)
        case .own(.transferEnded), .user, .phone, .network, .location: break
        }
    }

    private mutating func launched(on phone: inout Phone) {
        lastDue = phone.now
        playSilence(on: &phone)
        planNext(on: &phone)
    }

    /// It mixes with whatever else sounds.
    private func playSilence(on phone: inout Phone) {
        if options.playsSilence { phone.play(cause: Activity.silence.cause()) }
    }

    private mutating func planNext(on phone: inout Phone) {
        phone.plan(
            Step.due, every: options.every, after: lastDue, tolerance: options.tolerance)
    }

    private mutating func due(on phone: inout Phone) {
        guard life.runs, piece == nil else { return }
        pieceCount += 1
        lastDue = phone.now
        begin(options.work, on: &phone)
    }

    private mutating func begin(_ work: TimeSpan, on phone: inout Phone) {
        let course = life.work(work, canStop: true, cause: cause, on: &phone)
        piece = Piece(
            course: course, done: course.isEnded ? nil : phone.plan(Step.done, at: course.end))
    }

    private mutating func done(on phone: inout Phone) {
        guard let piece else { return }
        self.piece = nil
        phone.compute(piece.course.computed, cause: cause)
        doneCount += 1
        planNext(on: &phone)
    }

    /// What is left of a piece that the system slows down, or would end the app for, is done at
    /// full speed.
    private mutating func goOnInFront(on phone: inout Phone) {
        guard let piece, piece.course.isSlow else { return }
        phone.cancel(piece.done)
        let computed = piece.course.computed(by: phone.now)
        phone.compute(computed, cause: cause)
        life.stopWork(on: &phone)
        begin(options.work - computed, on: &phone)
    }

    /// The app is gone, with the piece that it was at.
    private mutating func breakOff(on phone: inout Phone) {
        phone.cancelTolerant(Step.due)
        if options.playsSilence { phone.silence() }
        guard let piece else { return }
        phone.cancel(piece.done)
        phone.compute(piece.course.computed(by: phone.now), cause: cause)
        lostCount += 1
        self.piece = nil
    }

    private var cause: Cause {
        Activity.work.cause(pieceCount)
    }

    var state: AppState? { life.state }

    func report(into metrics: inout MetricValues, from world: borrowing World, at horizon: Instant)
    {
        metrics[.tasksDone] = Double(doneCount)
        metrics[.tasksLost] = Double(lostCount)
        metrics[.tasksThrottled] = Double(life.work.throttledCount)
        life.report(into: &metrics)
    }
}

extension BackgroundWorkOptions: BehaviourOptions {
    var needs: AppNeeds { .computes }
    /// Silence is booked where it is played.
    var activities: [String] {
        playsSilence
            ? BackgroundWorkPolicy.Activity.names : [BackgroundWorkPolicy.Activity.work.name]
    }
    func makePolicy() -> any Policy { BackgroundWorkPolicy(self) }
}

extension PolicyOptions {
    /// An app that computes in the background.
    public static func backgroundWork(_ options: BackgroundWorkOptions) -> PolicyOptions {
        PolicyOptions(options)
    }
}
