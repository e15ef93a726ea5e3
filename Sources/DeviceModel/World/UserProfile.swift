public struct UserProfile: Formed, Hashable, Sendable {
    /// Empty where a scenario describes the user inline.
    public var name = ""
    public var pickUps: Spells?
    public var brightness = UserProfile.usualBrightness
    public var transfers: TrafficSource?
    public var moreInFront = Milliwatts.zero

    /// Half, as reviewers set it (AnandTech, *The iPhone 4 Review*, 2010).
    public static let usualBrightness = Fraction(0.5)

    public static let form = Form(
        Self(), "A user: pick-ups of the phone, their length, and the brightness of the display.",
        name: "user"
    ).optional(
        .part(
            "pick-ups", \.pickUps,
            "Times with the phone in hand; each opens an app, by its share under opened, or "
                + "another app.", without: "only the sessions of the world"),
        .quantity(
            "brightness", \.brightness,
            "Brightness of the display, from the dimmest (0 %) to the brightest (100 %)."),
        .quantity(
            "more-in-front", \.moreInFront,
            "Mean power of the apps in front above the device's awake-foreground: video, games."
        ).without("nothing"),
        .part(
            "transfers", \.transfers, "Traffic of other apps while the user has them in front.",
            without: "nothing")
    ).checked {
        .when(
            $0.brightness > Fraction(1), "brightness",
            "the brightness is \($0.brightness), but must be at most 100 %",
            advice: "Set it to 100 % or less.")
    }
}

/// The user's random actions during one run.
///
/// A separate object keeps `World` small and fast for a phone in standby.
final class UserDay {
    private let profile: UserProfile
    private var pickUps: Recurrence?
    private var choices: RandomStream
    private var transfers: RandomStream
    /// Cumulative shares of the pick-ups, by app index.
    private let opened: [Double]
    private var nextTransfer: EventKey?

    init(_ profile: UserProfile, apps: [AppWorldProfile], stream: (String) -> RandomStream) {
        self.profile = profile
        pickUps = profile.pickUps.map { $0.recurrence(stream("pick-ups")) }
        choices = stream("opened-apps")
        transfers = stream("transfers-in-front")
        var sum = 0.0
        opened = apps.map { app in
            sum += app.opened.magnitude
            return sum
        }
    }

    func begin(in calendar: inout Calendar) {
        guard let gap = pickUps?.gap(at: calendar.now) else { return }
        calendar.schedule(.rare(.pickUp), at: calendar.now + gap, priority: .arrival)
    }

    /// Draws which app is opened, and schedules when the phone is put down.
    ///
    /// - Returns: the app's index, or `Event.otherApp`.
    func pickUp(in calendar: inout Calendar) -> Int32 {
        let choice = choices.uniform()
        let place = opened.firstIndex { choice < $0 }.map { Int32($0) } ?? Event.otherApp
        if let law = profile.pickUps?.duration, let length = pickUps?.draw(law) {
            calendar.schedule(
                .rare(.putDown(place)), at: calendar.now + TimeSpan(length), priority: .arrival)
        }
        return place
    }

    func putDown(in calendar: inout Calendar) { begin(in: &calendar) }

    /// Transfers at once: an app outside the policies is in front.
    func beginTransfers(in calendar: inout Calendar) {
        guard profile.transfers != nil else { return }
        nextTransfer = calendar.schedule(
            .rare(.transferInFront), at: calendar.now, priority: .arrival)
    }

    func endTransfers(in calendar: inout Calendar) {
        if let nextTransfer { calendar.cancel(nextTransfer) }
        nextTransfer = nil
    }

    func transfer(in calendar: inout Calendar) -> TrafficArrival? {
        guard let source = profile.transfers else { return nil }
        let arrival = TrafficArrival(
            roundTrips: source.roundTrips, uplink: source.uplink.sample(&transfers).count,
            downlink: source.downlink.sample(&transfers).count)
        let gap = TimeSpan(source.every.sample(&transfers))
        nextTransfer = calendar.schedule(
            .rare(.transferInFront), at: calendar.now + gap, priority: .arrival)
        return arrival
    }
}
