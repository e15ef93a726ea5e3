import DeviceModel
import EventKernel
import Quantities

/// A policy as the scenario has it, with the places that later faults point at.
struct PolicyText {
    let name: PlacedText
    let isBaseline: Bool
    let options: PolicyOptions
    /// The policy's own key and its options, as the file has them, in one line.
    let written: String
    /// The policy's own key, and the values of its options.
    let keyPlace: SourcePlace
    let optionPlaces: [String: SourcePlace]
    /// The scenario's apps, if the policy is several of them.
    var apps: [AppText] = []

    /// Reads one entry of `policies:`, which may make several policies.
    ///
    /// - Parameters:
    ///   - policy: the entry.
    ///   - apps: those of the scenario; `nil`: it has no list of them.
    static func read(_ policy: MappingReader, apps: [AppText]?) -> [PolicyText] {
        let name = policy.name("name")
        let isBaseline = policy.plainFlag("baseline")
        guard let entry = policy.exactlyOne(of: keys + [AppsReader.key]) else { return [] }
        guard let key = PolicyKey(rawValue: entry.key) else {
            return AppsReader.policies(name, isBaseline: isBaseline, entry, in: policy, of: apps)
        }
        return [PolicyText(name, isBaseline: isBaseline, key, entry, in: policy)]
    }

    /// Reads the policy of one of several apps, which is named after the app.
    init(app: MappingReader) {
        let name = app.name("name")
        guard let entry = app.exactlyOne(of: AppsReader.keys(in: app)),
            let key = AppsReader.key(of: entry, app.log)
        else {
            self.init(
                name: name, isBaseline: false, options: .none, written: "", keyPlace: app.place,
                optionPlaces: [:])
            return
        }
        self.init(name, isBaseline: false, key, entry, in: app)
    }

    private init(
        _ name: PlacedText, isBaseline: Bool, _ key: PolicyKey, _ entry: RawEntry,
        in owner: MappingReader
    ) {
        self.name = name
        self.isBaseline = isBaseline
        keyPlace = entry.keyPlace
        written = entry.written
        (options, optionPlaces) = owner.mapping(in: entry) { reader in
            (key.options(reader), reader.valuePlaces)
        }
    }

    /// A policy whose parts have been read.
    init(
        name: PlacedText, isBaseline: Bool, options: PolicyOptions, written: String,
        keyPlace: SourcePlace,
        optionPlaces: [String: SourcePlace], apps: [AppText] = []
    ) {
        self.name = name
        self.isBaseline = isBaseline
        self.options = options
        self.written = written
        self.keyPlace = keyPlace
        self.optionPlaces = optionPlaces
        self.apps = apps
    }

    /// One variation of the options of a policy in a family.
    ///
    /// - Parameters:
    ///   - name: as results show it.
    ///   - entry: the policy's key and its options, from which the variation was made.
    ///   - node: the options with the values chosen.
    ///   - family: the entry of the family that it stands in.
    init(named name: PlacedText, _ entry: RawEntry, _ node: RawNode, in family: MappingReader) {
        self.name = name
        isBaseline = false
        keyPlace = entry.keyPlace
        written = RawEntry(key: entry.key, keyPlace: entry.keyPlace, value: node).written
        guard let key = PolicyKey(rawValue: entry.key) else {
            (options, optionPlaces) = (.none, [:])
            return
        }
        (options, optionPlaces) = family.mapping(
            in: RawEntry(key: entry.key, keyPlace: entry.keyPlace, value: node)
        ) { (key.options($0), $0.valuePlaces) }
    }

    /// The keys of the policies that there are.
    static var keys: [String] { PolicyKey.allCases.map(\.rawValue) }

    /// Where somebody should look who is told `error`: at the option at fault, if it is there.
    func place(of error: PolicyError) -> SourcePlace {
        let option = error.option.flatMap { optionPlaces[$0] }
        switch error {
        case .app(let name, let own):
            return apps.first { $0.policy.name.text == name }?.policy.place(of: own) ?? keyPlace
        case .marksOutOfOrder, .startBufferAboveHigh:
            return option ?? optionPlaces["high"] ?? keyPlace
        case .keepAliveTooShort, .handlerTooLong, .noSignificantChange, .audioNotKeptRunning,
            .nonPositive, .tooSmall, .nobodyListens, .noCells, .locationNotKeptRunning,
            .noDeferredUpdates, .noFixBuffer, .noAutomaticPause, .deferredButFiltered,
            .deferredButCoarse, .uploadsEachSecond, .noRegionMonitoring, .noCellularRadio,
            .timeoutTooLong, .noRegions, .unknownRegion, .tooManyRegions, .onlyOneApp,
            .taskCompletion, .noMultitasking, .sending, .refresh, .systemTransfer, .sound,
            .keepAlive, .backgroundWork, .toleranceTooLong:
            return option ?? keyPlace
        }
    }
}

/// The policies that there are, by their keys.
enum PolicyKey: String, CaseIterable {
    case none
    case keepAlive = "keep-alive"
    case adaptiveKeepAlive = "adaptive-keep-alive"
    case trickle
    case chunked
    case buffered
    case downloaded
    case recording
    case navigation
    case localNotifications = "local-notifications"
    case gpsContinuous = "gps-continuous"
    case gpsPeriodic = "gps-periodic"
    case standard
    case significantChange = "significant-change"
    case region
    case hybrid
    case regionTriggered = "region-triggered"
    case sendNow = "send-now"
    case flushEvery = "flush-every"
    case batch
    case tailEnder = "tail-ender"
    case poll
    case push
    case backgroundFetch = "background-fetch"
    case remoteNotification = "remote-notification"
    case backgroundSession = "background-session"
    case newsstand
    case accessory
    case taskCompletion = "task-completion"
    case backgroundWork = "background-work"

    func options(_ reader: MappingReader) -> PolicyOptions {
        switch self {
        case .none: .none
        case .keepAlive: .keepAlive(KeepAliveReader.keepAlive(reader))
        case .adaptiveKeepAlive: .keepAlive(KeepAliveReader.adaptive(reader))
        case .trickle: .streaming(SoundReader.trickle(reader))
        case .chunked: .streaming(SoundReader.chunked(reader))
        case .buffered: .streaming(SoundReader.buffered(reader))
        case .downloaded: .streaming(SoundReader.downloaded(reader))
        case .recording: .recording(SoundReader.recording(reader))
        case .navigation: .navigation(NavigationReader.navigation(reader))
        case .localNotifications:
            .localNotifications(NavigationReader.localNotifications(reader))
        case .gpsContinuous: .gpsContinuous(StandardReader.gpsContinuous(reader))
        case .gpsPeriodic: .gpsPeriodic(StandardReader.gpsPeriodic(reader))
        case .standard: .standard(StandardReader.standard(reader))
        case .significantChange:
            .significantChange(ServiceReader.significantChange(reader))
        case .region: .region(ServiceReader.region(reader))
        case .hybrid: .hybrid(ServiceReader.hybrid(reader))
        case .regionTriggered: .regionTriggered(ServiceReader.regionTriggered(reader))
        case .sendNow: .sending(SendingReader.now(reader))
        case .flushEvery: .sending(SendingReader.flush(reader))
        case .batch: .sending(SendingReader.batch(reader))
        case .tailEnder: .sending(SendingReader.tailEnder(reader))
        case .poll: .refresh(RefreshReader.poll(reader))
        case .push: .refresh(RefreshReader.push(reader))
        case .backgroundFetch: .refresh(RefreshReader.backgroundFetch(reader))
        case .remoteNotification: .refresh(RefreshReader.remoteNotification(reader))
        case .backgroundSession: .backgroundSession(TransferReader.backgroundSession(reader))
        case .newsstand: .newsstand(TransferReader.newsstand(reader))
        case .accessory: .accessory(TransferReader.accessory(reader))
        case .taskCompletion: .taskCompletion(TaskCompletionReader.read(reader))
        case .backgroundWork: .backgroundWork(BackgroundWorkReader.read(reader))
        }
    }
}

extension MappingReader {
    /// What an app sends of its position.
    func positionUpload() -> TransferShape {
        transfer("upload", default: 3, Bytes(1000), Bytes(500))
    }

    /// One request and its answer; what the file leaves out is as usual.
    func transfer(
        _ key: String, default roundTrips: Int, _ uplink: Bytes, _ downlink: Bytes
    ) -> TransferShape {
        let read = { (shape: MappingReader) in
            TransferShape(
                roundTrips: shape.count("round-trips", in: 0...1000, default: roundTrips),
                uplink: shape.quantity("uplink", default: uplink),
                downlink: shape.quantity("downlink", default: downlink))
        }
        if let shape = optionalMapping(key, read) { return shape }
        let text = "{ round-trips: \(roundTrips), uplink: \(uplink), downlink: \(downlink) }"
        log.recordDefault(path(key), text)
        return TransferShape(roundTrips: roundTrips, uplink: uplink, downlink: downlink)
    }
}

extension RawEntry {
    /// A policy's key and options as a reader wants to see them.
    var written: String { "\(key): \(value.withoutProvenance.flowText)" }
}
