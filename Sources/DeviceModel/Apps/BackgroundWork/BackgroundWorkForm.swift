import EventKernel
import Forms

extension BackgroundWorkOptions: Formed {
    public static let form: Form<BackgroundWorkOptions> = Form(
        "An app that a mode of its own keeps running in the background, where it computes.",
        standard: BackgroundWorkOptions(every: .zero, work: .zero),
        fields: [
            .span(
                "every", \.every,
                "From the beginning of one piece of work to that of the next; 1 s at least.",
                .aboveZero, isRequired: true),
            .span(
                "work", \.work, "What one piece takes of a whole processor; 1 ms at least.",
                .aboveZero, isRequired: true),
            .span(
                "tolerance", \.tolerance,
                "How early a piece may come, to share a wake-up, where the system heeds that."),
            .flag(
                "plays-silence", \.playsSilence,
                "Whether it plays silence all the time so as not to be suspended."),
        ])
}
