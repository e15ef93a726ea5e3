/// Why a policy cannot run on a system, on a device or in a world.
///
/// Each reason is worded in one place, beside the check that finds it.
public struct Refusal: Error, Hashable, Sendable {
    /// The option at fault, as the file spells it.
    public var option: String?
    /// The option to point at where the file does not state ``option``.
    public var elsewhere: String?
    /// The path of the system's rule that sets the limit, for readers who look for its source.
    public var rule: String?
    /// The app at fault, among several.
    public var app: String?
    /// The app's rule at fault.
    public var appRule: String?
    var reason: String
    /// What is possible instead.
    public var advice: String
    /// Whether another system may allow it.
    public let isOfSystem: Bool

    init(
        option: String? = nil, elsewhere: String? = nil, rule: String? = nil, _ reason: String,
        advice: String, isOfSystem: Bool = false
    ) {
        (self.option, self.elsewhere, self.rule) = (option, elsewhere, rule)
        (self.reason, self.advice, self.isOfSystem) = (reason, advice, isOfSystem)
    }

    public var message: String {
        (app.map { "of app \($0): " } ?? "") + (appRule.map { "rule \($0): " } ?? "") + reason
    }

    func of(app name: String) -> Refusal { modified(self) { $0.app = name } }

    func of(rule name: String) -> Refusal { modified(self) { $0.appRule = name } }

    /// A value so small that a run would hardly end.
    static func tooSmall(option: String, found: String, least: String) -> Refusal {
        Refusal(
            option: option,
            "\(option) is \(found), but must be at least \(least)",
            advice: "Set it to \(least) or more.")
    }

    static func toleranceTooLong(_ tolerance: TimeSpan, every: TimeSpan) -> Refusal {
        Refusal(
            option: "tolerance",
            "the tolerance, \(tolerance.seconds), is not below the interval, \(every.seconds)",
            advice: "Set it below \(every.seconds).")
    }

    /// The system ends every app that its user leaves.
    static func noMultitasking(system: String) -> Refusal {
        Refusal(
            "\(system) ends an app when it is left, so nothing runs in the background",
            advice: "", isOfSystem: true)
    }

    /// The behaviour exists only in the background.
    static let neverInBackground = Refusal(
        option: "exits-on-suspend",
        "the app opted out of running in the background, where it does all that it does",
        advice: "Leave out exits-on-suspend.")

    static func noMode(_ mode: String, system: String) -> Refusal {
        Refusal("\(system) has no \(mode)", advice: "", isOfSystem: true)
    }

    static let alwaysConnected = Refusal(
        "what this behaviour does without a network is not defined (world: no-network)",
        advice: "Write the app as rules (app), or use outages.")

    static let nothingToSend = Refusal(
        "the app has nothing to send in this world",
        advice: "Describe what it has under world: outbox.")

    /// The system would end the app before its work is done.
    static func workTooLong(_ work: TimeSpan, allowed: TimeSpan, system: String) -> Refusal {
        Refusal(
            option: "work",
            "work is \(work.seconds), but \(system) ends the app after \(allowed.seconds)",
            advice: "Set it to \(allowed.seconds) or less.")
    }
}

/// Refuses small values: they cause so many events that a run would hardly end.
func atLeast<Value: Quantity>(_ least: Value, _ value: Value, _ option: String) throws(Refusal) {
    if !(value >= least) { throw .tooSmall(option: option, found: "\(value)", least: "\(least)") }
}

/// A tolerance must stay below the interval, or a timer could fire with the one before it.
func checkTolerance(_ tolerance: TimeSpan, every interval: TimeSpan) throws(Refusal) {
    if tolerance >= interval { throw .toleranceTooLong(tolerance, every: interval) }
}
