import Kernel

/// Where the phone really is during one run, and what can be heard there.
///
/// Positions are the truth and an error that is a function of time or place, so that every policy
/// that asks at one time is told the same.
struct Ground: ~Copyable {
    /// The phone's way, the same for every policy.
    let itinerary: Itinerary
    /// The profile's regions where they lie in this replication, in the profile's order.
    let regions: [PlacedRegion]
    /// `nil`: satellites are received everywhere.
    let sky: SkyView?
    /// Where reported positions are written down as they come; `nil`: the caller wants none.
    var reports: ReportQueue?
    /// The last change of cell so far.
    private(set) var lastCellChange: CellChange?
    /// Changes so far.
    private(set) var cellChangeCount = 0
    /// Those of them that led into another location area.
    private(set) var areaUpdateCount = 0
    /// The next change; `nil`: the phone stays in its cell.
    private(set) var nextCellChange: CellChange?

    private let firstCell: Cell?
    private var cells: CellTracker?
    /// What is a function of time and place alone.
    private let places: PlaceHash
    /// The share of neighbourhoods whose access points are known.
    private let wifiCoverage: Fraction
    /// How long a receiver takes to its first fix: drawn when it is switched on.
    private var firstFixes: RandomStream

    /// - Parameters:
    ///   - surroundings: of the replication.
    ///   - regions: the world's, not placed yet.
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

    /// The stream of first fixes as it stands.
    var stream: RandomStream { firstFixes }

    /// The radio cell that serves the phone; `nil` where the world has none.
    var servingCell: Cell? { lastCellChange?.to ?? firstCell }

    /// Looks for the next change of cell.
    mutating func seekCellChange() { nextCellChange = cells?.next() }

    /// The phone comes into the next cell; the one after that is looked for.
    ///
    /// - Returns: the change.
    mutating func changeCell() -> CellChange? {
        guard let change = nextCellChange else { return nil }
        lastCellChange = change
        cellChangeCount += 1
        if change.updatesArea { areaUpdateCount += 1 }
        seekCellChange()
        return change
    }

    /// How long a receiver that receives satellites takes to its first fix.
    ///
    /// - Parameter law: of the way in which it starts.
    mutating func timeToFirstFix(_ law: Distribution<Seconds>) -> TimeSpan {
        TimeSpan(law.sample(&firstFixes))
    }
}

/// Positions as the phone's parts find them.
extension Ground {
    private enum Purpose {
        static let receiver: UInt64 = 11
        static let accessPoints: UInt64 = 12
        static let coverage: UInt64 = 13
        static let tower: UInt64 = 14
    }

    /// Access points are the same, and known or not, in a square of so many metres.
    private static let neighbourhood = 100.0

    /// What a receiver that has its satellites says at `time`.
    ///
    /// Its own error and that of the surroundings are independent bivariate normals: their
    /// variances add up.
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

    /// What the access points around say at `time`; `nil` where they are not known.
    ///
    /// - Parameter error: its median.
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

    /// The serving cell's position at `time`, which is now: that of its tower. `nil` where the
    /// world has no cells.
    ///
    /// A cell without a map gets its tower anywhere within its radius around where the phone
    /// came into it. Half of a disc lies within its radius over √2.
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
    /// The standard deviation in each direction of a bivariate normal whose distance from its
    /// middle has this median: Rayleigh's is σ √(2 ln 2).
    var rayleighSigma: Double { magnitude / (2 * PortableMath.log(2)).squareRoot() }
}

/// Where the phone goes in one replication and which cells serve it there: the same for every
/// policy, and so drawn once for the runs of all of them.
public struct Surroundings: Sendable {
    /// Of everything else that the replication draws.
    let source: RandomSource
    let itinerary: Itinerary
    /// At the start of the run; `nil` where the world has no cells.
    let cells: CellTracker?

    /// What the replication draws.
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

    /// The surroundings with all cells searched beforehand, so that several runs share the search.
    func listed(until horizon: Instant) -> Surroundings {
        Surroundings(self, cells: cells?.listed(until: horizon))
    }
}
