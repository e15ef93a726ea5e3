import Forms
import Kernel

extension RuleTrigger {
    /// What can stand behind `by:`.
    static let callers = RuleClock.allCases.map(\.rawValue) + RuleScheduler.allCases.map(\.rawValue)

    /// A job, where `by:` names a scheduler of the system's; `nil`: it does not.
    static func job(_ reader: any FieldReader) -> RuleJob? {
        guard
            let scheduler = RuleScheduler.allCases.first(where: {
                reader.isWord($0.rawValue, under: "by")
            })
        else { return nil }
        _ = reader.givenWord("by", of: callers, what: "what calls an app")
        let words = JobNeeds.named.map(\.name)
        var needs: JobNeeds = []
        if reader.isThere("needs") {
            let found = reader.givenWords("needs", of: words, what: "what a job can need") ?? []
            for (name, need) in JobNeeds.named where found.contains(name) { needs.insert(need) }
        }
        let tolerance =
            reader.isThere("tolerance") ? reader.givenSpan("tolerance", .zeroOrMore) : nil
        return reader.givenSpan("every", .aboveZero).map {
            RuleJob(by: scheduler, every: $0, tolerance: tolerance, needs: needs)
        }
    }
}
