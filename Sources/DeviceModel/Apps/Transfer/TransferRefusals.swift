extension Refusal {
    static let noIssues = Refusal(
        "no issue comes out in this world",
        advice: "Describe the issues under world: messages.")

    /// External accessories are lost to an app in the background.
    static func closesOnSuspension(system: String) -> Refusal {
        Refusal(
            "\(system) closes an accessory's session when the app is suspended, and nobody opens "
                + "it in this world",
            advice: "Say when it is opened under world: sessions.")
    }
}
