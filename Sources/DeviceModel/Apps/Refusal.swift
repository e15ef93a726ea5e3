import Kernel

/// Why a policy cannot run on a system, on a device or in a world.
///
/// What is said of each reason stands in one place, beside the check that finds it.
public struct Refusal: Error, Hashable, Sendable {
    /// The option at fault, as the file spells it, where there is one.
    public var option: String?
    /// The option at which to look where the file leaves that out.
    public var elsewhere: String?
    /// The rule of the system that sets the limit, by its path, where the reader should see what
    /// stands behind it.
    public var rule: String?
    /// The app at fault, where it is one of several.
    public var app: String?
    /// The rule of the app at fault, where the app has rules.
    public var appRule: String?
    var reason: String
    /// What is possible instead.
    public var advice: String
    /// Whether another system may allow it; which one, the library of systems knows.
    public let isOfSystem: Bool

    init(
        option: String? = nil, elsewhere: String? = nil, rule: String? = nil, _ reason: String,
        advice: String, isOfSystem: Bool = false
    ) {
        (self.option, self.elsewhere, self.rule) = (option, elsewhere, rule)
        (self.reason, self.advice, self.isOfSystem) = (reason, advice, isOfSystem)
    }

    /// What is wrong.
    public var message: String {
        (app.map { "of app \($0): " } ?? "") + (appRule.map { "rule \($0): " } ?? "") + reason
    }

    /// The same of one app of several.
    func of(app name: String) -> Refusal {
        var refusal = self
        refusal.app = name
        return refusal
    }
}

extension Refusal {
    static func nonPositive(option: String, found: String) -> Refusal {
        Refusal(
            option: option,
            "\(option) is \(found), but must be greater than zero",
            advice: "Write a value greater than zero.")
    }

    /// So short or small that a run would hardly come to an end.
    static func tooSmall(option: String, found: String, least: String) -> Refusal {
        Refusal(
            option: option,
            "\(option) is \(found), but must be at least \(least)",
            advice: "Set it to \(least) or more.")
    }

    /// A timer that may come at any time.
    static func toleranceTooLong(_ tolerance: TimeSpan, every: TimeSpan) -> Refusal {
        Refusal(
            option: "tolerance",
            "the tolerance, \(tolerance.seconds), is not below the interval, \(every.seconds)",
            advice: "Set it below \(every.seconds).")
    }

    /// The system ends every app that is left.
    static func noMultitasking(system: String) -> Refusal {
        Refusal(
            "\(system) ends an app when it is left, so nothing runs in the background",
            advice: "", isOfSystem: true)
    }

    /// What the app does, it does in the background alone.
    static let neverInBackground = Refusal(
        option: "exits-on-suspend",
        "the app opted out of running in the background, where it does all that it does",
        advice: "Leave out exits-on-suspend.")

    /// The system does not have the mode.
    static func noMode(_ mode: String, system: String) -> Refusal {
        Refusal(
            "\(system) has no \(mode)",
            advice: "", isOfSystem: true)
    }

    static let nothingToSend = Refusal(
        "the app has nothing to send in this world",
        advice: "Describe what it has under world: outbox.")

    /// An app that works so long is ended before.
    static func workTooLong(_ work: TimeSpan, allowed: TimeSpan, system: String) -> Refusal {
        Refusal(
            option: "work",
            "work is \(work.seconds), but \(system) ends the app after \(allowed.seconds)",
            advice: "Set it to \(allowed.seconds) or less.")
    }
}

/// Each of these is an event or a transfer: too many of them and a run would never end.
func atLeast<Value: Quantity>(
    _ least: Value, _ value: Value, _ option: String
) throws(Refusal) {
    if !(value >= least) {
        throw .tooSmall(option: option, found: "\(value)", least: "\(least)")
    }
}

/// A timer may come early, but not as early as the one before.
func checkTolerance(_ tolerance: TimeSpan, every interval: TimeSpan) throws(Refusal) {
    if tolerance >= interval { throw .toleranceTooLong(tolerance, every: interval) }
}
