import Kernel

/// What one app, or one part of it, computes: when that is done, and what becomes of an app that
/// computes too much, whichever of its parts does it.
///
/// The pieces of work of one app follow each other. In the background they get the share of the
/// processor that the system leaves them (SR-009), and an app that uses too much gets less, and is
/// ended if it goes on (SR-008). The processor is awake for the work, and not for what an app waits
/// for its share: slow work draws no more than fast work.
struct AppWork: Sendable {
    private var meter = WorkMeter(nil)
    private var isHolding = false
    /// Until when the processor is awake for what has begun.
    private var awakeUntil: Instant = .start
    /// When all that has begun is done.
    private(set) var end: Instant = .start
    /// When the system ends the app for what it has begun; `nil`: it does not.
    private var endsApp: Instant?
    /// How many pieces of work the system slowed down because there was too much.
    private(set) var throttledCount = 0

    /// The start of the run.
    mutating func begin(on phone: borrowing Phone) {
        meter = WorkMeter(phone.system.backgroundWork)
    }

    /// Begins a piece of work, for which the processor wakes.
    ///
    /// - Parameters:
    ///   - work: time of a whole processor; at least zero.
    ///   - isInFront: whether the user has the app in front, where nobody counts.
    ///   - canStop: whether the processor is let go if the app ends meanwhile, as it should be
    ///     where work takes long.
    /// - Returns: its course. If the system ends the app for it, the app is told so then.
    mutating func begin(
        _ work: TimeSpan, isInFront: Bool, canStop: Bool, cause: Cause, on phone: inout Phone
    ) -> WorkMeter.Course {
        if phone.parts == nil {
            return start(
                work, isInFront: isInFront, canStop: canStop, cause: cause, on: &phone)
        }
        heed(phone.parts)
        defer { note(on: &phone) }
        return start(work, isInFront: isInFront, canStop: canStop, cause: cause, on: &phone)
    }

    /// What the other parts have begun comes before it, and counts.
    @inline(never)
    private mutating func heed(_ parts: PartsTogether?) {
        guard let parts else { return }
        meter = parts.meter
        (end, awakeUntil) = (max(end, parts.end), max(awakeUntil, parts.awakeUntil))
    }

    /// The app's other parts are to know of it.
    @inline(never)
    private func note(on phone: inout Phone) {
        phone.parts?.note(meter, end: end, awakeUntil: awakeUntil, by: phone.app.part)
    }

    @inline(__always)
    private mutating func start(
        _ work: TimeSpan, isInFront: Bool, canStop: Bool, cause: Cause, on phone: inout Phone
    ) -> WorkMeter.Course {
        let codeRuns = phone.wake(for: canStop ? .zero : work, cause: cause)
        // Mostly nothing else goes on, and there is time enough.
        if !canStop, codeRuns >= end,
            isInFront || !phone.isOtherInFront && meter.take(work, at: codeRuns)
        {
            end = codeRuns + work
            awakeUntil = end
            return WorkMeter.Course(
                begin: codeRuns, end: end, isEnded: false, throttledAt: nil, computed: work)
        }
        let course = self.course(of: work, isInFront: isInFront, from: codeRuns, on: phone)
        let begun = max(codeRuns, awakeUntil)
        awakeUntil = begun + course.computed
        if canStop {
            stayAwake(cause: cause, on: &phone)
        } else if begun > codeRuns {
            _ = phone.wake(for: awakeUntil - codeRuns, cause: cause)
        }
        end = course.end
        if course.throttledAt != nil { throttledCount += 1 }
        if course.isEnded {
            endsApp = end
            phone.planWorkStep(at: end)
        }
        return course
    }

    /// Holds the processor, so that it can be let go if the app ends.
    private mutating func stayAwake(cause: Cause, on phone: inout Phone) {
        if !isHolding { phone.holdProcessor(cause: cause) }
        isHolding = true
        phone.planWorkStep(at: awakeUntil)
    }

    /// A time has come for which the phone planned a step of the work.
    ///
    /// - Returns: whether the system ends the app, for work that it is at still.
    mutating func step(on phone: inout Phone) -> Bool {
        if phone.now >= awakeUntil { release(on: &phone) }
        return endsApp == phone.now
    }

    private mutating func release(on phone: inout Phone) {
        if isHolding { phone.releaseProcessor() }
        isHolding = false
    }

    /// The app has come to the front, where nobody counts.
    mutating func comeToFront() { endsApp = nil }

    /// The app is gone, with what it was at, or gives it up.
    mutating func stop(on phone: inout Phone) {
        endsApp = nil
        (awakeUntil, end) = (min(awakeUntil, phone.now), min(end, phone.now))
        release(on: &phone)
        note(on: &phone)
    }

    private mutating func course(
        of work: TimeSpan, isInFront: Bool, from codeRuns: Instant, on phone: borrowing Phone
    ) -> WorkMeter.Course {
        let start = max(codeRuns, end)
        if isInFront {
            return WorkMeter.Course(
                begin: start, end: start + work, isEnded: false, throttledAt: nil, computed: work)
        }
        let speed = phone.isOtherInFront ? phone.system.lifeCycle.backgroundSpeed.magnitude : 1
        return meter.begin(work, at: start, speed: speed)
    }
}

extension Phone {
    /// Plans that the work of the app whose code runs is looked at.
    mutating func planWorkStep(at time: Instant) {
        calendar.schedule(.rare(.work(app.place)), at: time, priority: .timer)
    }
}
