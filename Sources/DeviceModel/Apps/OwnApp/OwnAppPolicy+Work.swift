import Kernel

/// What the errands of an app compute, one piece of work after the other.
///
/// Only the first has a course and an event: an app that is suspended stops that one, however many
/// wait behind it.
struct RuleComputing: Sendable {
    /// The errand whose piece has begun, or goes on as soon as the app may run.
    fileprivate var first: Int?
    fileprivate var last: Int?
    /// How that piece goes; `nil`: the app computes nothing just now.
    fileprivate var course: WorkMeter.Course?
    fileprivate var end: EventKey?
}

// What an app computes, and how it stands still.
extension OwnAppPolicy {
    /// Begins a step of work.
    mutating func work(_ errand: Int, _ span: TimeSpan, on phone: inout Phone) {
        errands[errand].wait = .work
        compute(errand, span, on: &phone)
    }

    /// Begins a piece of work, behind those that the app has begun.
    mutating func compute(_ errand: Int, _ span: TimeSpan, on phone: inout Phone) {
        (errands[errand].computes, errands[errand].workLeft) = (true, span)
        (errands[errand].before, errands[errand].after) = (computing.last, nil)
        if let last = computing.last { errands[last].after = errand }
        computing.last = errand
        if computing.first == nil { computing.first = errand }
        goOnComputing(on: &phone)
    }

    /// The app's code runs: the first piece goes on, unless it is under way.
    mutating func goOnComputing(on phone: inout Phone) {
        guard computing.course == nil, let first = computing.first else { return }
        let course = life.work(
            errands[first].workLeft, canStop: true, cause: cause(first), on: &phone)
        computing.course = course
        // The system ends the app otherwise, and says so itself.
        if !course.isEnded { computing.end = phone.plan(RuleTicket.computed, at: course.end) }
    }

    /// The app may not run, and stops: what it has computed it has paid for.
    mutating func stopComputing(on phone: inout Phone) {
        guard let course = computing.course, let first = computing.first else { return }
        let isDone = phone.now >= course.end
        let computed = isDone ? course.computed : course.computed(by: phone.now)
        phone.compute(computed, cause: cause(first))
        errands[first].workLeft = max(.zero, errands[first].workLeft - computed)
        phone.cancel(computing.end)
        (computing.course, computing.end) = (nil, nil)
    }

    /// An errand computes no more; the others go on.
    mutating func giveUpWork(_ errand: Int, on phone: inout Phone) {
        let isFirst = computing.first == errand
        if isFirst { stopComputing(on: &phone) }
        leaveWork(errand)
        guard isFirst, life.runs else { return }
        life.stopWork(on: &phone)
        goOnComputing(on: &phone)
    }

    private mutating func leaveWork(_ errand: Int) {
        let (before, after) = (errands[errand].before, errands[errand].after)
        errands[errand].computes = false
        if let before { errands[before].after = after } else { computing.first = after }
        if let after { errands[after].before = before } else { computing.last = before }
    }

    /// The first piece is done, and the next one begins.
    mutating func computed(on phone: inout Phone, in world: inout World) {
        computing.end = nil
        guard let errand = computing.first else { return }
        stopComputing(on: &phone)
        leaveWork(errand)
        goOnComputing(on: &phone)
        // Its answer is not there yet otherwise.
        guard errands[errand].wait == .work else { return }
        if program.code[Int(errands[errand].place)].request == nil {
            goToNext(errand, on: &phone, in: &world)
        } else {
            exchanged(errand, on: &phone, in: &world)
        }
    }

    /// Work that the system slows down in the background goes on at full speed in front.
    mutating func speedUp(on phone: inout Phone) {
        guard computing.course?.isSlow ?? false else { return }
        stopComputing(on: &phone)
        life.stopWork(on: &phone)
        goOnComputing(on: &phone)
    }
}
