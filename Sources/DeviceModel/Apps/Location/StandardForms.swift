import Forms
import Kernel

extension GPSContinuousOptions: Formed {
    public static let form: Form<GPSContinuousOptions> = Form(
        "Keeps the satellite receiver on and uploads positions.",
        standard: GPSContinuousOptions(
            uploadEvery: TimeSpan(Seconds(60)), upload: .positionUpload),
        fields: [
            .span("upload-every", \.uploadEvery, "How often it uploads.", .aboveZero),
            .part("upload", \.upload, "One upload."),
        ])
}

extension GPSPeriodicOptions: Formed {
    public static let form: Form<GPSPeriodicOptions> = Form(
        "Looks for its position now and then, and uploads it.",
        standard: GPSPeriodicOptions(every: .zero, uploads: .fixes(1), upload: .positionUpload),
        exclusive: [["upload-every", "upload-fixes"]],
        fields: [
            .span("every", \.every, "From one search to the next.", .aboveZero, isRequired: true),
            .choice(
                "accuracy", \.accuracy, what: "an accuracy",
                "Core Location's level, which decides where positions come from."),
            .span(
                "timeout", \.timeout,
                "How long a position waits for satellites before it is had otherwise.",
                .aboveZero),
            .span(
                "upload-every", \.uploads.span, "The newest position is uploaded so often.",
                .aboveZero, otherwise: .without(nil)),
            .count(
                "upload-fixes", \.uploads.count, "Each so many-th position is uploaded.",
                in: 1...1_000_000, otherwise: .without(nil)),
            .part("upload", \.upload, "One upload."),
        ])
}

extension StandardOptions: Formed {
    public static let form: Form<StandardOptions> = Form(
        "Runs the standard location service, and uploads positions.",
        standard: StandardOptions(
            accuracy: .best, uploads: .fixes(1), upload: .positionUpload),
        exclusive: [["upload-every", "upload-fixes"]], fields: updates + uploading)

    private static let updates: [Field<StandardOptions>] = [
        .choice(
            "accuracy", \.accuracy, what: "an accuracy",
            "Core Location's level, which decides where positions come from."),
        .quantity(
            "distance-filter", \.distanceFilter,
            "Nearer positions than this to the last are not delivered.", .aboveZero,
            otherwise: .without("each is")),
        .part(
            "deferred", \.deferral,
            "Positions are kept back until the phone has gone so far, or so long.",
            without: "they are not"),
        .choice(
            "background", \.mode, what: "a background mode",
            "Whether updates go on in the background."),
        .span(
            "foreground-for", \.foregroundFor,
            "How long an app of the foreground is there.", .aboveZero
        ).standing("5 min") { $0.foregroundFor = usualForeground }
            .asked(where: "with background: foreground-only") { $0.mode == .foregroundOnly },
        .flag(
            "pauses", \.pauses, "Whether the system may pause updates of a phone at rest."),
    ]

    private static let uploading: [Field<StandardOptions>] = [
        .span(
            "timeout", \.timeout,
            "How long a position waits for satellites before it is had otherwise.", .aboveZero),
        .span(
            "upload-every", \.uploads.span, "The newest position is uploaded so often.",
            .aboveZero, otherwise: .without(nil)
        ).standing("1 min where a position comes each second") {
            if $0.isToldEachSecond { $0.uploads = .every(TimeSpan(Seconds(60))) }
        },
        .count(
            "upload-fixes", \.uploads.count, "Each so many-th position is uploaded.",
            in: 1...1_000_000, otherwise: .without(nil)
        ).standing("1 where positions come less often") { _ in },
        .part("upload", \.upload, "One upload."),
    ]

    private static var usualForeground: TimeSpan { TimeSpan(Seconds(300)) }

    /// Whether positions come each second, and not all are uploaded.
    private var isToldEachSecond: Bool {
        distanceFilter == nil && deferral == nil && accuracy.needsSatellites
    }

    private enum Mode: String, CaseIterable {
        case location
        case foregroundOnly = "foreground-only"
    }

    private var mode: Mode {
        get {
            switch background {
            case .location: .location
            case .foregroundOnly: .foregroundOnly
            }
        }
        set {
            background = newValue == .location ? .location : .foregroundOnly(Self.usualForeground)
        }
    }

    private var foregroundFor: TimeSpan {
        get { if case .foregroundOnly(let time) = background { time } else { .zero } }
        set { background = .foregroundOnly(newValue) }
    }
}

extension StandardOptions.Deferral: Formed {
    public static let form: Form<StandardOptions.Deferral> = Form(
        "How far and how long positions are kept back.",
        standard: StandardOptions.Deferral(),
        fields: [
            .quantity(
                "distance", \.distance, "In a straight line.", .aboveZero, isRequired: true),
            .span("timeout", \.timeout, "At most.", .aboveZero, isRequired: true),
        ])
}

extension LocationUploads {
    fileprivate var span: TimeSpan? {
        get { if case .every(let span) = self { span } else { nil } }
        set { if let newValue { self = .every(newValue) } }
    }

    fileprivate var count: Int? {
        get { if case .fixes(let count) = self { count } else { nil } }
        set { if let newValue { self = .fixes(newValue) } }
    }
}
