extension Refusal {
    static let noMessages = Refusal(
        "nothing comes to the app's server in this world",
        advice: "Describe what comes under world: messages.")

    /// The app is suspended all the time.
    static func neverPolls(system: String) -> Refusal {
        Refusal(
            "\(system) fires no timer of an app in the background, and nobody opens it in this "
                + "world",
            advice: "Say when it is opened under world: sessions, or choose another system.")
    }
}
