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

    static func noMode(_ mode: String, system: String) -> Refusal {
        Refusal("\(system) has no \(mode)", advice: "", isOfSystem: true)
    }

    static let nothingToSend = Refusal(
        "the app has nothing to send in this world",
        advice: "Describe what it has under world: outbox.")
}

/// Throws a ``Refusal`` in these words where `isRefused`.
func refuse(
    _ isRefused: Bool, option: String? = nil, elsewhere: String? = nil, rule: String? = nil,
    _ reason: @autoclosure () -> String, advice: @autoclosure () -> String, isOfSystem: Bool = false
) throws(Refusal) {
    guard isRefused else { return }
    throw Refusal(
        option: option, elsewhere: elsewhere, rule: rule, reason(), advice: advice(),
        isOfSystem: isOfSystem)
}

/// Refuses small values: they cause so many events that a run would hardly end.
func atLeast<Value: Quantity>(_ least: Value, _ value: Value, _ option: String) throws(Refusal) {
    if !(value >= least) { throw .tooSmall(option: option, found: "\(value)", least: "\(least)") }
}

/// A tolerance must stay below the interval, or a timer could fire with the one before it.
func checkTolerance(_ tolerance: TimeSpan, every interval: TimeSpan) throws(Refusal) {
    try refuse(
        tolerance >= interval, option: "tolerance",
        "the tolerance, \(tolerance.seconds), is not below the interval, \(interval.seconds)",
        advice: "Set it below \(interval.seconds).")
}
