/// One rule of an app: when a trigger fires and all conditions hold, the app does some steps.
///
/// A rule that fires begins an *errand*: its steps in order, under the system's rules.
public struct AppRule: Hashable, Sendable {
    /// The name in results and energy bookings.
    public var name = ""
    /// At least one. An interval restarts when any of several triggers fires.
    public var triggers = [RuleTrigger.launched]
    /// All must hold. The app's code checks them, so that a wake-up has been paid for.
    public var conditions: [RuleCondition] = []
    public var steps: [RuleStep] = []
    /// Whether an errand may begin while another of the rule is under way.
    public var isParallel = false
    public var isAfterWait = false
    public var isAgain = false
}

public enum RuleTrigger: Hashable, Sendable {
    case launched, opened, left
    /// A span since the last time, plus up to `jitter` at random.
    case every(TimeSpan, by: RuleClock?, tolerance: TimeSpan, jitter: TimeSpan)
    case at(TimeSpan, by: RuleClock?)
    /// The app's server has something, and sends a push.
    case message(TransferShape, RulePush = .usual)
    /// The app's server has something, and sends it over the app's own connection.
    case received(TransferShape)
    /// The user adds an item to the app's outbox.
    case item, network
    /// The phone is put on a charger (`true`) or taken off.
    case charging(Bool)
    /// The system's low-power mode begins (`true`) or ends.
    case lowPower(Bool)
    /// The charge drops below this share.
    case batteryBelow(Fraction)
    case call(CallMoment)
    /// An errand of the rule with this name is done.
    case after(String)
    /// The system reports a move to other cells.
    case significantChange
    case region(String, RegionMoment)
    case visit(VisitMoment)
    /// The app gets a position this far from where the rule last fired.
    case moved(Meters)
    case accessory(RuleAccessory)
    /// Other apps' traffic has the radio up, and the outbox is not empty.
    case radioUp
    /// The system alerts the user, and runs the app only if it is in front.
    case reminders(RuleReminders)
    /// The system has carried all that the app handed over.
    case transferDone
    /// Replays a log of what the app did.
    case recorded(RecordedBehaviour)
    case job(RuleJob)
}

/// The clock that triggers a rule at a time.
public enum RuleClock: String, BitwiseCopyable, CaseIterable, Hashable, Sendable {
    /// The app's own timer: stops while the app is suspended, and is lost when it ends.
    case timer
    /// A system alarm, which wakes the app.
    case alarm
    /// An alarm that fires even in Doze, within the system's quota.
    case idleAlarm = "alarm-while-idle"
    /// Background fetch, at times that the system chooses.
    case refresh
    /// The system renews the app's widget, within its budget (IM-086 to IM-089).
    case widget
    /// The system alerts the user, and runs the app only if it is in front.
    case localNotification = "local-notification"
}

/// The meaning of a server's pushes to the user, and when they fire a rule.
public struct RulePush: BitwiseCopyable, Hashable, Sendable {
    /// Whether a push says what has arrived, which the user then knows without a fetch.
    public var tells = false
    public var alerts = true
    public var moment = PushMoment.any

    public static let usual = RulePush()
}

/// Where the app is when a push fires a rule.
public enum PushMoment: String, BitwiseCopyable, CaseIterable, Hashable, Sendable {
    case any
    case inFront = "in-front"
    case behind
}

public struct RuleAccessory: Formed, Hashable, Sendable {
    public var link: AccessoryOptions.Link
    public var every: TimeSpan
    public var interval = AccessoryOptions.usualInterval
    public var scan = ScanRequest()

    public static let form = Form(
        RuleAccessory(link: .external, every: .zero), "A device near the phone."
    ).required(
        .choice("link", \.link, what: "a link to a device", "How the device talks to the phone."),
        .span("every", \.every, "Interval between events.", .aboveZero)
    ).optional(
        .span(
            "interval", \.interval,
            "Interval between connection events or advertisements, each of which costs energy.",
            .aboveZero)
    ).and(ScanRequest.fields.map { $0.within(\.scan) })
}

public enum VisitMoment: String, BitwiseCopyable, CaseIterable, Hashable, Sendable {
    case arrived, departed, both
}

public enum CallMoment: String, BitwiseCopyable, CaseIterable, Hashable, Sendable {
    case begins, ends
}

public enum RegionMoment: String, BitwiseCopyable, CaseIterable, Hashable, Sendable {
    case entered, left, crossed
}

/// A condition for an errand to begin, or for a loop to continue.
public enum RuleCondition: BitwiseCopyable, Hashable, Sendable {
    case network(RuleNetwork)
    case charging(Bool)
    case batteryAbove(Fraction)
    case batteryBelow(Fraction)
    case inFront(Bool)
    /// A part of the day; if its end is before its start, it contains midnight.
    case between(TimeSpan, TimeSpan)
    /// Drawn anew each time.
    case chance(Fraction)
    /// Holds on every *n*-th evaluation, first on the *n*-th.
    case everyNth(Int32)
    /// The outbox holds at least this many items.
    case queued(Int32)
    case fetched
    /// True for an app without a position, too.
    case positionOlder(TimeSpan)
    case lowPower(Bool)
    /// The value of one of the app's parameters.
    case setting(Bool)
}

/// How the phone is connected.
public enum RuleNetwork: String, BitwiseCopyable, CaseIterable, Hashable, Sendable {
    /// Servers can be reached.
    case any
    case wifi = "wi-fi"
    case cellular
}

extension TimerRules {
    /// Whether a timer of the rule's own stands still while the phone sleeps.
    public func standStill(_ rule: AppRule, of app: OwnAppOptions) -> Bool {
        guard !runWhileAsleep || app.kept == .packetTunnel else { return false }
        return rule.triggers.contains { trigger in
            switch trigger {
            case .every(_, let clock, _, _), .at(_, let clock): clock == .timer
            default: false
            }
        }
    }
}
