extension Refusal {
    static func audioNotKeptRunning(system: String) -> Refusal {
        Refusal(
            "\(system) suspends an app that plays in the background",
            advice: "", isOfSystem: true)
    }

    static func marksOutOfOrder(low: TimeSpan, high: TimeSpan) -> Refusal {
        Refusal(
            option: "low", elsewhere: "high",
            "the low mark, \(low.seconds), is not below the high mark, \(high.seconds)",
            advice: "Set low below high.")
    }

    /// The buffer would never hold enough to begin playing.
    static func startBufferAboveHigh(start: TimeSpan, high: TimeSpan) -> Refusal {
        Refusal(
            option: "start-buffer", elsewhere: "high",
            "the start buffer, \(start.seconds), is above the high mark, \(high.seconds), "
                + "so playback would never begin",
            advice: "Set it to \(high.seconds) or less.")
    }

    static let nobodyListens = Refusal(
        "the policy plays music, but this world has no listener",
        advice: "Describe the listener under world: listening.")

    static func recordingNotKeptRunning(system: String) -> Refusal {
        Refusal(
            "\(system) suspends an app that records in the background",
            advice: "", isOfSystem: true)
    }

    static func noMicrophone(device: String) -> Refusal {
        Refusal(
            "\(device) states no power for recording",
            advice: "Choose a device with audio: recording, such as iphone-4.")
    }

    static let nobodyRecords = Refusal(
        "the policy records, but this world has no recordings",
        advice: "Describe the recordings under world: recordings.")

    /// Level meters are in an app that is in the background from the start (SR-006).
    static let metersNeverSeen = Refusal(
        option: "level-meters",
        "level meters need an app in front, but foreground-for is zero",
        advice: "Set foreground-for to more than zero.")
}
