import Forms
import Kernel

extension NavigationOptions: Formed {
    public static let form: Form<NavigationOptions> = Form(
        "Shows drivers the way.",
        standard: NavigationOptions(
            prompt: nil, stops: .atDestination,
            route: TransferShape(roundTrips: 4, uplink: Bytes(2000), downlink: Bytes(50_000))),
        fields: [
            .part("prompt", \.prompt, "What is spoken on the way.", without: "nothing"),
            .choice(
                "stops", \.stops, what: "when updates end",
                "When updates of the position end."),
            .part("route", \.route, "Fetched at each departure."),
        ])
}

extension NavigationOptions.Prompt: Formed {
    public static let form: Form<NavigationOptions.Prompt> = Form(
        "Spoken prompts.", standard: NavigationOptions.Prompt(every: .zero, duration: .zero),
        fields: [
            .span(
                "every", \.every, "From the beginning of one to the next.", .aboveZero,
                isRequired: true),
            .span("duration", \.duration, "How long one is.", .aboveZero, isRequired: true),
        ])
}
