import Kernel

/// Options of `navigation`.
public struct NavigationOptions: Hashable, Sendable {
    /// What is spoken on the way; `nil`: nothing.
    public var prompt: Prompt?
    public var stops: Stops
    /// The route, fetched at each departure.
    public var route: TransferShape

    /// Spoken prompts.
    public struct Prompt: Hashable, Sendable {
        /// From the beginning of one to the next; the first comes after one such time.
        public var every: TimeSpan
        /// Shorter than `every`.
        public var duration: TimeSpan

        public init(every: TimeSpan, duration: TimeSpan) {
            self.every = every
            self.duration = duration
        }
    }

    /// When updates of the position end (SR-022).
    public enum Stops: String, CaseIterable, Hashable, Sendable {
        case atDestination = "at-destination"
        /// They go on until the user opens the app and sees it.
        case forgotten
    }

    public init(prompt: Prompt?, stops: Stops, route: TransferShape) {
        self.prompt = prompt
        self.stops = stops
        self.route = route
    }

    func check(in setting: PolicySetting) throws(Refusal) {
        let (system, world) = (setting.system, setting.world)
        try system.checkLocatesInBackground()
        if let prompt {
            if !system.audio.keepsRunning { throw .audioNotKeptRunning(system: system.name) }
            try atLeast(Seconds(1), prompt.every.seconds, "prompt")
            if prompt.duration <= .zero {
                throw .nonPositive(option: "prompt", found: "\(prompt.duration.seconds)")
            }
            if prompt.duration >= prompt.every {
                throw .promptTooLong(duration: prompt.duration, every: prompt.every)
            }
        }
        if !world.movement.hasDrives { throw .nobodyDrives }
    }
}
