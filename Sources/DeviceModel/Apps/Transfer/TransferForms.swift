import Forms
import Kernel

extension NewsstandOptions: Formed {
    public static let form: Form<NewsstandOptions> = Form(
        "A paper whose issues, the world's messages, the system downloads.",
        standard: NewsstandOptions(
            push: .pushMessage, request: .request, work: TimeSpan(Seconds(1)),
            piece: Bytes(65_536)),
        fields: [
            .part("push", \.push, "The server's message through the system's connection."),
            .part("request", \.request, "What the download costs beside the issue."),
            .span(
                "work", \.work,
                "How long the app works when it is launched, and when an issue is there."),
            .quantity(
                "piece", \.piece, "The largest piece that is asked for at once.", .aboveZero
            ).spelled("64 KiB"),
        ])
}

extension AccessoryOptions: Formed {
    public static let form: Form<AccessoryOptions> = Form(
        "Listens to a device near the phone.",
        standard: AccessoryOptions(
            link: .external, every: .zero, work: TimeSpan(Seconds(0.1))),
        fields: [
            .choice(
                "link", \.link, what: "a link to a device", "How the device talks to the phone.",
                isRequired: true),
            .span("every", \.every, "From one event to the next.", .aboveZero, isRequired: true),
            .span("work", \.work, "How long the app works on an event."),
            .span(
                "interval", \.interval,
                "From one event of the connection to the next, or from one time that the phone "
                    + "makes itself known to the next: each is paid for.", .aboveZero
            ).standing("1 s") { $0.interval = usualInterval }
                .asked(where: "with link: central or link: peripheral") {
                    $0.link == .central || $0.link == .peripheral
                },
            .flag(
                "asks-for-time", \.asksForTime,
                "Whether the app asks for the time of task completion beyond what an event gives "
                    + "it."
            ).without("no"),
        ])
}
