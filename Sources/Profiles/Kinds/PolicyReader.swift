import DeviceModel
import EventKernel
import Quantities

/// A policy as the scenario has it, with the places that later faults point at.
struct PolicyText {
    let name: PlacedText
    let isBaseline: Bool
    let options: PolicyOptions
    /// The policy's own key, and the values of its options.
    let keyPlace: SourcePlace
    let optionPlaces: [String: SourcePlace]

    /// Reads one entry of `policies:`.
    init(_ policy: MappingReader) {
        name = policy.name("name")
        isBaseline = policy.plainFlag("baseline")
        guard let entry = policy.exactlyOne(of: Self.keys),
            let key = PolicyKey(rawValue: entry.key)
        else {
            (options, keyPlace, optionPlaces) = (.none, policy.place, [:])
            return
        }
        (options, optionPlaces) = policy.mapping(in: entry) { reader in
            (key.options(reader), reader.valuePlaces)
        }
        keyPlace = entry.keyPlace
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
        case .marksOutOfOrder, .startBufferAboveHigh:
            return option ?? optionPlaces["high"] ?? keyPlace
        case .keepAliveTooShort, .handlerTooLong, .noSignificantChange, .audioNotKeptRunning,
            .nonPositive, .tooSmall, .nobodyListens, .noCells, .locationNotKeptRunning,
            .noDeferredUpdates, .noFixBuffer, .noAutomaticPause, .deferredButFiltered,
            .deferredButCoarse, .uploadsEachSecond, .noRegionMonitoring, .noCellularRadio,
            .timeoutTooLong, .noRegions, .unknownRegion, .tooManyRegions:
            return option ?? keyPlace
        }
    }
}

/// The policies that there are, by their keys.
private enum PolicyKey: String, CaseIterable {
    case none
    case keepAlive = "keep-alive"
    case trickle
    case chunked
    case buffered
    case gpsContinuous = "gps-continuous"
    case gpsPeriodic = "gps-periodic"
    case standard
    case significantChange = "significant-change"
    case region
    case hybrid
    case regionTriggered = "region-triggered"

    func options(_ reader: MappingReader) -> PolicyOptions {
        switch self {
        case .none: .none
        case .keepAlive: .keepAlive(Self.keepAlive(reader))
        case .trickle: .streaming(Self.streaming(reader, Self.trickle))
        case .chunked: .streaming(Self.streaming(reader, Self.chunked))
        case .buffered: .streaming(Self.streaming(reader, Self.buffered))
        case .gpsContinuous: .gpsContinuous(StandardReader.gpsContinuous(reader))
        case .gpsPeriodic: .gpsPeriodic(StandardReader.gpsPeriodic(reader))
        case .standard: .standard(StandardReader.standard(reader))
        case .significantChange:
            .significantChange(ServiceReader.significantChange(reader))
        case .region: .region(ServiceReader.region(reader))
        case .hybrid: .hybrid(ServiceReader.hybrid(reader))
        case .regionTriggered: .regionTriggered(ServiceReader.regionTriggered(reader))
        }
    }

    private static func keepAlive(_ options: MappingReader) -> KeepAliveOptions {
        KeepAliveOptions(
            interval: options.span("interval", .aboveZero),
            handlerTime: options.span("handler-time", default: Seconds(5)),
            message: options.transfer("message", default: 1, Bytes(200), Bytes(0)),
            reconnect: options.transfer("reconnect", default: 4, Bytes(2000), Bytes(5000)),
            ring: options.transfer("ring", default: 2, Bytes(500), Bytes(1500)))
    }

    private static func streaming(
        _ options: MappingReader, _ fetch: (MappingReader) -> StreamingOptions.Fetch
    ) -> StreamingOptions {
        StreamingOptions(
            bitRate: options.quantity("bit-rate", .aboveZero), fetch: fetch(options),
            startBuffer: options.span("start-buffer", .aboveZero, default: Seconds(2)),
            request: options.quantity("request", .aboveZero, default: Bytes(65536)))
    }

    private static func trickle(_ options: MappingReader) -> StreamingOptions.Fetch {
        .trickle(every: options.span("every", .aboveZero, default: Seconds(1)))
    }

    private static func chunked(_ options: MappingReader) -> StreamingOptions.Fetch {
        .chunked(ahead: ahead(options), lead: options.span("lead", default: Seconds(10)))
    }

    /// `nil` for a whole track.
    private static func ahead(_ options: MappingReader) -> TimeSpan? {
        guard let entry = options.entry("ahead") else {
            options.log.recordDefault(options.path("ahead"), "whole-track")
            return nil
        }
        if case .text(let word) = entry.value.content, word.text == "whole-track" { return nil }
        return options.span(entry, .aboveZero)
    }

    private static func buffered(_ options: MappingReader) -> StreamingOptions.Fetch {
        .buffered(
            low: options.span("low", .aboveZero, default: Seconds(10)),
            high: options.span("high", .aboveZero, default: Seconds(60)))
    }
}

extension MappingReader {
    /// What an app sends of its position.
    func positionUpload() -> TransferShape {
        transfer("upload", default: 3, Bytes(1000), Bytes(500))
    }

    /// One request and its answer; what the file leaves out is as usual.
    fileprivate func transfer(
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
