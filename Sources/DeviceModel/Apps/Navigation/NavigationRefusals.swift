import Kernel

extension Refusal {
    static let nobodyDrives = Refusal(
        "the policy shows the way to drivers, but nobody drives in this world",
        advice: "Choose a movement with trips by car, such as office-by-car.")

    /// The next prompt would begin before the last one has ended.
    static func promptTooLong(duration: TimeSpan, every: TimeSpan) -> Refusal {
        Refusal(
            option: "prompt",
            "a prompt lasts \(duration.seconds), and the next one comes after \(every.seconds)",
            advice: "Set it below \(every.seconds).")
    }
}
