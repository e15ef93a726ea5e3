import Forms

/// Rules about background work that only later systems have, from Android 5 and iOS 9 on.
///
/// They are behind one reference, so that `SystemRules` of an earlier system stays small.
public struct LaterRules: Hashable, Sendable {
    public var jobs: JobRules?
    public var processing: ProcessingRules?
    public var standby: StandbyRules?
    public var doze: DozeRules?
    public var alarms: AlarmRules?
    public var foregroundServices: ForegroundServiceRules?
    /// Time until an app with nothing left to do in the background is frozen (AM-207, AM-208).
    public var freezesAfter: TimeSpan?
    public var voipPush: VoIPPushRules?
    public var widgets: WidgetRules?
    /// When services of the system, and the apps that everyone has, keep the processor awake.
    public var ownWork: Spells?
    public var alerts: AlertRules?
    /// Whether Wi-Fi drops multicasts while no app holds a lock (R050).
    public var filtersMulticast = false
    /// Whether an app can be the phone's VPN (R057).
    public var hasPacketTunnels = false

    /// Without the rules that delay no app; `nil` if there are no others.
    var ofDeferral: LaterRules? {
        var rules = self
        (rules.alerts, rules.filtersMulticast, rules.hasPacketTunnels) = (nil, false, false)
        return rules == LaterRules() ? nil : rules
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

    public static let form = Form<AlertRules>(
        "How an alert lights the display of a phone that is not in use.", standard: .init()
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
    public var jobs: JobRules? {
        get { later?.value.jobs }
        set { change { $0.jobs = newValue } }
    }

    public var processing: ProcessingRules? {
        get { later?.value.processing }
        set { change { $0.processing = newValue } }
    }

    public var standby: StandbyRules? {
        get { later?.value.standby }
        set { change { $0.standby = newValue } }
    }

    public var doze: DozeRules? {
        get { later?.value.doze }
        set { change { $0.doze = newValue } }
    }

    public var alarms: AlarmRules? {
        get { later?.value.alarms }
        set { change { $0.alarms = newValue } }
    }

    public var foregroundServices: ForegroundServiceRules? {
        get { later?.value.foregroundServices }
        set { change { $0.foregroundServices = newValue } }
    }

    public var freezesAfter: TimeSpan? {
        get { later?.value.freezesAfter }
        set { change { $0.freezesAfter = newValue } }
    }

    public var voipPush: VoIPPushRules? {
        get { later?.value.voipPush }
        set { change { $0.voipPush = newValue } }
    }

    public var widgets: WidgetRules? {
        get { later?.value.widgets }
        set { change { $0.widgets = newValue } }
    }

    public var ownWork: Spells? {
        get { later?.value.ownWork }
        set { change { $0.ownWork = newValue } }
    }

    public var alerts: AlertRules? {
        get { later?.value.alerts }
        set { change { $0.alerts = newValue } }
    }

    public var filtersMulticast: Bool {
        get { later?.value.filtersMulticast ?? false }
        set { change { $0.filtersMulticast = newValue } }
    }

    public var hasPacketTunnels: Bool {
        get { later?.value.hasPacketTunnels ?? false }
        set { change { $0.hasPacketTunnels = newValue } }
    }

    private mutating func change(_ edit: (inout LaterRules) -> Void) {
        var rules = later?.value ?? LaterRules()
        edit(&rules)
        later = rules == LaterRules() ? nil : Shared(rules)
    }
}
