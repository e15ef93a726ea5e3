import EventKernel
import Forms
import Quantities

/// What a person can write of `poll`, `push`, `background-fetch` and `remote-notification`.
extension RefreshOptions {
    static let pollForm: Form<RefreshOptions> = Form(
        "Asks its server now and then.",
        standard: standard(.poll(every: .zero, tolerance: .zero)),
        fields: [
            .span("every", \.poll.every, "How often it asks.", .aboveZero, isRequired: true),
            .span(
                "tolerance", \.poll.tolerance,
                "How early a call may come, to share a wake-up, where the system heeds that."),
        ] + content)

    static let pushForm: Form<RefreshOptions> = Form(
        "The server's message calls the user; the app gets the content when it is opened.",
        standard: standard(.push(.pushMessage)), fields: [pushField] + content)

    static let backgroundFetchForm: Form<RefreshOptions> = Form(
        "The system wakes the app to ask its server, when it thinks fit.",
        standard: standard(.backgroundFetch(minimum: .zero)),
        fields: [
            .span(
                "minimum-interval", \.minimumInterval,
                "Not sooner than this after the last time.")
        ] + content)

    static let remoteNotificationForm: Form<RefreshOptions> = Form(
        "The server's message wakes the app, which gets the content.",
        standard: standard(.remoteNotification(.pushMessage)), fields: [pushField] + content)

    private static func standard(_ way: Way) -> RefreshOptions {
        RefreshOptions(
            way: way, request: .request, work: TimeSpan(Seconds(1)), alerts: true,
            piece: Bytes(65_536))
    }

    private static let pushField: Field<RefreshOptions> = .part(
        "push", \.push, "The server's message through the system's connection.")

    private static let content: [Field<RefreshOptions>] = [
        .part("request", \.request, "What asking the server costs beside what there is."),
        .count(
            "connecting", \.connecting,
            "Of the request's round trips, those that make a connection: the app keeps it for the "
                + "next request, while neither the network, a silence nor the system ends it.",
            in: 0...1000
        ).without("none, and none is kept"),
        .span("work", \.work, "How long the app works on an answer."),
        .flag("alerts", \.alerts, "Whether its user is called, unless the app is in front."),
        .quantity(
            "piece", \.piece, "The largest piece that is asked for at once.", .aboveZero
        ).spelled("64 KiB"),
    ]
}

/// What only one way of learning that there is something has.
extension RefreshOptions {
    private var poll: (every: TimeSpan, tolerance: TimeSpan) {
        get {
            guard case .poll(let every, let tolerance) = way else { return (.zero, .zero) }
            return (every, tolerance)
        }
        set { way = .poll(every: newValue.every, tolerance: newValue.tolerance) }
    }

    /// Of a server's message, whether the user gets it or the app.
    private var push: TransferShape {
        get {
            switch way {
            case .push(let shape), .remoteNotification(let shape): shape
            case .poll, .backgroundFetch: .pushMessage
            }
        }
        set {
            switch way {
            case .push: way = .push(newValue)
            case .remoteNotification: way = .remoteNotification(newValue)
            case .poll, .backgroundFetch: break
            }
        }
    }

    private var minimumInterval: TimeSpan {
        get { if case .backgroundFetch(let minimum) = way { minimum } else { .zero } }
        set { way = .backgroundFetch(minimum: newValue) }
    }
}
