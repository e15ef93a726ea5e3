import Forms
import Kernel

extension RuleReminders: Formed {
    public static let form: Form<RuleReminders> = Form(
        "Reminders that are handed to the system.", standard: RuleReminders(apart: .zero),
        fields: [
            .count(
                "pending", \.count, "How many are handed to the system at the start.",
                in: 1...1_000_000),
            .span(
                "apart", \.apart, "From one to the next, and to the first.", .aboveZero,
                isRequired: true),
            .span(
                "repeats", \.repeats, "Each comes again after so long.", .aboveZero,
                otherwise: .without("once")),
        ])

    private var count: Int {
        get { Int(pending) }
        set { pending = Int32(newValue) }
    }
}
