/// Packets in close succession, and their cost with the following tail.
public struct Burst: Sendable {
    public let from: Instant
    public fileprivate(set) var until: Instant
    /// The remote host of its first packet; `nil` if unknown.
    public let host: IPAddress?
    public fileprivate(set) var traffic = Traffic()
    public fileprivate(set) var energy = CausedEnergy()
    public fileprivate(set) var category = Category.other
    /// Whether it has only TCP packets without data.
    fileprivate var isControl: Bool
    fileprivate let beginsWithRepeated: Bool

    fileprivate mutating func add(_ packet: Packet, _ passage: Passage) {
        until = packet.time
        traffic.add(packet)
        isControl = isControl && passage.isControl
    }

    /// A burst's category, after those of AT&T's ARO 4.1.1 that headers tell; the first match
    /// counts.
    public enum Category: String, CaseIterable, Hashable, Sendable {
        /// Longer than 5 s and more than 100 000 B.
        case large
        case control = "tcp-control"
        case repeated = "loss-or-duplicate"
        /// One of three or more of a host at equal distances.
        case periodic, other
    }
}

struct BurstCut: Sendable {
    /// A longer pause begins a new burst (ARO's `BURST_TH`).
    static let gap = TimeSpan(nanoseconds: 1_500_000_000)

    private var last: Instant?
    private var number: Int32 = -1

    mutating func burst(at time: Instant) -> Int32 {
        if last.map({ time - $0 > Self.gap }) ?? true { number += 1 }
        last = time
        return number
    }
}

/// Describes the bursts of a trace.
///
/// Memory grows with the number of bursts, at most one in 1.5 s.
struct BurstTracker: Sendable {
    /// ARO's `LARGE_BURST_DURATION` and `LARGE_BURST_SIZE`.
    private static let large = (duration: TimeSpan(nanoseconds: 5_000_000_000), bytes: 100_000)

    private var bursts: [Burst] = []
    private var cut = BurstCut()

    mutating func observe(_ traced: TracedPacket, _ passage: Passage) -> Int32 {
        let time = traced.packet.time
        let number = cut.burst(at: time)
        if Int(number) < bursts.count {
            bursts[Int(number)].add(traced.packet, passage)
        } else {
            var burst = Burst(
                from: time, until: time, host: traced.flow?.remote,
                isControl: passage.isControl, beginsWithRepeated: passage.isRepeated)
            burst.traffic.add(traced.packet)
            bursts.append(burst)
        }
        return number
    }

    mutating func book(_ energy: Millijoules, _ kind: EnergyKind, to burst: Int32) {
        bursts[Int(burst)].energy.add(energy, kind)
    }

    func begun(_ number: Int32) -> ReplayInterval.Burst {
        ReplayInterval.Burst(number: Int(number), from: bursts[Int(number)].from)
    }

    mutating func finish() -> [Burst] {
        for index in bursts.indices { bursts[index].category = Self.category(bursts[index]) }
        for series in PeriodicSeries.all(in: bursts) {
            for index in series.bursts { bursts[index].category = .periodic }
        }
        return bursts
    }

    private static func category(_ burst: Burst) -> Burst.Category {
        let bytes = burst.traffic.uplinkBytes + burst.traffic.downlinkBytes
        if burst.until - burst.from > large.duration, bytes > large.bytes { return .large }
        if burst.isControl { return .control }
        return burst.beginsWithRepeated ? .repeated : .other
    }
}

public struct PeriodicSeries: Hashable, Sendable {
    public let host: IPAddress?
    /// The mean distance of their beginnings.
    public let cycle: TimeSpan
    /// Their indices in the list of bursts, ascending; at least three.
    public let bursts: [Int]

    /// ARO's `PERIOD_MIN_CYCLE`, `PERIOD_CYCLE_TOL` and `PERIOD_MIN_SAMPLES`.
    private static let least = TimeSpan(nanoseconds: 10_000_000_000)
    private static let tolerance = TimeSpan(nanoseconds: 1_000_000_000)
    private static let fewest = 3

    /// All series of one host with category *other* or *periodic*.
    ///
    /// Their distances are at least 10 s and differ from the series' first by at most 1 s.
    public static func all(in bursts: [Burst]) -> [PeriodicSeries] {
        var order: [IPAddress?] = []
        var places: [IPAddress?: [Int]] = [:]
        for (place, burst) in bursts.enumerated()
        where burst.category == .other || burst.category == .periodic {
            if places[burst.host] == nil { order.append(burst.host) }
            places[burst.host, default: []].append(place)
        }
        return order.flatMap { host in series(of: host, places[host] ?? [], bursts) }
    }

    private static func series(
        of host: IPAddress?, _ places: [Int], _ bursts: [Burst]
    ) -> [PeriodicSeries] {
        var found: [PeriodicSeries] = []
        var start = 0
        while start + 1 < places.count {
            let distances = { bursts[places[$0 + 1]].from - bursts[places[$0]].from }
            let first = distances(start)
            var end = start + 1
            while first >= least, end + 1 < places.count, isNear(distances(end), first) { end += 1 }
            if first >= least, end - start + 1 >= fewest {
                let span = bursts[places[end]].from - bursts[places[start]].from
                found.append(
                    PeriodicSeries(
                        host: host,
                        cycle: TimeSpan(nanoseconds: span.nanoseconds / Int64(end - start)),
                        bursts: Array(places[start...end])))
                start = end
            } else {
                start += 1
            }
        }
        return found
    }

    private static func isNear(_ distance: TimeSpan, _ first: TimeSpan) -> Bool {
        let difference = distance - first
        return difference <= tolerance && first - distance <= tolerance
    }
}
