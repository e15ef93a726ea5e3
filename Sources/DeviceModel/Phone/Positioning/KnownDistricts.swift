import Kernel

/// Squares of the map whose access points the phone has been told of, the latest of them.
///
/// Apple's phones download a subset of the database and keep it (Apple Q&A on Location Data, 27
/// April 2011).
struct KnownDistricts: Sendable {
    /// So that memory does not grow with the way.
    private static let most = 64

    /// In the order in which they were learnt.
    private var squares: [Int64] = []

    /// Whether the phone knows the access points around `point`.
    ///
    /// - Parameter side: of a district; with zero nothing is kept.
    func contains(_ point: MapPoint, side: Meters) -> Bool {
        side > .zero && squares.contains(PlaceHash.square(point, side.magnitude))
    }

    mutating func learn(_ point: MapPoint, side: Meters) {
        guard side > .zero, !contains(point, side: side) else { return }
        if squares.count == Self.most { squares.removeFirst() }
        squares.append(PlaceHash.square(point, side.magnitude))
    }
}
