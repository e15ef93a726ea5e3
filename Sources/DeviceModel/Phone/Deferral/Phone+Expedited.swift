import Kernel

/// Jobs that begin at once.
extension Phone {
    /// How long one of the app whose code runs may run; zero: it has used up its time for them.
    func expeditedTime() -> TimeSpan {
        guard let deferrals, let rules = deferrals.rules.jobs?.expedited else { return .zero }
        let quota: TimeSpan? =
            deferrals[app.place].isExempt
            ? rules.timeIfExempt
            : deferrals.bucket(of: app.place, at: now, front: front)?.rules.expeditedTime
        guard let quota else { return rules.runTime }
        let left = quota - deferrals[app.place].expeditedTime(at: now)
        return max(.zero, min(rules.runTime, left))
    }

    /// The app is not held back from now on.
    mutating func expeditedBegins() {
        deferrals?[app.place].expeditedBegins(at: now)
        tellExemption()
    }

    mutating func expeditedEnded() {
        deferrals?[app.place].expeditedEnded(at: now)
        tellExemption()
    }

    /// The app is told whether it has the network.
    private mutating func tellExemption() {
        guard deferrals != nil else { return }
        calendar.schedule(.rare(.deferral(.exemptions)), at: now, priority: .completion)
    }
}
