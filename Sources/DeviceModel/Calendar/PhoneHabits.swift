public struct PhoneHabits: Formed, Hashable, Sendable {
    public var displayIsAlwaysOn = false
    public var liesFaceDown = false
    public var doNotDisturb: DailyWindow?
    public var alarmClock: TimeSpan?

    public static let form = Form(
        Self(), "Settings of the phone's user, and the side on which the phone lies."
    ).optional(
        .flag(
            "always-on-display", \.displayIsAlwaysOn,
            "Whether the dim display shows the time while it is not lit."),
        .flag(
            "face-down", \.liesFaceDown,
            "Whether the phone lies on its display, which notifications then do not light."),
        .part(
            "do-not-disturb", \.doNotDisturb,
            "Hours of each day in which no alert lights the display, sounds or vibrates.",
            without: "none", form: DailyWindow.fixed),
        .span(
            "alarm-clock", \.alarmClock,
            "Time of day at which an alarm clock wakes the display, as time since midnight.",
            otherwise: .without("none"))
    ).checked { $0.alarmClock?.faultAsTimeOfDay("alarm-clock") }

    /// Whether the dim display shows the time; a phone turns it off while it lies face down.
    var showsTime: Bool { displayIsAlwaysOn && !liesFaceDown }

    /// Whether an alert at this time stays without any sign.
    func silences(_ now: Instant) -> Bool {
        doNotDisturb.map { now.isBetween($0.from, $0.until) } ?? false
    }

    /// The next time that the alarm clock rings, after `now`; `nil`: never.
    func nextAlarm(after now: Instant) -> Instant? { alarmClock.map { now.next($0, orNow: false) } }
}
