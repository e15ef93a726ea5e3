/// When a phone's radio carried data, by its history.
///
/// Android ends an interval of radio activity when its own timer has run out, 10 s after the last
/// packet of a modem and 15 s after one of Wi-Fi (ConnectivityService); it is no timer of the
/// network's.
public struct HistoryActivity: Sendable {
    public let isCellular: Bool
    /// Beginning and end of data, in ms, in order.
    public private(set) var spans: [(from: Int64, until: Int64)] = []
    /// The timer that was subtracted, in ms.
    public private(set) var timer: Int64
    public private(set) var isTimerFound = false

    /// - `stretches`: Times in ms in which a start counts, in order; `nil` for all.
    public init(
        _ history: BatteryHistory, isCellular: Bool, within stretches: [Range<Int64>]? = nil
    ) {
        self.isCellular = isCellular
        timer = isCellular ? 10_000 : 15_000
        let flag: HistoryFlag = isCellular ? .mobileRadio : .wifiRadio
        var start: Int64?
        var whole: [(from: Int64, until: Int64)] = []
        for change in history.changes {
            switch change.item {
            case .flag(flag, true): start = start ?? change.milliseconds
            case .flag(flag, false):
                if let from = start { whole.append((from, change.milliseconds)) }
                start = nil
            case .begin, .end: start = nil
            default: break
            }
        }
        findTimer(whole)
        if let stretches {
            var place = 0
            whole.removeAll { span in
                while place < stretches.count, stretches[place].upperBound <= span.from {
                    place += 1
                }
                return place == stretches.count || !stretches[place].contains(span.from)
            }
        }
        // Records in checkin form can begin before time 0.
        let first = history.changes.first?.milliseconds ?? 0
        spans = whole.map { ($0.from - first, max($0.from, $0.until - timer) - first) }
    }

    /// The timer shows as the most frequent length, in whole seconds, of many short intervals.
    private mutating func findTimer(_ whole: [(from: Int64, until: Int64)]) {
        let counts = Dictionary(whole.map { (($0.until - $0.from) / 1000, 1) }, uniquingKeysWith: +)
        let most = counts.filter { (5...20).contains($0.key) }
            .max { ($0.value, -$0.key) < ($1.value, -$1.key) }
        guard let (seconds, count) = most, count >= 10, 5 * count >= whole.count else { return }
        (timer, isTimerFound) = (seconds * 1000, true)
    }

    /// A packet at the beginning of each span, each second, and at its end; fewer where they would
    /// be more than 200,000.
    ///
    /// - `spans`: In ms, in order, from 0.
    public static func packets(of spans: [(from: Int64, until: Int64)]) -> [Packet] {
        let step = max(1000, spans.reduce(0) { $0 + $1.until - $1.from } / 200_000)
        return spans.flatMap { from, until in
            let times = Array(stride(from: from, to: until, by: Int(step))) + [until]
            return times.enumerated().map { index, time in
                Packet(
                    time: Instant(nanoseconds: time * 1_000_000), bytes: TraceFormat.historyPacket,
                    direction: index == 0 ? .uplink : .downlink)
            }
        }
    }
}

extension ListedPackets {
    /// The activity of the phone's radio.
    ///
    /// - Parameter preferred: The radio to replay on; `nil` for the one with more intervals.
    static func history(
        _ file: BlockFile, _ preferred: InterfaceKind?
    ) throws(TraceFailure) -> ListedPackets {
        let history = try BatteryHistory(file)
        let (cellular, wifi) = (
            HistoryActivity(history, isCellular: true), HistoryActivity(history, isCellular: false)
        )
        let activity =
            switch preferred {
            case .cellular?: cellular
            case .wifi?: wifi
            default: cellular.spans.count >= wifi.spans.count ? cellular : wifi
            }
        let radio = activity.isCellular ? "the modem" : "Wi-Fi"
        let other = activity.isCellular ? wifi : cellular
        let source = activity.isTimerFound ? "found in the file" : "Android's, an assumption"
        return ListedPackets(
            HistoryActivity.packets(of: activity.spans).map { TracedPacket(packet: $0) }, .history,
            findings: [
                "intervals of \(radio): \(activity.spans.count)",
                "Android's timer of \(activity.timer / 1000) s is taken off each (\(source))",
                other.spans.isEmpty
                    ? nil
                    : "intervals of \(activity.isCellular ? "Wi-Fi" : "the modem"), left out: "
                        + "\(other.spans.count)",
            ].compactMap { $0 })
    }
}
