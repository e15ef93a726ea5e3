/// The work of an app's errands, one piece after another.
///
/// Only the first piece has a course and an event, so that suspending the app stops one piece
/// however many wait.
struct RuleComputing: Sendable {
    fileprivate var first: Int?
    fileprivate var last: Int?
    /// `nil` while the app computes nothing.
    fileprivate var course: WorkMeter.Course?
    fileprivate var end: EventKey?
}

extension OwnAppPolicy {
    mutating func work(_ errand: Int, _ span: TimeSpan, on phone: inout Phone) {
        errands[errand].wait = .work
        compute(errand, span, on: &phone)
    }

    mutating func compute(_ errand: Int, _ span: TimeSpan, on phone: inout Phone) {
        (errands[errand].computes, errands[errand].workLeft) = (true, span)
        (errands[errand].before, errands[errand].after) = (computing.last, nil)
        if let last = computing.last { errands[last].after = errand }
        computing.last = errand
        if computing.first == nil { computing.first = errand }
        goOnComputing(on: &phone)
    }

    mutating func goOnComputing(on phone: inout Phone) {
        guard computing.course == nil, let first = computing.first else { return }
        let course = life.work(
            errands[first].workLeft, canStop: true, cause: cause(first), on: &phone)
        computing.course = course
        // Otherwise the system ends the app, and says so itself.
        if !course.isEnded { computing.end = phone.plan(RuleTicket.computed, at: course.end) }
    }

    /// Computed work stays booked.
    mutating func stopComputing(on phone: inout Phone) {
        guard let course = computing.course, let first = computing.first else { return }
        let isDone = phone.now >= course.end
        let computed = isDone ? course.computed : course.computed(by: phone.now)
        phone.compute(computed, cause: cause(first))
        errands[first].workLeft = max(.zero, errands[first].workLeft - computed)
        phone.cancel(computing.end)
        (computing.course, computing.end) = (nil, nil)
    }

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

    mutating func computed(on phone: inout Phone, in world: inout World) {
        computing.end = nil
        guard let errand = computing.first else { return }
        stopComputing(on: &phone)
        leaveWork(errand)
        goOnComputing(on: &phone)
        // Otherwise the request's answer is still missing.
        guard errands[errand].wait == .work else { return }
        if program.code[Int(errands[errand].place)].request == nil {
            goToNext(errand, on: &phone, in: &world)
        } else {
            exchanged(errand, on: &phone, in: &world)
        }
    }

    /// Throttled work goes on at full speed in front.
    mutating func speedUp(on phone: inout Phone) {
        guard computing.course?.isSlow ?? false else { return }
        stopComputing(on: &phone)
        life.stopWork(on: &phone)
        goOnComputing(on: &phone)
    }
}
