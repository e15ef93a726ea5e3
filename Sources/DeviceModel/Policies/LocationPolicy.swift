import EventKernel
import Quantities

/// A tracker that uploads where the phone is, from the satellite receiver or from cell changes.
struct LocationPolicy: Policy {
    static let activities = ["location", "location upload"]

    private enum Number {
        static let uploadDue: Int32 = 0
        static let delivery: Int32 = 1
        static let handlerRuns: Int32 = 2
    }

    private let options: LocationOptions
    private var fixCount = 0
    private var uploadCount = 0
    /// Fixes that are on their way to the server, in order.
    private var uploading: [Point] = []
    private var track = ReportedTrack()

    /// Significant change: an event that waits for the phone to wake, and the last delivered one.
    private var pendingDelivery: EventKey?
    private var lastDelivery: Instant?
    private var lastPlace = Point.origin

    init(_ options: LocationOptions) { self.options = options }

    mutating func begin(on phone: inout Phone, in world: inout World) {
        switch options.source {
        case .gpsContinuous:
            // The app is not suspended while it runs standard location, and neither is the phone.
            phone.holdProcessor(cause: cause(0, 0))
            phone.startGNSS(cause: cause(0, 0))
        case .significantChange: deliver(on: &phone)
        }
    }

    mutating func receive(_ notice: Notice, on phone: inout Phone, in world: inout World) {
        switch notice {
        case .planned(Number.uploadDue): uploadTracked(on: &phone, in: &world)
        case .planned(Number.delivery): deliver(on: &phone)
        case .planned(_): uploadCell(on: &phone, in: &world)
        case .transferEnded:
            uploadCount += 1
            track.report(uploading.removeFirst(), at: phone.now)
        case .otherWork: if pendingDelivery != nil { deliver(on: &phone) }
        case .cellChanged: cellChanged(on: &phone, in: world)
        case .gnssFixed:
            phone.trackGNSS(cause: cause(0, 0))
            uploadTracked(on: &phone, in: &world)
        case .networkChanged, .incomingCall, .phoneCallBegan, .phoneCallEnded: break
        }
    }

    // MARK: Satellites

    private mutating func uploadTracked(on phone: inout Phone, in world: inout World) {
        guard case .gpsContinuous(let every) = options.source else { return }
        let error = phone.device.gnss.error
        upload(world.reportedPosition(at: phone.now, error: error), on: &phone)
        _ = phone.plan(Number.uploadDue, at: phone.now + every)
    }

    // MARK: Significant changes

    /// A change counts if the system's minimum time and distance have passed; a sleeping phone may
    /// deliver it later, and then only once.
    private mutating func cellChanged(on phone: inout Phone, in world: borrowing World) {
        guard case .significantChange = options.source, pendingDelivery == nil else { return }
        let rules = phone.system.significantChange
        let place = world.path?.position(at: phone.now) ?? .origin
        if let lastDelivery, phone.now - lastDelivery < rules.minimumInterval { return }
        if place.distance(to: lastPlace) < rules.minimumDistance { return }
        lastPlace = place
        if phone.isAsleep && rules.delayAsleep > .zero {
            pendingDelivery = phone.plan(Number.delivery, at: phone.now + rules.delayAsleep)
        } else {
            deliver(on: &phone)
        }
    }

    private mutating func deliver(on phone: inout Phone) {
        phone.cancel(pendingDelivery)
        pendingDelivery = nil
        lastDelivery = phone.now
        let start = phone.wake(for: .zero, cause: cause(0, fixCount + 1))
        _ = phone.plan(Number.handlerRuns, at: start)
    }

    private mutating func uploadCell(on phone: inout Phone, in world: inout World) {
        let error = world.profile.movement?.cellError ?? .zero
        upload(world.reportedPosition(at: phone.now, error: error), on: &phone)
    }

    // MARK: Both

    private mutating func upload(_ position: Point, on phone: inout Phone) {
        fixCount += 1
        uploading.append(position)
        phone.transfer(options.upload.transfer(cause: cause(1, fixCount), notice: 0))
    }

    private func cause(_ activity: Int, _ serial: Int) -> Cause {
        Cause(activity: LedgerPlan.firstPolicyActivity + activity, serial: serial)
    }

    func report(into metrics: inout MetricValues, from world: borrowing World, at horizon: Instant)
    {
        metrics[.fixes] = Double(fixCount)
        metrics[.uploads] = Double(uploadCount)
        guard let path = world.path else { return }
        let step = TimeSpan(Seconds(30))
        let errors = track.errors(against: path, every: step, until: horizon)
        metrics[.positionErrorMedian] = quantile(0.5, ofSorted: errors)
        metrics[.positionError95] = quantile(0.95, ofSorted: errors)
    }
}

/// The positions that a server was told, and when.
struct ReportedTrack: Sendable {
    private var reports: [(time: Instant, position: Point)] = []

    mutating func report(_ position: Point, at time: Instant) {
        reports.append((time, position))
    }

    /// Distances between what the server last heard and the truth, every `step` from the first
    /// report to the horizon; in metres, ascending. Empty where nothing was reported.
    ///
    /// - Complexity: O(*n* log *n*) in the number of steps.
    func errors(against path: Path, every step: TimeSpan, until horizon: Instant) -> [Double] {
        guard var time = reports.first?.time else { return [] }
        var errors: [Double] = []
        var next = 0
        while time <= horizon {
            while next < reports.count && reports[next].time <= time { next += 1 }
            errors.append(
                path.position(at: time).distance(to: reports[next - 1].position).magnitude)
            time = time + step
        }
        return errors.sorted()
    }
}

/// The value below which the share `p` of `sorted` lies, interpolated between its neighbours
/// (Hyndman and Fan's type 7); `nil` for none.
func quantile(_ p: Double, ofSorted sorted: [Double]) -> Double? {
    guard let last = sorted.last else { return nil }
    let place = p * Double(sorted.count - 1)
    let below = Int(place)
    guard below + 1 < sorted.count else { return last }
    return sorted[below] + (place - Double(below)) * (sorted[below + 1] - sorted[below])
}
