import Forms
import Kernel

extension WorldProfile: Formed {
    /// Movement, cells and regions are not options: they may have files of their own.
    public static let form: Form<WorldProfile> = Form(
        "What happens to the phone whatever the policy does.", standard: WorldProfile(),
        fields: surroundings + network + people
            + AppWorldProfile.form.fields.map { $0.within(\.onlyApp) } + phone + sound)

    private static let surroundings: [Field<WorldProfile>] = [
        .list(
            "other-traffic", \.writtenTraffic,
            "Mail, push, other apps: by their laws, or as they were recorded.", count: 0...1000,
            without: "none"),
        .part(
            "sky", \.sky, "Where satellites are received, and how well.", without: "everywhere"),
        // Not listed in files: known coverage matters only where an app requests positions.
        .quantity(
            "wi-fi-coverage", \.wifiCoverage, "The share of places whose access points are known."
        ).without(nil).spelled("100 %"),
    ]

    private static let network: [Field<WorldProfile>] = [
        .law(
            "nat-idle-timeout", \.network.natIdleTimeout,
            "After this long without a packet a middlebox forgets a connection; drawn once for "
                + "each network.", .betweenEvents, otherwise: .without("never")),
        .part(
            "network-change", \.network.change,
            "Changes of network, each of which ends all connections.", without: "none",
            form: recurring),
        .law(
            "nat-idle-timeout-udp", \.network.natIdleTimeoutUDP,
            "The same for UDP; needed where a policy's transport is udp and nat-idle-timeout is "
                + "there.", .betweenEvents, otherwise: .without(nil)),
        .span(
            "server-idle-timeout", \.network.serverIdleTimeout,
            "After this long without a packet the server closes a connection, and says so.",
            .aboveZero, otherwise: .without("never")),
        .flag(
            "push-connection", \.keepsPushConnection,
            "Whether the system keeps its connection for pushes up under every policy, as for "
                + "apps that are none of the scenario's; otherwise only where an app's server "
                + "pushes."),
        .part(
            "signal", \.signal,
            "Levels of the signal of the scenario's radio, which its profile has under levels.",
            without: "always the same"),
        .part(
            "outages", \.network.outages,
            "Times in which no server can be reached, which end all connections.",
            without: "none"),
        .part(
            "wi-fi", \.wifi,
            "When the phone has a Wi-Fi network that it knows; for a scenario with wi-fi-radio.",
            without: "never"),
    ]

    private static let people: [Field<WorldProfile>] = [
        .part("incoming-calls", \.calls, "VoIP calls to the app.", without: "none"),
        .part(
            "phone-calls", \.phoneCalls, "Cellular calls, which interrupt playing.",
            without: "none"),
        .part("listening", \.listening, "A user who listens to music.", without: nil),
    ]

    private static let phone: [Field<WorldProfile>] = [
        .part(
            "memory-pressure", \.memoryPressure, "Times when memory is short.", without: "none"),
        .part(
            "restarts", \.restarts, "Times that the phone is switched off and on.",
            without: "none", form: recurring),
        .part(
            "other-apps", \.otherApps, "When the user has another app in front.",
            without: "never"),
        .part(
            "battery", \.battery, "The battery, which may be empty before the run is over.",
            without: "it lasts"),
        .quantity(
            "other-apps-memory", \.otherAppsMemory,
            "What the user's apps that are none of the scenario's hold in a device's memory.",
            .aboveZero, otherwise: .without("nothing")),
        .part("charging", \.charging, "When the phone is at a charger.", without: "never"),
    ]

    private static let sound: [Field<WorldProfile>] = [
        .part(
            "remote-control", \.ownSound.remoteControl,
            "Presses of the button that plays and pauses; the last player's.", without: "none",
            form: recurring),
        .part(
            "next-track", \.ownSound.nextTrack,
            "Presses of the button for the next track; the last player's.", without: "none",
            form: recurring),
        .part(
            "previous-track", \.ownSound.previousTrack,
            "Presses of the button back to the track's beginning; the last player's.",
            without: "none", form: recurring),
        .part(
            "headset-removed", \.ownSound.headsetRemoved, "Times that the headset is pulled out.",
            without: "none", form: recurring),
        .part(
            "other-player", \.ownSound.otherPlayer,
            "When a player that is none of the apps plays.", without: "never"),
        .part(
            "air-play", \.ownSound.airPlay,
            "When sound goes to a receiver over Wi-Fi, while the phone is on Wi-Fi.",
            without: "never"),
    ]

    /// A recurring event, written as its gap.
    static let recurring: Form<Distribution<Seconds>> = Form(
        "Something that happens now and then.", name: "recurring", standard: .constant(.zero),
        fields: [.law("every", \.self, "From one to the next.", .betweenEvents, isRequired: true)])

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

extension AppWorldProfile: Formed {
    public static let form: Form<AppWorldProfile> = Form(
        "What is there for one of several apps.", name: "appWorld", standard: AppWorldProfile(),
        fields: [
            .quantity(
                "opened", \.opened,
                "The share of the user's pick-ups that open the app: of all apps 100 % at most."
            ).without("none"),
            .part(
                "sessions", \.sessions,
                "When the user has the app in front, whatever pick-ups there are.", without: nil),
            .part(
                "force-quits", \.forceQuits, "Times that the user swipes the app away.",
                without: "none", form: WorldProfile.recurring),
            .part(
                "messages", \.messages, "Things that come to the app's server for its user.",
                without: nil),
            .part("outbox", \.outbox, "Things that the app has to send.", without: nil),
            .part(
                "pauses", \.pauses, "When the user has the app's sound paused.", without: nil),
            .part("recordings", \.recordings, "When the user has the app record.", without: nil),
            .part(
                "out-of-range", \.outOfRange, "When the app's accessory is out of range.",
                without: "never"),
        ])
}

extension Spells: Formed {
    public static let form: Form<Spells> = Form(
        "Something that lasts for a while.", name: "spells", standard: Spells(),
        fields: [
            .law(
                "every", \.every, "From the end of one to the beginning of the next.",
                .betweenEvents, isRequired: true),
            .law("duration", \.duration, "How long one is.", .betweenEvents, isRequired: true),
            .byHour("by-hour", \.byHour),
        ])
}
