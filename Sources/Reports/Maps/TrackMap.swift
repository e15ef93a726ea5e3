/// One day of a run as a map: the true way, the cells that served the phone, the regions, and where
/// the phone was taken to be.
///
/// It is told the run's moments while that goes on, and keeps no more of them than a drawing can
/// show: ``mostPoints`` points of the way, ``mostReports`` reports and ``mostCells`` cells, however
/// long the run and however often the policy reports. So the picture is at most about 1 MB.
public struct TrackMap: Sendable {
    /// If the way has more points, the points nearest to their predecessor are left out.
    public static let mostPoints = 5000
    /// Above this number, every second, fourth, ... report is drawn.
    public static let mostReports = 1500
    /// Further ones are not drawn.
    public static let mostCells = 600
    public static let day = TimeSpan(Seconds(86_400))

    /// A report, and where the phone was when it came.
    struct Report: Sendable {
        let fix: Fix
        let truth: MapPoint
        let isTruthKnown: Bool
    }

    let ground: TrueTrack
    /// Which day of the run, from 0.
    let number: Int
    private(set) var way: [(point: MapPoint, isKnown: Bool)] = []
    private(set) var reports: [Report] = []
    private(set) var reportCount = 0
    /// In the order in which they came to serve.
    private(set) var cells: [Cell] = []
    private(set) var cellCount = 0
    private var seen: Set<Int> = []
    /// Metres: a nearer point of the way is left out.
    private var tolerance = 0.0
    private var every = 1

    public init(_ ground: TrueTrack, day: Int) {
        precondition(day >= 0, "day \(day) is before the run")
        self.ground = ground
        number = day
    }

    var begin: Instant {
        Instant.start + TimeSpan(nanoseconds: Self.day.nanoseconds * Int64(number))
    }
    var end: Instant { min(begin + Self.day, ground.horizon) }

    /// Notes a moment of the run; those of other days are passed over.
    public mutating func add(_ moment: TrackMoment) {
        guard moment.time >= begin, moment.time <= end else { return }
        let isKnown = moment.mode != .unknown
        addPoint(moment.point, isKnown)
        if let cell = moment.cell, cells.last?.number != cell.number || cells.isEmpty {
            if seen.count < Self.mostCells, seen.insert(cell.number).inserted { cells.append(cell) }
        }
        if moment.reason == .cell { cellCount += 1 }
        guard moment.reason == .report, let fix = moment.last else { return }
        if reportCount % every == 0 {
            reports.append(Report(fix: fix, truth: moment.point, isTruthKnown: isKnown))
        }
        reportCount += 1
        if reports.count > Self.mostReports {
            every *= 2
            reports = reports.enumerated().filter { $0.offset % 2 == 0 }.map(\.element)
        }
    }

    private mutating func addPoint(_ point: MapPoint, _ isKnown: Bool) {
        if let last = way.last, last.isKnown == isKnown,
            last.point.distance(to: point).magnitude <= tolerance
        {
            return
        }
        way.append((point, isKnown))
        while way.count > Self.mostPoints {
            tolerance = max(1, 2 * tolerance)
            let all = way
            way = []
            for (point, isKnown) in all { addPoint(point, isKnown) }
        }
    }

    /// Whether only some of the reports are drawn.
    var drawnReports: Int? { every > 1 ? every : nil }

    /// Places where the phone stayed that day, with the time there, in the order of the first stay;
    /// stays within 50 m of each other are at one place.
    var stays: [(place: MapPoint, time: TimeSpan)] {
        var stays: [(place: MapPoint, time: TimeSpan)] = []
        for visit in ground.visits(before: end) where visit.departure > begin {
            let time = min(visit.departure, end) - max(visit.arrival, begin)
            guard time >= Visit.shortest else { continue }
            let known = stays.firstIndex { $0.place.distance(to: visit.place) < Meters(50) }
            if let known {
                stays[known].time = TimeSpan(
                    nanoseconds: stays[known].time.nanoseconds + time.nanoseconds)
            } else {
                stays.append((visit.place, time))
            }
        }
        return stays
    }

    /// The way in pieces that are known or not, each beginning where the one before ends.
    var pieces: [(points: [MapPoint], isKnown: Bool)] {
        var pieces: [(points: [MapPoint], isKnown: Bool)] = []
        for (point, isKnown) in way {
            if let last = pieces.last {
                pieces[pieces.count - 1].points.append(point)
                if last.isKnown != isKnown { pieces.append(([point], isKnown)) }
            } else {
                pieces.append(([point], isKnown))
            }
        }
        return pieces
    }
}
