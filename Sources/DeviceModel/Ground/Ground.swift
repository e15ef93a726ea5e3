/// Where the phone really is during one run.
///
/// Errors of positions depend on time or place only, so all policies that ask at one time get one
/// answer.
struct Ground: ~Copyable {
    /// Equal for every policy.
    let itinerary: Itinerary
    /// Regions as placed in this replication, in the profile's order.
    let regions: [PlacedRegion]
    /// `nil`: satellites are received everywhere.
    let sky: SkyView?
    /// `nil`: reports are not collected.
    var reports: ReportQueue?
    private(set) var lastCellChange: CellChange?
    private(set) var cellChangeCount = 0
    /// Changes into another location area.
    private(set) var areaUpdateCount = 0
    /// `nil`: the phone stays in its cell.
    private(set) var nextCellChange: CellChange?

    private let firstCell: Cell?
    private var cells: CellTracker?
    /// Depends on time and place only.
    private let places: PlaceHash
    /// The share of neighbourhoods with known access points.
    private let wifiCoverage: Fraction
    /// Drawn whenever a receiver is switched on.
    private(set) var firstFixes: RandomStream

    /// - Parameters:
    ///   - regions: not yet placed.
    ///   - sky: `nil` for reception everywhere.
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

    /// `nil` in a world without cells.
    var servingCell: Cell? { lastCellChange?.to ?? firstCell }

    mutating func seekCellChange() { nextCellChange = cells?.next() }

    /// Enters the next cell and finds the change after it.
    mutating func changeCell() -> CellChange? {
        guard let change = nextCellChange else { return nil }
        lastCellChange = change
        cellChangeCount += 1
        if change.updatesArea { areaUpdateCount += 1 }
        seekCellChange()
        return change
    }

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

    /// Access points are known per square of this side, in metres.
    private static let neighbourhood = 100.0

    /// The position from satellites.
    ///
    /// The errors of receiver and surroundings are independent bivariate normals, so variances add
    /// up.
    ///
    /// - Parameter error: the median of the receiver's own.
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

    /// The position from access points; `nil` where they are unknown.
    ///
    /// - Parameter error: the median.
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

    /// The position of the serving tower, now; `nil` without cells.
    ///
    /// Without a map it is at random within the cell's radius around where the phone entered. Half
    /// of a disc lies within its radius over √2, the accuracy.
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
    /// The σ per direction of a bivariate normal with this median distance: Rayleigh's is σ √(2 ln
    /// 2).
    var rayleighSigma: Double { magnitude / (2 * PortableMath.log(2)).squareRoot() }
}

/// The itinerary and cells of one replication, drawn once for the runs of all policies.
public struct Surroundings: Sendable {
    /// The source of everything else that the replication draws.
    let source: RandomSource
    let itinerary: Itinerary
    /// The cells at the start of the run; `nil` in a world without cells.
    let cells: CellTracker?

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

    /// Finds all cell changes in advance, so that runs share the search.
    func listed(until horizon: Instant) -> Surroundings {
        Surroundings(self, cells: cells?.listed(until: horizon))
    }
}
