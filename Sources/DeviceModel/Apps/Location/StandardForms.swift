extension GPSContinuousOptions: Formed {
    public static let form = Form(
        GPSContinuousOptions(uploadEvery: TimeSpan(Seconds(60)), upload: .positionUpload),
        "Keeps the satellite receiver on and uploads positions."
    ).optional(
        .span("upload-every", \.uploadEvery, "Interval between uploads.", .aboveZero),
        .part("upload", \.upload, "One upload."))
}

extension GPSPeriodicOptions: Formed {
    public static let form = Form(
        GPSPeriodicOptions(every: .zero, uploads: .fixes(1), upload: .positionUpload),
        "Looks for its position at intervals, and uploads it.",
        exclusive: [["upload-every", "upload-fixes"]]
    ).required(.span("every", \.every, "Interval between searches.", .aboveZero)).optional(
        .choice(
            "accuracy", \.accuracy, what: "an accuracy",
            "Accuracy level of Core Location, which decides the source of positions."),
        .span(
            "timeout", \.timeout, "Wait for satellites before another source is used.", .aboveZero),
        .span(
            "upload-every", \.uploads.span, "Interval between uploads of the newest position.",
            .aboveZero, otherwise: .without(nil)),
        .count(
            "upload-fixes", \.uploads.count, "Uploads every nth position.", in: 1...1_000_000,
            otherwise: .without(nil)),
        .part("upload", \.upload, "One upload."))
}

extension StandardOptions: Formed {
    public static let form = Form(
        StandardOptions(accuracy: .best, uploads: .fixes(1), upload: .positionUpload),
        "Runs the standard location service, and uploads positions.",
        exclusive: [["upload-every", "upload-fixes"]]
    ).and(updates + uploading)

    private static let updates: [Field<StandardOptions>] = [
        .choice(
            "accuracy", \.accuracy, what: "an accuracy",
            "Accuracy level of Core Location, which decides the source of positions."),
        .quantity(
            "distance-filter", \.distanceFilter,
            "Distance from the last position below which the next is not delivered.", .aboveZero,
            otherwise: .without("every position is")),
        .part(
            "deferred", \.deferral,
            "Keeps positions back until the phone has moved a distance or a time has passed.",
            without: "not kept back"),
        .choice(
            "background", \.mode, what: "a background mode",
            "Whether updates continue in the background."),
        .span(
            "foreground-for", \.foregroundFor, "Time that a foreground app is in front.", .aboveZero
        ).standing("5 min") { $0.foregroundFor = usualForeground }
            .asked(where: "with background: foreground-only") { $0.mode == .foregroundOnly },
        .flag(
            "pauses", \.pauses, "Whether the system may pause updates while the phone is at rest."),
    ]

    private static let uploading: [Field<StandardOptions>] = [
        .span(
            "timeout", \.timeout, "Wait for satellites before another source is used.", .aboveZero),
        .span(
            "upload-every", \.uploads.span, "Interval between uploads of the newest position.",
            .aboveZero, otherwise: .without(nil)
        ).standing("1 min with a position each second") {
            if $0.isToldEachSecond { $0.uploads = .every(TimeSpan(Seconds(60))) }
        },
        .count(
            "upload-fixes", \.uploads.count, "Uploads every nth position.",
            in: 1...1_000_000, otherwise: .without(nil)
        ).standing("1 with fewer positions") { _ in },
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
    public static let form = Form(Self(), "Limits for keeping positions back.").required(
        .quantity("distance", \.distance, "Distance in a straight line.", .aboveZero),
        .span("timeout", \.timeout, "Longest delay.", .aboveZero))
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
