import Forms
import Kernel

// Rules that a system need not say; the standard is iOS 4.

extension StandardLocationRules: Formed {
    public static let form: Form<StandardLocationRules> = Form(
        "The standard location service in the background.", standard: StandardLocationRules(),
        fields: [
            .statedFlag(
                "keeps-running", \.keepsRunning,
                "Whether an app with the location mode runs on while it runs the service.",
                isRequired: true),
            .statedFlag(
                "wakes-by-timer", \.wakesByTimer,
                "Whether timers of its own wake a suspended app.", isRequired: true),
            .statedFlag(
                "defers-updates", \.defersUpdates,
                "Whether positions can be kept back so that the processor sleeps.",
                isRequired: true),
            .part(
                "pause", \.pause, "When updates of a phone at rest are paused.",
                without: "never"),
            .span(
                "scan-every", \.scanEvery,
                "Between scans of access points while Wi-Fi positions are delivered.", .aboveZero,
                isRequired: true),
            .span(
                "background-every", \.backgroundEvery,
                "An app of rules that is in the background, and neither declares location nor is "
                    + "kept by it, gets no more than one position in this time.",
                .aboveZero, otherwise: .without("as many as it asks for")),
        ])
}

extension StandardLocationRules.Pause: Formed {
    public static let form: Form<StandardLocationRules.Pause> = Form(
        "Rest, as the system recognises it.",
        standard: StandardLocationRules.Pause(after: .zero, within: .zero),
        fields: [
            .span("after", \.after, "After so long at rest.", .aboveZero, isRequired: true),
            .quantity(
                "within", \.within, "A phone that has moved less than this is at rest.",
                .aboveZero, isRequired: true),
        ])
}

extension PlayerRules: Formed {
    public static let form: Form<PlayerRules> = Form(
        "Apps that play or record, beyond audio.", standard: PlayerRules(),
        fields: [
            .span(
                "remote-control-time", \.remoteControlTime,
                "A press of the remote control wakes the last player for so long.", .aboveZero,
                otherwise: .without("it does not")),
            .statedFlag(
                "resumes-after-other-player", \.resumesAfterOtherPlayer,
                "Whether a player may play on by itself after another one.", isRequired: true),
            .statedFlag(
                "keeps-recording", \.keepsRecording,
                "Whether an app that records is kept running.", isRequired: true),
            .statedFlag(
                "drawing-ends-app", \.drawingEndsApp,
                "Whether use of the graphics processor in the background ends an app.",
                isRequired: true),
        ])
}

extension ConnectionRules: Formed {
    public static let form: Form<ConnectionRules> = Form(
        "What the system does for a sleeping app that keeps a connection open.",
        standard: ConnectionRules(),
        fields: [
            .statedFlag(
                "wakes-for-udp", \.wakesForUDP,
                "Whether data on a UDP socket wakes the app, as on a TCP socket.",
                isRequired: true),
            .statedFlag(
                "tells-of-networks", \.tellsOfNetworks,
                "Whether the app is told at once when the phone comes into another network.",
                isRequired: true),
        ])
}

extension TimerRules: Formed {
    public static let form: Form<TimerRules> = Form(
        "Timers of apps.", standard: TimerRules(),
        fields: [
            .statedFlag(
                "wakes-suspended", \.wakesSuspended, "Whether a suspended app's timer wakes it."),
            .quantity(
                "tolerance", \.tolerance,
                "How much of its interval early any timer may come; an app may say more of its "
                    + "own.",
                otherwise: .without("no timer comes early")),
        ])
}

extension AccessoryRules: Formed {
    public static let form: Form<AccessoryRules> = Form(
        "Devices near the phone.", standard: AccessoryRules(),
        fields: [
            .span(
                "coalescing", \.coalescing,
                "What a scan finds within this time is one event to a suspended app.",
                isRequired: true)
        ])
}
