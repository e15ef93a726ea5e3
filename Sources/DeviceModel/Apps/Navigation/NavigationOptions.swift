public struct NavigationOptions: Formed, Hashable, Sendable, LocatingOptions {
    public var prompt: Prompt?
    public var stops = Stops.atDestination
    public var route = TransferShape(roundTrips: 4, uplink: Bytes(2000), downlink: Bytes(50_000))

    public struct Prompt: Formed, Hashable, Sendable {
        /// From the start of one to the next; the first comes after one interval.
        public var every = TimeSpan.zero
        /// Shorter than `every`.
        public var duration = TimeSpan.zero

        public static let form = Form(Self(), "Spoken prompts.").required(
            .span(
                "every", \.every, "Time from the start of one prompt to the start of the next.",
                .aboveZero),
            .span("duration", \.duration, "Length of a prompt.", .aboveZero))
    }

    /// When position updates end (SR-022).
    public enum Stops: String, CaseIterable, Hashable, Sendable {
        case atDestination = "at-destination"
        /// They go on until the user opens the app and notices.
        case forgotten
    }

    func check(in setting: PolicySetting) throws(Refusal) {
        let (system, world) = (setting.system, setting.world)
        try system.checkLocatesInBackground()
        if let prompt {
            try system.checkPlaysInBackground()
            try atLeast(Seconds(1), prompt.every.seconds, "prompt")
            let (duration, every) = (prompt.duration.seconds, prompt.every.seconds)
            try refuse(
                duration >= every, option: "prompt",
                "a prompt lasts \(duration), but the next one follows after \(every)",
                advice: "Set it below \(every).")
        }
        try refuse(
            !world.movement.hasDrives,
            "the policy navigates for drivers, but this world has no trips by car",
            advice: "Choose a movement with trips by car, such as office-by-car.")
    }

    public static let form = Form(Self(), "Navigates for drivers.").optional(
        .part("prompt", \.prompt, "Prompts spoken on the way.", without: "nothing"),
        .choice("stops", \.stops, what: "an end of updates", "When position updates end."),
        .part("route", \.route, "Transfer at each departure."))

    var activities: [String] { NavigationPolicy.Activity.names }
    func makePolicy() -> any Policy { NavigationPolicy(self) }
}
