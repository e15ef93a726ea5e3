import Forms
import Kernel

extension DiscontinuousReception: Formed {
    public static let form: Form<DiscontinuousReception> = Form(
        "Discontinuous reception of a connected state: listening on for the inactivity timer, then "
            + "only in on-durations, and asleep in between.",
        name: "drx", standard: DiscontinuousReception(inactivity: .zero, on: .zero, long: .zero),
        atLeastOne: [["micro-sleep", "light-sleep", "deep-sleep"]],
        fields: [
            .span(
                "inactivity", \.inactivity,
                "How long the phone listens on after data (drx-InactivityTimer).", .aboveZero,
                isRequired: true),
            .span(
                "on", \.on, "How long it listens in each cycle (drx-onDurationTimer).",
                .aboveZero, isRequired: true),
            .part(
                "short", \.short, "The short cycle, before the long one.",
                without: "the long cycle at once"),
            .span(
                "long", \.long, "The long cycle, a whole multiple of the short one.", .aboveZero,
                isRequired: true),
            .part(
                "micro-sleep", \.micro, "The shallowest sleep.",
                without: "awake in pauses too short for another"),
            .part("light-sleep", \.light, "A deeper sleep.", without: "none"),
            .part("deep-sleep", \.deep, "The deepest sleep.", without: "none"),
            .rule(
                "downlink", \.downlink, what: "what becomes of data that comes down",
                "at-once: what comes down while the phone sleeps is carried as it comes. waits: "
                    + "the network holds it until the next on-duration, as the standard has it, "
                    + "or until the phone sends something."),
        ])
}

extension DiscontinuousReception.ShortCycle: Formed {
    public static let form: Form<DiscontinuousReception.ShortCycle> = Form(
        "A short cycle.", name: "short-cycle",
        standard: DiscontinuousReception.ShortCycle(cycle: .zero, count: 1),
        fields: [
            .span(
                "cycle", \.cycle, "One on-duration and the pause after it.", .aboveZero,
                isRequired: true),
            .statedCount(
                "count", \.count,
                "How many of them, after the inactivity timer, before the long cycle "
                    + "(drx-ShortCycleTimer).", in: 1...16),
        ])
}

extension DiscontinuousReception.SleepLevel: Formed {
    public static let form: Form<DiscontinuousReception.SleepLevel> = Form(
        "A depth of sleep.", name: "sleep",
        standard: DiscontinuousReception.SleepLevel(power: .zero),
        fields: [
            .quantity("power", \.power, "Drawn asleep.", isRequired: true),
            .quantity(
                "transition", \.transition,
                "What falling asleep and waking up take besides, together."
            ).without("nothing"),
            .span(
                "least-gap", \.leastGap,
                "The shortest pause, to the next on-duration, in which the phone sleeps so deeply."
            ).without("any pause"),
        ])
}
