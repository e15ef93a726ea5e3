/// Services that keep an app running while their notification is shown (foreground services of
/// Android).
public struct ForegroundServiceRules: Formed, Hashable, Sendable {
    public var startInBackground = true
    /// Whether the app's code runs with the network during Doze (AM-205); its jobs and alarms still
    /// wait.
    public var workThroughDoze = true
    public var liftJobQuotas = true  // AM-198
    public var dataSync: ServiceLimit?  // AM-202
    public var mediaProcessing: ServiceLimit?  // AM-203
    public var shortService: ServiceLimit?  // AM-199

    /// The limit in the background; `nil`: none.
    func limit(of kept: KeptRunning) -> ServiceLimit? {
        switch kept {
        case .dataSync: dataSync
        case .mediaProcessing: mediaProcessing
        case .shortService: shortService
        case .nothing, .audio, .location, .connectedDevice, .packetTunnel: nil
        }
    }

    public static let form = Form(
        Self(), "Services that keep an app running in the background while a notification is shown."
    ).required(
        .statedFlag(
            "start-in-background", \.startInBackground,
            "Whether any background app may start a service; otherwise only an app exempt from "
                + "battery optimisation, or woken by an exact alarm or a high-priority push."),
        .statedFlag(
            "work-through-doze", \.workThroughDoze,
            "Whether the app has the network, and its code runs, while the phone dozes."),
        .statedFlag(
            "lift-job-quotas", \.liftJobQuotas, "Whether the app is exempt from job quotas.")
    ).optional(
        .part(
            "data-sync", \.dataSync, "Run time of services that synchronise data.",
            without: "as long as they like"),
        .part(
            "media-processing", \.mediaProcessing,
            "Run time of services that process pictures and sound.",
            without: "the system lacks this type"),
        .part(
            "short-service", \.shortService, "Run time of short services.",
            without: "the system lacks this type"))
}

public struct ServiceLimit: Formed, BitwiseCopyable, Hashable, Sendable {
    /// Total within ``per``; it starts again when the user opens the app (AM-204).
    public var time = TimeSpan.zero
    public var per: TimeSpan?

    public static let form = Form(
        Self(), "Run time of services of one type in the background.", name: "service"
    ).required(
        .span(
            "time", \.time,
            "Time in the background; it starts anew when the user brings the app to the front.",
            .aboveZero)
    ).optional(
        .span(
            "per", \.per, "Period in which all services of an app share the time.", .aboveZero,
            otherwise: .without("each service has its own time")))
}
