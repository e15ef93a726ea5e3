import Forms
import Kernel

extension SystemRules: Formed {
    /// The name is not a field: it is the file's.
    public static let form: Form<SystemRules> = Form(
        "What an operating system lets an app do in the background.", standard: SystemRules(),
        fields: [also] + demanded + modes + offered + later)

    /// Other names for the file; a system read by one of them takes that name.
    private static let also = Field<SystemRules>(
        "also", "Names of versions that have the same rules.", isRequired: false,
        without: "none", content: { _ in .list(.name, 1...Int.max) },
        read: { reader, _ in
            if reader.isThere("also") { _ = reader.givenNames("also") }
        },
        text: { _ in nil })

    /// Fields that every system must give.
    private static let demanded: [Field<SystemRules>] = [
        .part(
            "task-completion", \.taskCompletion,
            "Begin and end pairs that let an app finish what it began.", isRequired: true),
        .part("keep-alive", \.keepAlive, "The VoIP keep-alive handler.", isRequired: true),
        .part(
            "significant-change", \.significantChange,
            "The significant-change location service.", isRequired: true),
        .part("regions", \.regions, "Region monitoring.", isRequired: true),
        .part("audio", \.audio, "Background audio.", isRequired: true),
        .part(
            "local-notifications", \.localNotifications, "Local notifications.", isRequired: true),
        .part(
            "life-cycle", \.lifeCycle, "What happens to an app as it comes and goes.",
            isRequired: true),
    ]

    private static let modes: [Field<SystemRules>] = [
        .part(
            "background-fetch", \.backgroundFetch, "Fetching at times that the system chooses.",
            without: noMode),
        .part(
            "remote-notification", \.remoteNotification, "Waking on a push.", without: noMode),
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

    private static let noMode = "the system has no such mode"

    /// Rules that came later; by default they are those of iOS 4.
    private static let offered: [Field<SystemRules>] = [
        .part(
            "standard-location", \.standardLocation,
            "The standard location service in the background."),
        .part("player", \.player, "Apps that play or record, beyond audio."),
        .part(
            "low-power", \.lowPower, "What the system does when its battery is nearly empty.",
            without: "nothing"),
        .part(
            "connections", \.connections,
            "What the system does for a sleeping app that keeps a connection open."),
        .part(
            "background-work", \.backgroundWork,
            "How much an app may compute in the background.", without: "as much as it likes"),
        .part("timers", \.timers, "Timers of apps."),
        .part(
            "fetch-learning", \.fetchLearning, "When apps with background fetch are woken.",
            without: noMode),
        .part("accessories", \.accessories, "Devices near the phone."),
        .part(
            "visits", \.visits,
            "What the system holds for a visit, of which it tells apps: the phone is at rest.",
            without: "it tells apps of none"),
        .part(
            "push", \.push, "The system's own connection, over which the servers of all apps push.",
            without: "no server can push"),
    ]

    /// Rules of systems from 2014 on.
    private static let later: [Field<SystemRules>] = [
        .part(
            "jobs", \.jobs, "When the system runs work that apps have handed to it as jobs.",
            without: "it has no jobs"),
        .part(
            "processing", \.processing, "Long work for when the phone is idle.", without: noMode),
        .part(
            "standby", \.standby,
            "What apps may do in the background by how much they are used.",
            without: "all of them the same"),
        .part(
            "doze", \.doze,
            "When a phone that is not in use holds back what its apps want to do.",
            without: "it does not"),
        .part(
            "alarms", \.alarms, "Alarms by which the system wakes apps.",
            without: "they have no limits"),
        .part(
            "foreground-services", \.foregroundServices,
            "Services that keep an app running in the background while a notification is shown.",
            without: "there are none"),
        .span(
            "frozen-after", \.freezesAfter,
            "An app with nothing left to do in the background is frozen after this.", .aboveZero,
            otherwise: .without("it is suspended at once")),
        .part(
            "voip-push", \.voipPush,
            "Pushes of calls, which wake an app at once and as often as they come.",
            without: noMode),
        .part(
            "widgets", \.widgets,
            "Widgets, whose apps the system runs to renew what they show.",
            without: "there are none"),
    ]

    /// The range of a limit.
    static let counts = 0...1_000_000
}
