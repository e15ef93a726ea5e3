import Kernel

/// One rule of an app: when something happens and some conditions hold, the app does some steps.
///
/// A rule that fires begins an *errand*: its steps in order, as the app, under the system's rules.
public struct AppRule: Hashable, Sendable {
    /// As results show it; the energy of the rule's errands is booked under it.
    public var name = ""
    /// Each of them begins the rule's errand; at least one. Of several, an interval counts from the
    /// last time that any of them fired.
    public var triggers = [RuleTrigger.launched]
    /// All of them hold, or no errand begins. The app's own code looks at them: a wake-up has been
    /// paid by then.
    public var conditions: [RuleCondition] = []
    public var steps: [RuleStep] = []
    /// Whether an errand begins while another one of the rule is under way.
    public var isParallel = false
    public var isAfterWait = false
    public var isAgain = false
}

/// What makes a rule fire.
public enum RuleTrigger: Hashable, Sendable {
    /// The app is launched, by its user or by the system.
    case launched
    /// The user brings the app to the front.
    case opened
    /// The user leaves the app.
    case left
    /// A span has passed since the last time; drawn longer by up to `jitter`.
    case every(TimeSpan, by: RuleClock?, tolerance: TimeSpan, jitter: TimeSpan)
    /// A time of the day.
    case at(TimeSpan, by: RuleClock?)
    /// Something has come to the app's server, which pushes.
    case message(TransferShape, RulePush = .usual)
    /// Something has come to the app's server, which sends it over the app's own connection.
    case received(TransferShape)
    /// The user has made something to send, which lies in the app's outbox.
    case item
    /// The phone is in another network.
    case network
    /// The phone comes to a charger, or leaves it.
    case charging(Bool)
    /// The battery is nearly empty, as the system has it, or no longer.
    case lowPower(Bool)
    /// The battery has come below this share of it.
    case batteryBelow(Fraction)
    /// A telephone call begins or ends.
    case call(CallMoment)
    /// An errand of the rule with this name is done.
    case after(String)
    /// The system tells of a move to other cells.
    case significantChange
    /// The system tells of a region that the phone has entered or left.
    case region(String, RegionMoment)
    /// The system tells of a place at which the phone has come to rest, or that it has left.
    case visit(VisitMoment)
    /// A position of the app's own is so far from the one at which the rule last fired.
    case moved(Meters)
    /// A device near the phone says something.
    case accessory(RuleAccessory)
    /// Other apps' traffic has the radio up, and something lies in the outbox.
    case radioUp
    /// The system calls the user for a reminder that it was handed, and does not run the app,
    /// unless it is in front.
    case reminders(RuleReminders)
    /// The system has carried all that the app handed over.
    case transferDone
    /// What a log says that the app did, at the times that it says.
    case recorded(RecordedBehaviour)
    /// The system's scheduler runs a job of the app's.
    case job(RuleJob)
}

/// What calls an app at a time.
public enum RuleClock: String, BitwiseCopyable, CaseIterable, Hashable, Sendable {
    /// The app's own timer: it stands still while the app is suspended, and is gone when it ends.
    case timer
    /// An alarm of the system, which wakes the app.
    case alarm
    /// An alarm that comes while the phone dozes, too, by the system's quota.
    case idleAlarm = "alarm-while-idle"
    /// The system's background fetch, when the system thinks fit.
    case refresh
    /// The system renews the app's widget, by its budget (IM-086 to IM-089).
    case widget
    /// The system calls the user at that time, and does not run the app, unless it is in front.
    case localNotification = "local-notification"
}

/// What the pushes of an app's server are to its user, and when they fire a rule.
public struct RulePush: BitwiseCopyable, Hashable, Sendable {
    /// Whether a push says what has come: the user knows it by that, and a fetch gets only what
    /// belongs to it.
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

/// A device near the phone, to which an app listens.
public struct RuleAccessory: Hashable, Sendable {
    public var link: AccessoryOptions.Link
    public var every: TimeSpan
    public var interval = AccessoryOptions.usualInterval
}

public enum VisitMoment: String, BitwiseCopyable, CaseIterable, Hashable, Sendable {
    case arrived
    case departed
    case both
}

public enum CallMoment: String, BitwiseCopyable, CaseIterable, Hashable, Sendable {
    case begins
    case ends
}

public enum RegionMoment: String, BitwiseCopyable, CaseIterable, Hashable, Sendable {
    case entered
    case left
    case crossed
}

/// What must hold for an errand to begin, or for a loop to go on.
public enum RuleCondition: BitwiseCopyable, Hashable, Sendable {
    case network(RuleNetwork)
    /// Whether the phone is at a charger.
    case charging(Bool)
    case batteryAbove(Fraction)
    case batteryBelow(Fraction)
    /// Whether the user has the app in front.
    case inFront(Bool)
    /// The time of day; a span that ends before it begins contains midnight.
    case between(TimeSpan, TimeSpan)
    /// With this chance, drawn anew each time.
    case chance(Fraction)
    /// Every *n*-th time that it is asked; the first is the *n*-th.
    case everyNth(Int32)
    /// At least so many things lie in the outbox.
    case queued(Int32)
    /// The app's last fetch got something.
    case fetched
    /// The app has no position, or the last one is older than this.
    case positionOlder(TimeSpan)
    /// Whether the system holds the battery for nearly empty.
    case lowPower(Bool)
    /// Whether a parameter of the app says so.
    case setting(Bool)
}

/// How the phone is connected.
public enum RuleNetwork: String, BitwiseCopyable, CaseIterable, Hashable, Sendable {
    /// Servers can be reached.
    case any
    case wifi = "wi-fi"
    case cellular
}
