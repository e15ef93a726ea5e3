import Synchronization

/// How a position was found.
public enum PositionSource: String, BitwiseCopyable, CaseIterable, Hashable, Sendable {
    case gnss
    case wifi = "wi-fi"
    case cell
    /// A monitored region that the phone has entered or left.
    case region
}

/// A position as an app receives it.
public struct Fix: Hashable, Sendable {
    /// When it was measured.
    public var time: Instant
    /// On the map of the phone's itinerary.
    public var point: MapPoint
    public var source: PositionSource
    /// The median distance from the truth that its source promises.
    public var accuracy: Meters
}

/// The accuracy that an app requests, in Core Location's levels.
public enum LocationAccuracy: String, BitwiseCopyable, CaseIterable, Hashable, Sendable {
    case bestForNavigation = "best-for-navigation"
    case best
    case tenMeters = "10-m"
    case hundredMeters = "100-m"
    case kilometer = "1-km"
    case threeKilometers = "3-km"

    /// The sources in order of preference; the first only if it promises this accuracy.
    ///
    /// Only the finest three levels need satellites. Wi-Fi suffices at 100 m, and the cell may
    /// suffice from 1 km on (sources: `docs/reference/positioning.md`).
    public var sources: [PositionSource] {
        switch self {
        case .bestForNavigation, .best: [.gnss, .wifi, .cell]
        case .tenMeters: [.wifi, .gnss, .wifi, .cell]
        case .hundredMeters: [.wifi, .cell, .gnss]
        case .kilometer, .threeKilometers: [.cell, .wifi, .cell, .gnss]
        }
    }

    /// Whether the level's first source may have this median error.
    func isFine(_ error: Meters) -> Bool {
        switch self {
        case .bestForNavigation, .best, .hundredMeters: true
        case .tenMeters: error <= Meters(10)
        case .kilometer: error <= Meters(1000)
        case .threeKilometers: error <= Meters(3000)
        }
    }

    /// The first source if satellites are always received.
    ///
    /// - Parameters:
    ///   - wifi: median error of positions from access points; `nil`: the phone finds none.
    ///   - cells: whether it follows radio cells.
    func firstSource(wifi: Meters?, cells: Bool) -> PositionSource {
        let scans = wifi.map(isFine) ?? false
        return sources.first { ($0 == .wifi && scans) || ($0 == .cell && cells) || $0 == .gnss }
            ?? .gnss
    }

    public var needsSatellites: Bool { sources.prefix(2).contains(.gnss) }
}

public struct PositionReport: Hashable, Sendable {
    /// When it reached the server if the policy uploads it, otherwise the app.
    public let time: Instant
    public let fix: Fix
}

/// Reports on their way from a policy to the caller of a run.
///
/// Emptied after each event, so it does not grow. Copies of a policy share it, so it has a lock,
/// though only one run uses it.
final class ReportQueue: Sendable {
    private let waiting = Mutex<[PositionReport]>([])

    func add(_ report: PositionReport) { waiting.withLock { $0.append(report) } }

    func take() -> [PositionReport] {
        waiting.withLock { reports in
            defer { reports.removeAll(keepingCapacity: true) }
            return reports
        }
    }
}
