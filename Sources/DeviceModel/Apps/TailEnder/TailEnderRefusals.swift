import Quantities

extension Refusal {
    /// The app has the mode and is suspended all the same.
    static func notKept(_ kept: KeptRunning, system: String) -> Refusal {
        Refusal(
            option: "kept-by",
            "\(system) suspends an app in the background, \(kept.rawValue) or not",
            advice: "Leave kept-by out, or choose another system.")
    }

    /// The app is suspended all the time.
    static func neverSends(system: String) -> Refusal {
        Refusal(
            "\(system) suspends the app in the background, and its user never opens it in this "
                + "world",
            advice:
                "Say what keeps it running, such as kept-by: audio, or when it is opened under "
                + "world: sessions.")
    }

    static func shareAboveOne(_ share: Fraction) -> Refusal {
        Refusal(
            option: "share",
            "share is \(share), but is a part of the tail",
            advice: "Set it to 100 % or less.")
    }
}
