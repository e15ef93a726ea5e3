import Kernel

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
