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

    /// More round trips to connect than the request has.
    static func connectsTooLong(_ connecting: Int, of all: Int) -> Refusal {
        Refusal(
            option: "connecting",
            "\(connecting) round trips make a connection, but the request has \(all) in all",
            advice: "Set connecting to \(all) or less, or request: round-trips to more.")
    }
}
