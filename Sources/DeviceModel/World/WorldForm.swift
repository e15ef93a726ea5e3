extension WorldProfile: Formed {
    /// Movement, cells and regions are not options: they may have files of their own.
    public static let form = Form(Self(), "Events that do not depend on the policy.").and(
        surroundings + network + people + AppWorldProfile.form.fields.map { $0.within(\.onlyApp) }
            + phone + sound)

    private static let surroundings: [Field<WorldProfile>] = [
        .list(
            "other-traffic", \.writtenTraffic,
            "Mail, push, other apps: by distributions, or as recorded.", count: 0...1000,
            without: "none"),
        .part("sky", \.sky, "Reception of satellites, and its quality.", without: "everywhere"),
        // Not listed in files: known coverage matters only where an app requests positions.
        .quantity(
            "wi-fi-coverage", \.wifiCoverage, "Share of places whose access points are known."
        ).without(nil).spelled("100 %"),
    ]

    private static let network: [Field<WorldProfile>] = [
        .law(
            "nat-idle-timeout", \.network.natIdleTimeout,
            "Time without a packet after which a middlebox forgets a connection; drawn once for "
                + "each network.", .betweenEvents, otherwise: .without("never")),
        .part(
            "network-change", \.network.change,
            "Changes of network, each of which ends all connections.", without: "none",
            form: recurring),
        .law(
            "nat-idle-timeout-udp", \.network.natIdleTimeoutUDP,
            "Idle timeout for UDP; needed if a policy's transport is udp and nat-idle-timeout "
                + "is set.", .betweenEvents, otherwise: .without(nil)),
        .span(
            "server-idle-timeout", \.network.serverIdleTimeout,
            "Time without a packet after which the server closes a connection, and reports it.",
            .aboveZero, otherwise: .without("never")),
        .flag(
            "push-connection", \.keepsPushConnection,
            "Whether the system keeps its push connection under every policy, for apps outside "
                + "the scenario; otherwise only if an app's server pushes."),
        .part(
            "signal", \.signal,
            "Signal levels of the scenario's radio, which its profile lists under levels.",
            without: "always the same"),
        .part(
            "outages", \.network.outages,
            "Times when no server can be reached; each ends all connections.", without: "none"),
        .part(
            "no-network", \.network.absence,
            "A time when the phone has no network: in flight mode, or without coverage.",
            without: "it always has one"),
        .part(
            "wi-fi", \.wifi, "Times with a known Wi-Fi network; for a scenario with wi-fi-radio.",
            without: "never"),
    ]

    private static let people: [Field<WorldProfile>] = [
        .part("incoming-calls", \.calls, "VoIP calls to the app.", without: "none"),
        .part(
            "phone-calls", \.phoneCalls, "Cellular calls, which interrupt playback.",
            without: "none"),
        .part("listening", \.listening, "A user who listens to music.", without: nil),
    ]

    private static let phone: [Field<WorldProfile>] = [
        .part("memory-pressure", \.memoryPressure, "Times when memory is short.", without: "none"),
        .part(
            "restarts", \.restarts, "Times that the phone is switched off and on.",
            without: "none", form: recurring),
        .part(
            "other-apps", \.otherApps, "Times when the user has another app in front.",
            without: "never"),
        .part(
            "battery", \.battery, "Battery, which may become empty before the end of the run.",
            without: "it lasts"),
        .quantity(
            "other-apps-memory", \.otherAppsMemory,
            "Memory that the user's apps outside the scenario hold.",
            .aboveZero, otherwise: .without("nothing")),
        .part("charging", \.charging, "Times at a charger.", without: "never"),
        .part(
            "habits", \.habits,
            "Settings of the phone's user, and the side on which the phone lies."),
    ]

    private static let sound: [Field<WorldProfile>] = [
        .part(
            "remote-control", \.ownSound.remoteControl,
            "Presses of the play/pause button, which reach the last player.", without: "none",
            form: recurring),
        .part(
            "next-track", \.ownSound.nextTrack,
            "Presses of the next-track button, which reach the last player.", without: "none",
            form: recurring),
        .part(
            "previous-track", \.ownSound.previousTrack,
            "Presses of the previous-track button, which reach the last player.",
            without: "none", form: recurring),
        .part(
            "headset-removed", \.ownSound.headsetRemoved, "Times that the headset is pulled out.",
            without: "none", form: recurring),
        .part(
            "other-player", \.ownSound.otherPlayer,
            "Times when another player, outside the scenario, plays.", without: "never"),
        .part(
            "air-play", \.ownSound.airPlay,
            "Times when sound goes to a receiver over Wi-Fi, while the phone is on Wi-Fi.",
            without: "never"),
    ]

    /// A recurring event, written as its gap.
    static let recurring = Form<Distribution<Seconds>>(
        .constant(.zero), "A recurring event.", name: "recurring"
    ).required(.law("every", \.self, "Time from one event to the next.", .betweenEvents))

    /// Random sources, then recordings.
    private var writtenTraffic: [WrittenTraffic] {
        get {
            otherTraffic.map { WrittenTraffic(source: $0) }
                + recordedTraffic.map { WrittenTraffic(recorded: $0) }
        }
        set {
            otherTraffic = newValue.filter { $0.recorded == nil }.map(\.source)
            recordedTraffic = newValue.compactMap(\.recorded)
        }
    }

    /// An app that is alone on the phone.
    private var onlyApp: AppWorldProfile {
        get { apps[0] }
        set { apps[0] = newValue }
    }

    private var calls: Calls? {
        get {
            incomingCalls.map { Calls(every: $0, byHour: callsByHour, answers: callAnswers) }
        }
        set {
            (incomingCalls, callAnswers) = (newValue?.every, newValue?.answers)
            callsByHour = newValue?.byHour
        }
    }

    private var ownSound: SoundHappenings {
        get { sound ?? SoundHappenings() }
        set { sound = newValue == SoundHappenings() ? nil : newValue }
    }
}
