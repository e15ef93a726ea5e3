extension SystemRules: Formed {
    /// The name is not a field: it is the file's.
    public static let form = Form(
        Self(), "Rules of an operating system for apps in the background."
    ).optional(also).required(demanded).and(modes + offered + later)

    /// Other names for the file; a system read by one of them takes that name.
    private static let also = Field<SystemRules>(
        "also", "Names of versions that have the same rules.",
        without: "none", content: { _ in .list(.name, 1...Int.max) },
        read: { reader, _ in
            if reader.isThere("also") { _ = reader.givenNames("also") }
        })

    /// Fields that every system must give.
    private static let demanded: [Field<SystemRules>] = [
        .part(
            "task-completion", \.taskCompletion,
            "Task completion: begin and end calls that let an app finish what it began."),
        .part("keep-alive", \.keepAlive, "VoIP keep-alive handler."),
        .part("significant-change", \.significantChange, "Significant-change location service."),
        .part("regions", \.regions, "Region monitoring."),
        .part("audio", \.audio, "Background audio."),
        .part("local-notifications", \.localNotifications, "Local notifications."),
        .part("life-cycle", \.lifeCycle, "Life cycle of an app."),
    ]

    private static let modes: [Field<SystemRules>] = [
        .part(
            "background-fetch", \.backgroundFetch, "Fetching at times that the system chooses.",
            without: noMode),
        .part("remote-notification", \.remoteNotification, "Waking by a push.", without: noMode),
        .part(
            "background-transfer", \.backgroundTransfer,
            "Transfers that the system performs for the app.", without: noMode),
        .part("newsstand", \.newsstand, "Newsstand downloads.", without: noMode),
        .part(
            "external-accessory", \.externalAccessory, "Waking for an accessory.",
            without: noMode),
        .part("bluetooth", \.bluetooth, "Waking for a Bluetooth device.", without: noMode),
        .part(
            "bluetooth-peripheral", \.bluetoothPeripheral,
            "Waking for a Bluetooth device that looks for the phone.", without: noMode),
    ]

    private static let noMode = "the system lacks this mode"

    /// Rules that came later; by default they are those of iOS 4.
    private static let offered: [Field<SystemRules>] = [
        .part(
            "standard-location", \.standardLocation,
            "Standard location service in the background."),
        .part("player", \.player, "Apps that play or record, beyond audio."),
        .part("low-power", \.lowPower, "Effects of a low battery.", without: "nothing"),
        .part(
            "connections", \.connections,
            "Treatment of a sleeping app that keeps a connection open."),
        .part(
            "background-work", \.backgroundWork,
            "Limit on computing in the background.", without: "as much as it likes"),
        .part("timers", \.timers, "Timers of apps."),
        .part(
            "fetch-learning", \.fetchLearning,
            "Times at which the system wakes apps with background fetch.", without: noMode),
        .part("accessories", \.accessories, "Devices near the phone."),
        .part(
            "visits", \.visits, "Rest of the phone that the system reports to apps as a visit.",
            without: "it reports none to apps"),
        .part(
            "push", \.push, "The system's push connection, which the servers of all apps share.",
            without: "no server can push"),
    ]

    /// Rules of systems from 2014 on.
    private static let later: [Field<SystemRules>] = [
        .part("jobs", \.jobs, "Jobs: work of apps that the system schedules.", without: "none"),
        .part(
            "processing", \.processing, "Long tasks that run while the phone is idle.",
            without: noMode),
        .part(
            "standby", \.standby, "Limits on background work by how much an app is used.",
            without: "equal for all"),
        .part(
            "doze", \.doze, "Doze: how a phone that is not in use holds back its apps.",
            without: "it does not"),
        .part("alarms", \.alarms, "Alarms by which the system wakes apps.", without: "no limits"),
        .part(
            "foreground-services", \.foregroundServices,
            "Services that keep an app running in the background while a notification is shown.",
            without: "none"),
        .span(
            "frozen-after", \.freezesAfter,
            "Time after which an app with nothing left to do in the background is frozen.",
            .aboveZero,
            otherwise: .without("it is suspended at once")),
        .part(
            "voip-push", \.voipPush, "VoIP pushes, which wake an app at once and without limit.",
            without: noMode),
        .part(
            "widgets", \.widgets, "Widgets, whose apps the system runs to refresh their content.",
            without: "none"),
        .part(
            "own-work", \.ownWork,
            "Times when services of the system, and apps that everyone has, keep the processor "
                + "awake; they use no radio. A scenario with use: bare leaves them out.",
            without: "none"),
        .part(
            "alerts", \.alerts, "How an alert lights the display of a phone that is not in use.",
            without: "it wakes the display"),
        .statedFlag(
            "filters-multicast", \.filtersMulticast,
            "Whether Wi-Fi drops multicasts while no app holds a multicast lock."),
        .statedFlag(
            "wi-fi-locks", \.honoursWiFiLocks,
            "Whether an app's lock keeps Wi-Fi awake while the display is off."
        ).without("no"),
        .statedCount(
            "dtim-multiplier", \.dtimMultiplier,
            "Factor on a Wi-Fi radio's beacons.dtim while no app holds a multicast lock.", in: 1...9
        ).without("1"),
        .statedFlag("packet-tunnels", \.hasPacketTunnels, "Whether an app can be the phone's VPN."),
    ]

    /// The range of a limit.
    static let counts = 0...1_000_000
}
