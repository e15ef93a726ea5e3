import Forms
import Kernel

extension TaskCompletionOptions: Formed {
    public static let form: Form<TaskCompletionOptions> = Form(
        "Uploads its outbox in front, and goes on under task completion when it is left.",
        standard: TaskCompletionOptions(behaviour: .finish),
        fields: [
            .choice(
                "behaviour", \.behaviour, what: "a behaviour",
                "What becomes of what is left when the user leaves the app.", isRequired: true),
            .count(
                "at-once", \.atOnce,
                "Items that are uploaded side by side, each as a task of its own.", in: 1...1000),
            .quantity(
                "request", \.request, "The largest piece that is sent at once.", .aboveZero
            ).spelled("64 KiB"),
            .count(
                "round-trips", \.roundTrips,
                "To begin an item, and to go on with one that was broken off.", in: 0...1000),
            .span("prepare", \.prepare, "Work of the processor on each item before it is sent."),
            .flag(
                "holds-shared-resource", \.holdsSharedResource,
                "Whether it has something open that others share, such as the address book, while "
                    + "it has an item in its hands."
            ).without("no"),
            .span(
                "save", \.save,
                "How long the expiration handler takes to save how far the app has come."),
        ])
}
