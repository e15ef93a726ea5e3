/// What an app or one of its parts computes, and what follows if all parts together compute too
/// much.
///
/// An app's pieces of work follow each other. In the background they get the share of the processor
/// that the system leaves (SR-009); excessive work is slowed, and in the end the app is ended
/// (SR-008). The processor is not awake while an app waits for its share: slow work draws no more
/// than fast work.
struct AppWork: Sendable {
    private var meter = WorkMeter(nil)
    private var isHolding = false
    private var awakeUntil: Instant = .start
    private(set) var end: Instant = .start
    /// When the system ends the app for its work; `nil`: it does not.
    private var endsApp: Instant?
    /// Pieces of work that the system slowed because there was too much.
    private(set) var throttledCount = 0

    mutating func begin(on phone: borrowing Phone) {
        meter = WorkMeter(phone.system.backgroundWork)
    }

    /// Begins a piece of work, for which the processor wakes.
    ///
    /// - Parameters:
    ///   - work: Time of a whole processor; at least zero.
    ///   - isInFront: Whether the app is in front, where work has no limits.
    ///   - canStop: Whether the processor is released if the app ends early, as it should be for
    ///     long work.
    /// - Returns: Its course. If the system ends the app for it, a later ``step(on:)`` says so.
    mutating func begin(
        _ work: TimeSpan, isInFront: Bool, canStop: Bool, cause: Cause, on phone: inout Phone
    ) -> WorkMeter.Course {
        if phone.parts == nil {
            return start(work, isInFront: isInFront, canStop: canStop, cause: cause, on: &phone)
        }
        heed(phone.parts)
        defer { note(on: &phone) }
        return start(work, isInFront: isInFront, canStop: canStop, cause: cause, on: &phone)
    }

    /// Work of other parts comes first, and counts.
    @inline(never)
    private mutating func heed(_ parts: PartsTogether?) {
        guard let parts else { return }
        meter = parts.meter
        (end, awakeUntil) = (max(end, parts.end), max(awakeUntil, parts.awakeUntil))
    }

    @inline(never)
    private func note(on phone: inout Phone) {
        phone.parts?.note(meter, end: end, awakeUntil: awakeUntil, by: phone.app.part)
    }

    @inline(__always)
    private mutating func start(
        _ work: TimeSpan, isInFront: Bool, canStop: Bool, cause: Cause, on phone: inout Phone
    ) -> WorkMeter.Course {
        let codeRuns = phone.wake(for: canStop ? .zero : work, cause: cause)
        // The common case: no other work goes on, and the work stays within its limits.
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

    /// Holds the processor, so that it can be released if the app ends.
    private mutating func stayAwake(cause: Cause, on phone: inout Phone) {
        if !isHolding { phone.holdProcessor(cause: cause) }
        isHolding = true
        phone.planWorkStep(at: awakeUntil)
    }

    /// - Returns: Whether the system ends the app for work that is still under way.
    mutating func step(on phone: inout Phone) -> Bool {
        if phone.now >= awakeUntil { release(on: &phone) }
        return endsApp == phone.now
    }

    private mutating func release(on phone: inout Phone) {
        if isHolding { phone.releaseProcessor() }
        isHolding = false
    }

    /// In front, work has no limits.
    mutating func comeToFront() { endsApp = nil }

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
    mutating func planWorkStep(at time: Instant) {
        calendar.schedule(.rare(.work(app.place)), at: time, priority: .timer)
    }
}
