import Kernel

/// What an app was told of its position, and what its server was told.
///
/// Part of each location policy, which calls ``begin(in:)`` before anything else, and then hands it
/// every fix and every region event that the app receives.
///
/// A position is *reported* once it has reached whom it is for: the server for one that is
/// uploaded, the app for one that is not. The *last* position is the one measured last of those
/// reported.
struct LocationReports: Sendable {
    private(set) var fixCount = 0
    private var uploadCount = 0
    /// Fixes that are on their way to the server, in order; `nil`: cut off.
    private var uploading = Backlog<Fix?>()
    private var quality: TrackQuality?
    private var queue: ReportQueue?

    /// The run begins.
    ///
    /// - Parameters:
    ///   - world: whose way is the truth.
    ///   - regions: the places among the world's regions of those that the policy watches.
    mutating func begin(in world: borrowing World, watching regions: [Int] = []) {
        quality = TrackQuality(
            world.ground.itinerary, regions: world.ground.regions, watching: regions)
        queue = world.ground.reports
    }

    /// The app has received a position, and sends it nowhere.
    ///
    /// - Parameters:
    ///   - fix: what the app was told.
    ///   - time: when it was; `nil`: when the fix was measured. Times never descend from one call
    ///     of any of these methods to the next.
    mutating func deliver(_ fix: Fix, at time: Instant? = nil) {
        fixCount += 1
        report(fix, at: time ?? fix.time)
    }

    /// The app has received so many positions that nobody else is ever told of.
    mutating func receive(_ count: Int) { fixCount += count }

    /// The app has received a position and sends it to its server.
    mutating func upload(
        _ fix: Fix, as shape: TransferShape, on phone: inout Phone
    ) {
        fixCount += 1
        uploading.append(fix)
        let cause = LocationActivity.upload.cause(fixCount)
        phone.transfer(shape.transfer(cause: cause, ticket: Ticket()))
    }

    /// The oldest upload on its way has arrived, or was cut off.
    mutating func uploadEnded(at time: Instant) {
        guard let fix = uploading.removeFirst() else { return }
        uploadCount += 1
        report(fix, at: time)
    }

    /// What is on its way does not arrive: the app has ended, or cannot go on.
    mutating func cutOff(on phone: inout Phone) {
        guard !uploading.isEmpty else { return }
        for index in uploading.indices { uploading[index] = nil }
        phone.cutOffTransfers()
    }

    /// The app is told that the phone has entered or left a region.
    ///
    /// - Parameters:
    ///   - region: its place among the world's regions; one of those watched.
    ///   - entered: false: left.
    ///   - time: when the app is told.
    mutating func regionEvent(_ region: Int, entered: Bool, at time: Instant) {
        quality!.regionEvent(region, entered: entered, at: time)
    }

    private mutating func report(_ fix: Fix, at time: Instant) {
        precondition(quality != nil, "a location policy begins with LocationReports.begin(in:)")
        quality!.report(fix, at: time)
        queue?.add(PositionReport(time: time, fix: fix))
    }

    func report(into metrics: inout MetricValues, from world: borrowing World, at horizon: Instant)
    {
        metrics[.fixes] = Double(fixCount)
        metrics[.uploads] = Double(uploadCount)
        quality?.report(into: &metrics, at: horizon)
    }
}
