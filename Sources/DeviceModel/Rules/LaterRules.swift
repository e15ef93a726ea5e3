import Kernel

/// Rules about background work that only later systems have, from Android 5 and iOS 9 on.
///
/// They lie behind one reference, so that the rules of an earlier system are as small as before.
public struct LaterRules: Hashable, Sendable {
    /// `nil` where the system schedules no jobs.
    public var jobs: JobRules?
    /// `nil` where the system has no long work for when the phone is idle.
    public var processing: ProcessingRules?
    /// `nil` where apps are treated alike, however much they are used.
    public var standby: StandbyRules?
    /// `nil` where a phone that is not in use holds nothing back.
    public var doze: DozeRules?
    /// `nil` where alarms have no limits.
    public var alarms: AlarmRules?
    /// `nil` where the system knows no such services.
    public var foregroundServices: ForegroundServiceRules?
    /// An app with nothing left to do in the background is frozen after this (AM-207, AM-208);
    /// `nil`: it is suspended at once.
    public var freezesAfter: TimeSpan?
    /// `nil` where no push is a call.
    public var voipPush: VoIPPushRules?
    /// `nil` where the system has no widgets.
    public var widgets: WidgetRules?
}

/// A value behind a reference: what has none of it copies one word.
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
    /// When the system runs jobs of apps; `nil`: it has none.
    public var jobs: JobRules? {
        get { later?.value.jobs }
        set { change { $0.jobs = newValue } }
    }

    /// Long work for when the phone is idle; `nil`: the system has none.
    public var processing: ProcessingRules? {
        get { later?.value.processing }
        set { change { $0.processing = newValue } }
    }

    /// What apps may do by how much they are used; `nil`: all the same.
    public var standby: StandbyRules? {
        get { later?.value.standby }
        set { change { $0.standby = newValue } }
    }

    /// When a phone that is not in use holds back what its apps do; `nil`: never.
    public var doze: DozeRules? {
        get { later?.value.doze }
        set { change { $0.doze = newValue } }
    }

    /// Limits of alarms; `nil`: there are none.
    public var alarms: AlarmRules? {
        get { later?.value.alarms }
        set { change { $0.alarms = newValue } }
    }

    /// Services that keep an app running while a notification is shown; `nil`: there are none.
    public var foregroundServices: ForegroundServiceRules? {
        get { later?.value.foregroundServices }
        set { change { $0.foregroundServices = newValue } }
    }

    /// An app with nothing left to do in the background is frozen after this; `nil`: at once.
    public var freezesAfter: TimeSpan? {
        get { later?.value.freezesAfter }
        set { change { $0.freezesAfter = newValue } }
    }

    /// Pushes of calls; `nil`: there are none.
    public var voipPush: VoIPPushRules? {
        get { later?.value.voipPush }
        set { change { $0.voipPush = newValue } }
    }

    /// Widgets on the home screen; `nil`: there are none.
    public var widgets: WidgetRules? {
        get { later?.value.widgets }
        set { change { $0.widgets = newValue } }
    }

    private mutating func change(_ edit: (inout LaterRules) -> Void) {
        var rules = later?.value ?? LaterRules()
        edit(&rules)
        later = rules == LaterRules() ? nil : Shared(rules)
    }
}
