import Kernel

/// The true geography of the phone during one run.
///
/// A position is the truth plus an error that depends on time or place only, so every policy that
/// asks at one time gets one answer.
struct Ground: ~Copyable {
    /// The phone's itinerary, equal for every policy.
    let itinerary: Itinerary
    /// The profile's regions as placed in this replication, in the profile's order.
    let regions: [PlacedRegion]
    /// `nil`: satellites are received everywhere.
    let sky: SkyView?
    /// Collects reported positions; `nil`: the caller wants none.
    var reports: ReportQueue?
    private(set) var lastCellChange: CellChange?
    /// Cell changes so far.
    private(set) var cellChangeCount = 0
    /// Cell changes into another location area so far.
    private(set) var areaUpdateCount = 0
    /// `nil`: the phone stays in its cell.
    private(set) var nextCellChange: CellChange?

    private let firstCell: Cell?
    private var cells: CellTracker?
    /// Random values that depend on time and place only.
    private let places: PlaceHash
    /// The share of neighbourhoods whose access points are known.
    private let wifiCoverage: Fraction
    /// Draws the time to first fix whenever a receiver is switched on.
    private var firstFixes: RandomStream

    /// - Parameters:
    ///   - surroundings: of the replication.
    ///   - regions: those of the world, not yet placed.
    ///   - sky: where satellites are received; `nil`: everywhere.
    ///   - wifiCoverage: from 0 to 1.
    init(
        _ surroundings: borrowing Surroundings, regions: [Region], sky: Sky?,
        wifiCoverage: Fraction
    ) {
        let way = surroundings.itinerary
        itinerary = way
        self.regions = regions.map { $0.placed(on: way) }
        cells = surroundings.cells
        firstCell = cells?.serving
        firstFixes = surroundings.source.stream("first-fixes", 0)
        let hash = PlaceHash(surroundings.source.stream("places", 0))
        places = hash
        self.sky = sky.map { SkyView($0, over: way, hash: hash) }
        self.wifiCoverage = wifiCoverage
    }

    /// The current state of the stream of first fixes.
    var stream: RandomStream { firstFixes }

    /// `nil` in a world without cells.
    var servingCell: Cell? { lastCellChange?.to ?? firstCell }

    /// Finds the next change of cell.
    mutating func seekCellChange() { nextCellChange = cells?.next() }

    /// Moves the phone into the next cell and finds the change after it.
    mutating func changeCell() -> CellChange? {
        guard let change = nextCellChange else { return nil }
        lastCellChange = change
        cellChangeCount += 1
        if change.updatesArea { areaUpdateCount += 1 }
        seekCellChange()
        return change
    }

    /// Draws the time to first fix of a receiver that receives satellites.
    ///
    /// - Parameter law: for the receiver's kind of start.
    mutating func timeToFirstFix(_ law: Distribution<Seconds>) -> TimeSpan {
        TimeSpan(law.sample(&firstFixes))
    }
}

/// Positions as the phone's sensors measure them.
extension Ground {
    private enum Purpose {
        static let receiver: UInt64 = 11
        static let accessPoints: UInt64 = 12
        static let coverage: UInt64 = 13
        static let tower: UInt64 = 14
    }

    /// The side in metres of a square whose access points are all known or all unknown.
    private static let neighbourhood = 100.0

    /// The position from a receiver that has its satellites.
    ///
    /// The receiver's error and that of the surroundings are independent bivariate normals, so
    /// their variances add up.
    ///
    /// - Parameter error: the median of the receiver's own error.
    func satelliteFix(at time: Instant, error: Meters) -> Fix {
        let added = sky?.addedError(at: time).magnitude ?? 0
        let own = error.magnitude
        let error = Meters((own * own + added * added).squareRoot())
        let draw = places.normal(
            at: time, step: sky?.profile.errorTime ?? Sky.usualErrorTime, Purpose.receiver)
        return Fix(
            time: time, point: point(at: time, off: draw, by: error.rayleighSigma), source: .gnss,
            accuracy: error)
    }

    /// The position from access points at `time`; `nil` where they are unknown.
    ///
    /// - Parameter error: the median error.
    func wifiFix(at time: Instant, error: Meters) -> Fix? {
        let truth = itinerary.point(at: time)
        let known = places.uniform(at: truth, side: Self.neighbourhood, Purpose.coverage)
        guard known < wifiCoverage.magnitude else { return nil }
        let square = PlaceHash.square(truth, Self.neighbourhood)
        let draw = places.normal(square, Purpose.accessPoints)
        return Fix(
            time: time, point: point(at: time, off: draw, by: error.rayleighSigma),
            source: .wifi, accuracy: error)
    }

    /// The position of the serving cell's tower at `time`, which is now; `nil` without cells.
    ///
    /// A cell without a map has its tower at random within its radius around where the phone
    /// entered it. Half of a disc lies within its radius over √2, which is the accuracy.
    func cellFix(at time: Instant) -> Fix? {
        guard let cell = servingCell else { return nil }
        let since = lastCellChange?.time ?? .start
        let tower =
            cell.tower
            ?? point(
                at: since, off: places.disc(Int64(cell.number), Purpose.tower),
                by: cell.radius.magnitude)
        return Fix(
            time: time, point: tower, source: .cell, accuracy: cell.radius * 0.5.squareRoot())
    }

    private func point(at time: Instant, off draw: MapPoint, by scale: Double) -> MapPoint {
        let truth = itinerary.point(at: time)
        return MapPoint(
            east: truth.east + scale * draw.east, north: truth.north + scale * draw.north)
    }
}

extension Meters {
    /// The standard deviation in each direction of a bivariate normal with this median distance.
    ///
    /// The median of Rayleigh's distribution is σ √(2 ln 2).
    var rayleighSigma: Double { magnitude / (2 * PortableMath.log(2)).squareRoot() }
}

/// The itinerary and cells of one replication, drawn once for the runs of all policies.
public struct Surroundings: Sendable {
    /// The source of everything else that the replication draws.
    let source: RandomSource
    let itinerary: Itinerary
    /// At the start of the run; `nil` in a world without cells.
    let cells: CellTracker?

    /// Draws the itinerary and cells of a replication.
    init(
        _ movement: MovementPlan, cells layout: CellLayout?, from source: RandomSource,
        until horizon: Instant
    ) {
        self.source = source
        let way = movement.itinerary(from: source, until: horizon)
        itinerary = way
        cells = layout.map { CellTracker($0, along: way, from: source) }
    }

    private init(_ surroundings: Surroundings, cells: CellTracker?) {
        source = surroundings.source
        itinerary = surroundings.itinerary
        self.cells = cells
    }

    /// The surroundings with all cell changes found in advance, so that runs share the search.
    func listed(until horizon: Instant) -> Surroundings {
        Surroundings(self, cells: cells?.listed(until: horizon))
    }
}
