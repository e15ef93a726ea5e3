import Forms

/// One kind of thing that an app can do in the background, as files name it.
///
/// The catalogue is the only list of behaviours: readers, schemas, pages and messages follow it.
public struct Behaviour: Sendable {
    /// As files spell it: `keep-alive`.
    public let key: String
    private let makeShape: @Sendable () -> FormShape
    private let read: @Sendable (any FieldReader) -> PolicyOptions

    private init<Options: Sendable>(
        _ key: String, _ form: @autoclosure @escaping @Sendable () -> Form<Options>,
        _ make: @escaping @Sendable (Options) -> PolicyOptions
    ) {
        self.key = key
        makeShape = { form().shape }
        read = { make(form().value(from: $0)) }
    }

    /// What a person can write of it.
    public var shape: FormShape { makeShape() }

    /// The options that a text describes.
    public func options(from reader: any FieldReader) -> PolicyOptions { read(reader) }

    /// The behaviour that files call `key`.
    public static func named(_ key: String) -> Behaviour? { all.first { $0.key == key } }

    /// The app is not installed.
    public static let none = Behaviour("none", Absence.form) { _ in .none }

    /// All that there are, in the order in which messages and pages name them.
    public static let all: [Behaviour] = [none] + connections + sounds + places + traffic + rest

    private static let connections: [Behaviour] = [
        Behaviour("keep-alive", KeepAliveOptions.form, PolicyOptions.keepAlive),
        Behaviour("adaptive-keep-alive", KeepAliveOptions.adaptiveForm, PolicyOptions.keepAlive),
    ]

    private static let sounds: [Behaviour] = [
        Behaviour("trickle", StreamingOptions.trickleForm, PolicyOptions.streaming),
        Behaviour("chunked", StreamingOptions.chunkedForm, PolicyOptions.streaming),
        Behaviour("buffered", StreamingOptions.bufferedForm, PolicyOptions.streaming),
        Behaviour("downloaded", StreamingOptions.downloadedForm, PolicyOptions.streaming),
        Behaviour("recording", RecordingOptions.form, PolicyOptions.recording),
        Behaviour("navigation", NavigationOptions.form, PolicyOptions.navigation),
        Behaviour(
            "local-notifications", LocalNotificationOptions.form,
            PolicyOptions.localNotifications),
    ]

    private static let places: [Behaviour] = [
        Behaviour("gps-continuous", GPSContinuousOptions.form, PolicyOptions.gpsContinuous),
        Behaviour("gps-periodic", GPSPeriodicOptions.form, PolicyOptions.gpsPeriodic),
        Behaviour("standard", StandardOptions.form, PolicyOptions.standard),
        Behaviour(
            "significant-change", SignificantChangeOptions.form,
            PolicyOptions.significantChange),
        Behaviour("region", RegionOptions.form, PolicyOptions.region),
        Behaviour("hybrid", HybridOptions.form, PolicyOptions.hybrid),
        Behaviour("region-triggered", RegionTriggeredOptions.form, PolicyOptions.regionTriggered),
    ]

    private static let traffic: [Behaviour] = [
        Behaviour("send-now", SendingOptions.nowForm, PolicyOptions.sending),
        Behaviour("flush-every", SendingOptions.flushForm, PolicyOptions.sending),
        Behaviour("batch", SendingOptions.batchForm, PolicyOptions.sending),
        Behaviour("tail-ender", SendingOptions.tailEnderForm, PolicyOptions.sending),
        Behaviour("poll", RefreshOptions.pollForm, PolicyOptions.refresh),
        Behaviour("push", RefreshOptions.pushForm, PolicyOptions.refresh),
        Behaviour("background-fetch", RefreshOptions.backgroundFetchForm, PolicyOptions.refresh),
        Behaviour(
            "remote-notification", RefreshOptions.remoteNotificationForm, PolicyOptions.refresh),
    ]

    private static let rest: [Behaviour] = [
        Behaviour(
            "background-session", BackgroundSessionOptions.form,
            PolicyOptions.backgroundSession),
        Behaviour("newsstand", NewsstandOptions.form, PolicyOptions.newsstand),
        Behaviour("accessory", AccessoryOptions.form, PolicyOptions.accessory),
        Behaviour("task-completion", TaskCompletionOptions.form, PolicyOptions.taskCompletion),
        Behaviour("background-work", BackgroundWorkOptions.form, PolicyOptions.backgroundWork),
    ]
}

/// The options of an app that is not installed: none.
private struct Absence: Formed {
    static let form: Form<Absence> = Form(
        "The app is not installed: the reference for marginal cost.", standard: Absence(),
        fields: [])
}
