import Kernel
import Synchronization

/// How a position was found.
public enum PositionSource: String, BitwiseCopyable, CaseIterable, Hashable, Sendable {
    case gnss
    case wifi = "wi-fi"
    case cell
    /// A monitored region that the phone has entered or left.
    case region
}

/// A position as an app is told it.
public struct Fix: Hashable, Sendable {
    /// When it was measured.
    public var time: Instant
    /// On the map of the phone's itinerary.
    public var point: MapPoint
    public var source: PositionSource
    /// The median distance from the truth that its source is good for.
    public var accuracy: Meters
}

/// How accurate an app asks positions to be: the levels of Core Location.
public enum LocationAccuracy: String, BitwiseCopyable, CaseIterable, Hashable, Sendable {
    case bestForNavigation = "best-for-navigation"
    case best
    case tenMeters = "10-m"
    case hundredMeters = "100-m"
    case kilometer = "1-km"
    case threeKilometers = "3-km"

    /// Where positions of this level come from: the first that can be had.
    ///
    /// Only the finest three need satellites. At 100 m Wi-Fi will do; from a kilometre on the
    /// system may leave everything but the cell alone. The sources are in
    /// `docs/reference/positioning.md`.
    public var sources: [PositionSource] {
        switch self {
        case .bestForNavigation, .best, .tenMeters: [.gnss, .wifi, .cell]
        case .hundredMeters: [.wifi, .cell, .gnss]
        case .kilometer, .threeKilometers: [.cell, .wifi, .gnss]
        }
    }

    /// The source that a phone takes which always has satellites.
    ///
    /// - Parameters:
    ///   - scans: whether it can scan for access points.
    ///   - cells: whether it follows radio cells.
    func firstSource(scans: Bool, cells: Bool) -> PositionSource {
        sources.first { ($0 == .wifi && scans) || ($0 == .cell && cells) || $0 == .gnss } ?? .gnss
    }

    /// Whether the satellite receiver has to run for it.
    public var needsSatellites: Bool { sources[0] == .gnss }
}

/// Something that became known of the phone's position, and when it did.
public struct PositionReport: Hashable, Sendable {
    /// When it reached whom it is for: the server if the policy uploads it, else the app.
    public let time: Instant
    public let fix: Fix
}

/// Reports on their way from a policy to whoever writes them down while the run goes on.
///
/// It is emptied after each event, so it does not grow. A policy is a value that may be copied
/// between threads; the lock lets it share the queue, though only one run ever uses it.
final class ReportQueue: Sendable {
    private let waiting = Mutex<[PositionReport]>([])

    func add(_ report: PositionReport) { waiting.withLock { $0.append(report) } }

    /// Removes and returns what waits, in order.
    func take() -> [PositionReport] {
        waiting.withLock { reports in
            defer { reports.removeAll(keepingCapacity: true) }
            return reports
        }
    }
}
