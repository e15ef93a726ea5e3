/// Which of the app's positions go to its server.
public enum LocationUploads: Hashable, Sendable {
    /// Every *n*-th position; 1 for each.
    case fixes(Int)
    /// The newest position, at intervals.
    case every(TimeSpan)

    fileprivate var span: TimeSpan? {
        get { if case .every(let span) = self { span } else { nil } }
        set { if let newValue { self = .every(newValue) } }
    }

    fileprivate var count: Int? {
        get { if case .fixes(let count) = self { count } else { nil } }
        set { if let newValue { self = .fixes(newValue) } }
    }

    fileprivate func check() throws(Refusal) {
        if case .every(let span) = self { try atLeast(Seconds(0.1), span.seconds, "upload-every") }
    }
}

/// Options of `standard`: Core Location's standard location service.
public struct StandardOptions: Hashable, Sendable, Formed, LocatingOptions {
    public var accuracy: LocationAccuracy
    /// The least distance between delivered positions; `nil`: all are delivered, one a second with
    /// satellites.
    public var distanceFilter: Meters?
    public var background = Background.location
    public var deferral: Deferral?
    /// Whether the system may pause updates at rest, until the phone changes cells.
    public var pauses = false
    public var timeout = TimeSpan(Seconds(60))
    public var uploads: LocationUploads
    public var upload: TransferShape

    /// What happens to updates when the app leaves the front.
    public enum Background: Hashable, Sendable {
        /// The app has the location mode, and runs on with the processor awake.
        case location
        /// Updates end and the app is suspended this long after the start.
        case foregroundOnly(TimeSpan)
    }

    /// The receiver stores positions while the processor sleeps, up to a distance or a time.
    public struct Deferral: Formed, Hashable, Sendable {
        public var distance = Meters.zero
        public var timeout = TimeSpan.zero

        public static let form = Form(Self(), "Limits for keeping positions back.").required(
            .quantity("distance", \.distance, "Distance in a straight line.", .aboveZero),
            .span("timeout", \.timeout, "Longest delay.", .aboveZero))
    }

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

    func check(in setting: PolicySetting) throws(Refusal) {
        let (system, device) = (setting.system, setting.device)
        try atLeast(Seconds(1), timeout.seconds, "timeout")
        try atLeast(Seconds(1), system.standardLocation.scanEvery.seconds, "scan-every")
        try uploads.check()
        if let distanceFilter { try atLeast(Meters(1), distanceFilter, "distance-filter") }
        if case .foregroundOnly(let span) = background {
            try atLeast(Seconds(1), span.seconds, "foreground-for")
        } else {
            try system.checkLocatesInBackground()
        }
        let source = accuracy.firstSource(
            wifi: device.wifiScan?.error,
            cells: setting.radio.technology.component == .cellular && setting.world.cells != nil)
        if case .fixes = uploads {
            try refuse(
                source == .gnss && distanceFilter == nil && deferral == nil, option: "upload-fixes",
                "without a distance filter there is a position each second, too many to upload "
                    + "each one",
                advice: "Set upload-every, or a distance-filter.")
        }
        if let deferral { try check(deferral, system, device) }
        if pauses { try checkPauses(in: setting) }
    }

    private func check(
        _ deferral: Deferral, _ system: SystemRules, _ device: DeviceProfile
    ) throws(Refusal) {
        try refuse(
            !system.standardLocation.defersUpdates, option: "deferred",
            "\(system.name) does not defer location updates",
            advice: "Leave deferred out.", isOfSystem: true)
        try refuse(
            !device.gnss.buffersFixes, option: "deferred",
            "the receiver of \(device.name) cannot buffer positions while the processor sleeps",
            advice: "Leave deferred out, or choose a device with buffers-fixes.")
        // Only the satellites' positions, one a second, can be deferred.
        try refuse(
            distanceFilter != nil, option: "distance-filter",
            "updates with a distance filter cannot be deferred",
            advice: "Leave distance-filter out.")
        try refuse(
            accuracy != .best && accuracy != .bestForNavigation, option: "accuracy",
            "updates with an accuracy of \(accuracy.rawValue) cannot be deferred",
            advice: "Set it to best or best-for-navigation.")
        try atLeast(Meters(1), deferral.distance, "deferred")
        try atLeast(Seconds(1), deferral.timeout.seconds, "deferred")
    }

    /// Updates resume at a cell change, so that something must report cells.
    private func checkPauses(in setting: PolicySetting) throws(Refusal) {
        guard let pause = setting.system.standardLocation.pause else {
            throw Refusal(
                option: "pauses",
                "\(setting.system.name) does not pause location updates by itself",
                advice: "Leave pauses out.", isOfSystem: true)
        }
        try atLeast(Meters(1), pause.within, "within")
        try atLeast(Seconds(1), pause.after.seconds, "after")
        try setting.checkSignificantChange()
    }

    func makePolicy() -> any Policy { StandardPolicy(self) }
}

public struct GPSPeriodicOptions: Hashable, Sendable, LocatingOptions, Formed {
    public var every: TimeSpan
    public var accuracy = LocationAccuracy.best
    public var timeout = TimeSpan(Seconds(60))
    public var uploads: LocationUploads
    public var upload: TransferShape

    var needs: AppNeeds { .looksAround }
    func makePolicy() -> any Policy { GPSPeriodicPolicy(self) }

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

    func check(in setting: PolicySetting) throws(Refusal) {
        let system = setting.system
        try atLeast(Seconds(1), every.seconds, "every")
        try atLeast(Seconds(1), timeout.seconds, "timeout")
        try uploads.check()
        if !system.standardLocation.wakesByTimer { try system.checkLocatesInBackground() }
    }
}

public struct GPSContinuousOptions: Hashable, Sendable, Formed, LocatingOptions {
    /// Between uploads, from the first fix on.
    public var uploadEvery: TimeSpan
    public var upload: TransferShape

    /// Standard location for navigation, without a filter.
    var standard: StandardOptions {
        StandardOptions(accuracy: .bestForNavigation, uploads: .every(uploadEvery), upload: upload)
    }

    public static let form = Form(
        GPSContinuousOptions(uploadEvery: TimeSpan(Seconds(60)), upload: .positionUpload),
        "Keeps the satellite receiver on and uploads positions."
    ).optional(
        .span("upload-every", \.uploadEvery, "Interval between uploads.", .aboveZero),
        .part("upload", \.upload, "One upload."))

    func check(in setting: PolicySetting) throws(Refusal) {
        let system = setting.system
        try atLeast(Seconds(0.1), uploadEvery.seconds, "upload-every")
        try system.checkLocatesInBackground()
    }

    func makePolicy() -> any Policy { StandardPolicy(standard) }
}
