/// One kind of thing that an app can do in the background, as files name it.
///
/// The catalogue is the only list of behaviours: readers, schemas, pages and messages follow it.
public struct Behaviour: Sendable {
    /// The key in files, such as `keep-alive`.
    public let key: String
    private let makeShape: @Sendable () -> FormShape
    private let read: @Sendable (any FieldReader) -> PolicyOptions

    private init<Options: BehaviourOptions>(
        _ key: String, _ form: @autoclosure @escaping @Sendable () -> Form<Options>
    ) {
        self.key = key
        let memory = Options.usualMemory
        makeShape = { form().shape.beside(AppTraits.form(memory: memory).shape) }
        read = { reader in
            let app = form().value(from: reader, beside: AppTraits.form(memory: memory))
            return PolicyOptions(app.0, app.1)
        }
    }

    private init(none key: String) {
        self.key = key
        makeShape = { NoApp.form.shape }
        read = { PolicyOptions(NoApp.form.value(from: $0)) }
    }

    /// The shape of its options in files.
    public var shape: FormShape { makeShape() }

    public func options(from reader: any FieldReader) -> PolicyOptions { read(reader) }
    public static func named(_ key: String) -> Behaviour? { all.first { $0.key == key } }

    /// Properties that any app can state besides its behaviour.
    public static let traits = AppTraits.form(memory: AppTraits.usualMemory).shape

    public static let none = Behaviour(none: "none")

    public static let app = Behaviour("app", OwnAppOptions.form)

    /// In the order of messages and pages.
    public static let all: [Behaviour] = [
        none,
        Behaviour("keep-alive", KeepAliveOptions.form),
        Behaviour("adaptive-keep-alive", KeepAliveOptions.adaptiveForm),
        Behaviour("trickle", StreamingOptions.trickleForm),
        Behaviour("chunked", StreamingOptions.chunkedForm),
        Behaviour("buffered", StreamingOptions.bufferedForm),
        Behaviour("downloaded", StreamingOptions.downloadedForm),
        Behaviour("recording", RecordingOptions.form),
        Behaviour("navigation", NavigationOptions.form),
        Behaviour("gps-continuous", GPSContinuousOptions.form),
        Behaviour("gps-periodic", GPSPeriodicOptions.form),
        Behaviour("standard", StandardOptions.form),
        Behaviour("significant-change", SignificantChangeOptions.form),
        Behaviour("region", RegionOptions.form),
        Behaviour("hybrid", HybridOptions.form),
        Behaviour("region-triggered", RegionTriggeredOptions.form),
        Behaviour("tail-ender", TailEnderOptions.form),
        Behaviour("newsstand", NewsstandOptions.form),
        Behaviour("accessory", AccessoryOptions.form),
        Behaviour("task-completion", TaskCompletionOptions.form),
        app,
    ]
}

extension NoApp: Formed {
    static let form = Form(Self(), "The app is not installed: the reference for marginal cost.")
}
