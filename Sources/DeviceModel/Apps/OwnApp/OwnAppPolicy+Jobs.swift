extension OwnAppPolicy {
    mutating func scheduleJobs(on phone: inout Phone) {
        guard program.hasJobs else { return }
        for rule in program.rules.indices {
            guard case .job(let job) = program.rules[rule].trigger,
                !phone.hasJob(RuleTicket.timer(rule))
            else { continue }
            phone.schedule(
                job.request, start: RuleTicket.timer(rule),
                stop: Ticket(RuleTicket.jobStopped, index: Int32(rule)))
        }
    }

    mutating func jobCame(
        _ rule: Int, _ job: RuleJob, on phone: inout Phone, in world: inout World
    ) {
        come(rule, .job(job.scheduler), on: &phone, in: &world)
        // The app's conditions did not hold, or the system does not let it run.
        if !errands[rule].isActive { jobOver(rule, succeeded: true, on: &phone) }
    }

    /// Breaks off a job whose time is over (AM-126); the scheduler retries it.
    ///
    /// - Returns: Whether the errand belongs to a job.
    mutating func stopJob(_ errand: Int, on phone: inout Phone) -> Bool {
        guard errands[errand].isActive,
            errands[errand].isExpedited || isJob(Int(errands[errand].rule))
        else { return false }
        standStill(errand, on: &phone)
        cutOff(errand, on: &phone)
        return true
    }

    @inline(__always)
    func isJob(_ rule: Int) -> Bool {
        guard program.hasJobs, case .job = program.rules[rule].trigger else { return false }
        return true
    }

    /// Does nothing for rules without a job.
    @inline(__always)
    func jobOver(_ rule: Int, succeeded: Bool, on phone: inout Phone) {
        guard isJob(rule) else { return }
        phone.jobEnded(RuleTicket.timer(rule), succeeded: succeeded)
    }

    @inline(__always)
    func runTime(_ scheduler: RuleScheduler, on phone: borrowing Phone) -> TimeSpan? {
        switch scheduler {
        case .job: phone.system.jobs?.runTime
        case .processing: phone.system.processing?.runTime
        }
    }

    /// In front, an expedited job is an ordinary task.
    ///
    /// - Returns: Whether the app has time left for expedited jobs.
    @inline(never)
    mutating func beginExpedited(
        _ errand: Int, on phone: inout Phone, in world: inout World
    ) -> Bool {
        if life.isInFront {
            beginTask(errand, on: &phone)
            return true
        }
        let time = phone.expeditedTime()
        guard time > .zero else { return false }
        errands[errand].tasks += 1
        phone.holdProcessor(cause: cause(errand))
        errands[errand].isExpedited = true
        errands[errand].untilBefore = errands[errand].until
        errands[errand].window = nil
        phone.expeditedBegins()
        isReachable = world.isReachable && !phone.isCutOff
        grant(errand, until: phone.now + time, on: &phone)
        return true
    }

    /// Returns the errand to the grant that it had before.
    @inline(never)
    mutating func endExpedited(_ errand: Int, on phone: inout Phone) {
        guard errands[errand].isExpedited else { return endTask(errand, on: &phone) }
        errands[errand].isExpedited = false
        phone.expeditedEnded()
        errands[errand].tasks -= 1
        phone.releaseProcessor()
        if let before = errands[errand].untilBefore, before > phone.now {
            grant(errand, until: before, on: &phone)
        } else {
            endGrant(errand, on: &phone)
        }
    }
}
