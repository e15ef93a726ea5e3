/// Rules about background work that only later systems have, from Android 5 and iOS 9 on.
///
/// They are behind one reference, so that `SystemRules` of an earlier system stays small.
public struct LaterRules: Hashable, Sendable {
    /// When the system runs jobs of apps; `nil` in this and the next ones: it has no such thing.
    public var jobs: JobRules?
    /// Long jobs for when the phone is idle.
    public var processing: ProcessingRules?
    /// Limits by how much apps are used.
    public var standby: StandbyRules?
    /// When an unused phone holds back its apps.
    public var doze: DozeRules?
    public var alarms: AlarmRules?
    public var foregroundServices: ForegroundServiceRules?
    /// Time until an app with nothing left to do in the background is frozen (AM-207, AM-208);
    /// `nil`: it is suspended at once.
    public var freezesAfter: TimeSpan?
    /// Pushes for calls.
    public var voipPush: VoIPPushRules?
    /// Widgets on the home screen.
    public var widgets: WidgetRules?
    /// When services of the system, and the apps that everyone has, keep the processor awake.
    public var ownWork: Spells?
    public var alerts: AlertRules?
    /// Whether Wi-Fi drops multicasts while no app holds a lock (R050).
    public var filtersMulticast = false
    /// Whether an app's lock keeps Wi-Fi awake with the display off (R049).
    public var honoursWiFiLocks = false
    /// How many times as rarely as the access point asks a sleeping phone hears beacons (R051).
    public var dtimMultiplier = 1
    /// Whether an app can be the phone's VPN (R057).
    public var hasPacketTunnels = false

    static let none = LaterRules()

    /// Without the rules that delay no app; `nil` if there are no others.
    var ofDeferral: LaterRules? {
        var rules = self
        (rules.alerts, rules.filtersMulticast, rules.hasPacketTunnels) = (nil, false, false)
        (rules.honoursWiFiLocks, rules.dtimMultiplier) = (false, 1)
        return rules == .none ? nil : rules
    }
}

public struct AlertRules: Formed, Hashable, Sendable {
    public var light = Light.wakes
    public var pulseTime = TimeSpan.zero

    /// What the display does for an alert.
    public enum Light: String, CaseIterable, Hashable, Sendable {
        case none
        /// The dim ambient display, where the device has one (R067).
        case pulse
        /// The whole display, as for a user (R066, R068).
        case wakes
    }

    public static let form = Form(
        Self(), "How an alert lights the display of a phone that is not in use."
    ).required(
        .statedChoice(
            "light", \.light, what: "a light of alerts",
            "Effect on the display: none, pulse (dim, if the device has an ambient display) or "
                + "wakes.")
    ).optional(.span("pulse-time", \.pulseTime, "Time that a pulse lasts."))
}

/// A value behind a reference: an optional one takes one word.
struct Shared<Value: Hashable & Sendable>: Hashable, Sendable {
    private final class Box: Sendable {
        let value: Value
        init(_ value: Value) { self.value = value }
    }

    private let box: Box

    init(_ value: Value) { box = Box(value) }
    var value: Value { box.value }

    static func == (left: Shared, right: Shared) -> Bool {
        left.box === right.box || left.value == right.value
    }

    func hash(into hasher: inout Hasher) { hasher.combine(value) }
}

extension SystemRules {
    /// A rule of later systems; as in `LaterRules()` where the system has none of them.
    @inline(__always)
    public subscript<Rule>(
        dynamicMember path: WritableKeyPath<LaterRules, Rule> & Sendable
    ) -> Rule {
        get { later?.value[keyPath: path] ?? LaterRules.none[keyPath: path] }
        set {
            var rules = later?.value ?? .none
            rules[keyPath: path] = newValue
            later = rules == .none ? nil : Shared(rules)
        }
    }
}
