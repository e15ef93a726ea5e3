/// A job that an app gives the system's scheduler; the rule fires when it runs.
public struct RuleJob: BitwiseCopyable, Hashable, Sendable {
    public var scheduler: RuleScheduler
    /// For `processing`, the least time from one run or request to the next.
    public var every: TimeSpan
    /// A job may run this long before the end of its period; `nil`: at any time in the period.
    public var tolerance: TimeSpan?
    public var needs: JobNeeds = []

    var request: JobRequest {
        let kind: JobRequest.Kind =
            switch scheduler {
            case .job: .periodic(flex: tolerance ?? every)
            case .processing: .processing
            }
        return JobRequest(kind: kind, period: every, needs: needs)
    }

    func check(_ system: SystemRules) throws(Refusal) {
        switch scheduler {
        case .job:
            guard let rules = system.jobs else { throw .noScheduler(self, in: system) }
            let (period, flex) = (rules.leastPeriod, rules.leastFlex)
            try refuse(
                every < period, option: "rules", rule: "jobs.least-period",
                "every is \(every.seconds), but \(system.name) runs a job at most every "
                    + "\(period.seconds) (AM-114)",
                advice: "Set it to \(period.seconds) or more, or write by: alarm.")
            guard let tolerance else { return }
            try refuse(
                tolerance > every, option: "rules",
                "the tolerance of a job, \(tolerance.seconds), is longer than its period, "
                    + "\(every.seconds)",
                advice: "Set it to \(every.seconds) or less.")
            try refuse(
                tolerance < flex, option: "rules", rule: "jobs.least-flex",
                "the tolerance of a job is \(tolerance.seconds), but \(system.name) needs "
                    + "\(flex.seconds) or more (AM-115)",
                advice: "Set it to \(flex.seconds) or more, or leave it out: the job may then run "
                    + "at any time of its period.")
        case .processing:
            if system.processing == nil { throw .noScheduler(self, in: system) }
            guard let tolerance else { return }
            throw Refusal(
                option: "rules",
                "a tolerance, \(tolerance.seconds), has no effect with by: processing, where the "
                    + "system chooses the time",
                advice: "Leave it out.")
        }
    }

    /// `nil` if it may run.
    func idleness(in world: WorldProfile, hasWiFi: Bool) -> String? {
        if needs.contains(.charging), world.charging == nil { return "this world has no charger" }
        return needs.contains(.unmetered) && !hasWiFi
            ? "this world has no Wi-Fi (world: wi-fi)" : nil
    }
}

/// The part of the system that runs jobs at times of its choice.
public enum RuleScheduler: String, BitwiseCopyable, CaseIterable, Hashable, Sendable {
    case job
    /// Long work while the phone is idle.
    case processing
}

extension Refusal {
    static func noScheduler(_ job: RuleJob, in system: SystemRules) -> Refusal {
        var offered = RuleScheduler.allCases.filter {
            switch $0 {
            case .job: system.jobs != nil
            case .processing: system.processing != nil
            }
        }.map { "by: \($0.rawValue)" }
        if system.fetchLearning != nil { offered.append("by: refresh") }
        offered.append(system.timers.wakesSuspended ? "by: alarm" : "by: timer")
        return Refusal(
            option: "rules",
            "\(system.name) has no scheduler for by: \(job.scheduler.rawValue)",
            advice: "It offers \(offered.joined(separator: ", ")).", isOfSystem: true)
    }
}

extension RuleTrigger {
    static let callers = RuleClock.allCases.map(\.rawValue) + RuleScheduler.allCases.map(\.rawValue)

    /// `nil` if `by:` names no scheduler.
    static func job(_ reader: any FieldReader) -> RuleJob? {
        guard
            let scheduler = RuleScheduler.allCases.first(where: {
                reader.isWord($0.rawValue, under: "by")
            })
        else { return nil }
        _ = reader.givenWord("by", of: callers, what: "a way to call an app")
        let words = JobNeeds.named.map(\.name)
        var needs: JobNeeds = []
        if reader.isThere("needs") {
            let found = reader.givenWords("needs", of: words, what: "a requirement of a job") ?? []
            for (name, need) in JobNeeds.named where found.contains(name) { needs.insert(need) }
        }
        let tolerance =
            reader.isThere("tolerance") ? reader.givenSpan("tolerance", .zeroOrMore) : nil
        return reader.givenSpan("every", .aboveZero).map {
            RuleJob(scheduler: scheduler, every: $0, tolerance: tolerance, needs: needs)
        }
    }
}
