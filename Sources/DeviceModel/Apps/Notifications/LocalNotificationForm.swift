import EventKernel
import Forms

extension LocalNotificationOptions: Formed {
    public static let form: Form<LocalNotificationOptions> = Form(
        "Has the system remind its user.",
        standard: LocalNotificationOptions(pending: 1, apart: .zero),
        fields: [
            .count(
                "pending", \.pending, "How many are handed to the system at the start.",
                in: 1...1_000_000),
            .span(
                "apart", \.apart, "From one to the next, and to the first.", .aboveZero,
                isRequired: true),
            .span(
                "repeats", \.repeats, "Each comes again after so long.", .aboveZero,
                otherwise: .without("once")),
            .flag("sound", \.sound, "Whether alerts sound."),
            .flag("vibration", \.vibration, "Whether alerts shake the phone."),
        ])
}
