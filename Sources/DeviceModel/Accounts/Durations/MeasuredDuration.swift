/// A duration whose distribution a run records.
public enum MeasuredDuration: String, CaseIterable, Hashable, Sendable {
    case timeToRing = "time-to-ring"
    case messageDelay = "message-delay"
    case itemDelay = "item-delay"
    case regionDelay = "region-delay"
    case unreachableTime = "unreachable-time"
    case startUpTime = "start-up-time"
    case rebufferingTime = "rebuffering-time"
    case playedTime = "played-time"
    case recordedTime = "recorded-time"
    case guidedTime = "guided-time"
    case talkTime = "talk-time"
    case positionAge = "position-age"
    case errandDelay = "errand-delay"

    /// The quantity that a percentile is a share of.
    public enum Weight: String, Hashable, Sendable { case event, time }

    public var weight: Weight { self == .positionAge ? .time : .event }

    public var meaning: String {
        switch self {
        case .timeToRing: "from a call's arrival at the network to the ring"
        case .messageDelay:
            "from a message's arrival at the server until its user or the app has it"
        case .itemDelay: "from an item's arrival in the outbox until the server has it"
        case .regionDelay:
            "from crossing a region's border until the app is told; negative if it was "
                + "told before the crossing"
        case .unreachableTime: "a time during which no call would have reached the phone"
        case .startUpTime: "a wait for the first sound of the session or of a track"
        case .rebufferingTime: "a silence in the middle of a track"
        case .playedTime: "sound without interruption"
        case .recordedTime: "recording without interruption"
        case .guidedTime: "guidance without interruption"
        case .talkTime: "time talked in a call, without holds"
        case .positionAge: "time since the last reported position was measured"
        case .errandDelay: "from the trigger of an app's rule to the end of its last step"
        }
    }

    /// The name in files: `time_to_ring`.
    public var columnName: String { String(rawValue.map { $0 == "-" ? "_" : $0 }) }
}

/// The duration histograms of one run.
public struct MeasuredDurations: Hashable, Sendable {
    private struct Entry: Hashable {
        let kind: MeasuredDuration
        var histogram: DurationHistogram
    }

    /// The entries in arbitrary order.
    private var entries: [Entry] = []

    public init() {}

    /// `nil` if nothing of the kind happened.
    public subscript(kind: MeasuredDuration) -> DurationHistogram? {
        get { entries.first { $0.kind == kind }?.histogram }
        set {
            if entries.contains(where: { $0.kind == kind }) {
                entries.removeAll { $0.kind == kind }
            }
            if let newValue, !newValue.isEmpty {
                if entries.isEmpty { entries.reserveCapacity(4) }
                entries.append(Entry(kind: kind, histogram: newValue))
            }
        }
    }

    /// Combines apps on one phone: events add up; several ages have no sum.
    init(of apps: [MeasuredDurations]) {
        for kind in MeasuredDuration.allCases {
            let own = apps.compactMap { $0[kind] }
            guard var all = own.first, own.count == 1 || kind.weight == .event else { continue }
            for other in own.dropFirst() { all.add(other) }
            self[kind] = all
        }
    }

    public static func == (left: Self, right: Self) -> Bool {
        MeasuredDuration.allCases.allSatisfy { left[$0] == right[$0] }
    }

    public func hash(into hasher: inout Hasher) {
        for kind in MeasuredDuration.allCases { hasher.combine(self[kind]) }
    }
}
