import EventKernel
import Quantities

// Rules that the system's scheduler runs.
extension OwnAppPolicy {
    /// The app asks for the jobs that the system does not have of it.
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

    /// The system runs a job.
    mutating func jobCame(
        _ rule: Int, _ job: RuleJob, on phone: inout Phone, in world: inout World
    ) {
        come(rule, .job(job.scheduler), on: &phone, in: &world)
        // The app's conditions did not hold, or the system does not let it run.
        if !errands[rule].isActive { jobOver(rule, succeeded: true, on: &phone) }
    }

    /// The system lets a job run no longer (AM-126): it is broken off, and tried again.
    ///
    /// - Returns: whether the errand is one of a job.
    mutating func stopJob(_ errand: Int, on phone: inout Phone) -> Bool {
        guard errands[errand].isActive, isJob(Int(errands[errand].rule)) else { return false }
        standStill(errand, on: &phone)
        cutOff(errand, on: &phone)
        return true
    }

    /// Whether the system's scheduler calls the rule.
    func isJob(_ rule: Int) -> Bool {
        guard program.hasJobs, case .job = program.rules[rule].trigger else { return false }
        return true
    }

    /// The errand of a rule is over, of which the scheduler is told if it is a job.
    func jobOver(_ rule: Int, succeeded: Bool, on phone: inout Phone) {
        guard isJob(rule) else { return }
        phone.jobEnded(RuleTicket.timer(rule), succeeded: succeeded)
    }

    /// How long a job may run.
    func runTime(_ scheduler: RuleScheduler, on phone: borrowing Phone) -> TimeSpan? {
        switch scheduler {
        case .job: phone.system.jobs?.runTime
        case .processing: phone.system.processing?.runTime
        }
    }
}
