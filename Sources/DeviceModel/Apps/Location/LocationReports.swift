/// The positions that an app received, and those that its server received.
///
/// Each location policy calls ``begin(in:)`` first, then passes on every fix and region event of
/// the app. A position counts as *reported* when it reaches the server, or the app if it is not
/// uploaded. The *last* position is the reported one that was measured last.
struct LocationReports: Sendable {
    private(set) var fixCount = 0
    private var uploadCount = 0
    /// Fixes on their way to the server, in order; `nil` if cut off.
    private var uploading = Backlog<Fix?>()
    private var quality: TrackQuality?
    private var queue: ReportQueue?

    /// - Parameters:
    ///   - world: Has the true track.
    ///   - regions: The watched regions, as indices into the world's list.
    mutating func begin(in world: borrowing World, watching regions: [Int] = []) {
        quality = TrackQuality(
            world.ground.itinerary, regions: world.ground.regions, watching: regions)
        queue = world.ground.reports
    }

    /// Reports a position that the app receives, but does not upload.
    ///
    /// - Parameter time: When the app was told; `nil`: when the fix was measured. Times must not
    ///   decrease over calls of this type's methods.
    mutating func deliver(_ fix: Fix, at time: Instant? = nil) {
        fixCount += 1
        report(fix, at: time ?? fix.time)
    }

    /// Counts positions that are never reported.
    mutating func receive(_ count: Int) { fixCount += count }

    mutating func upload(_ fix: Fix, as shape: TransferShape, on phone: inout Phone) {
        fixCount += 1
        uploading.append(fix)
        let cause = LocationActivity.upload.cause(fixCount)
        phone.transfer(shape.transfer(cause: cause, ticket: Ticket()))
    }

    /// The oldest upload has arrived, or was cut off.
    mutating func uploadEnded(at time: Instant) {
        guard let fix = uploading.removeFirst() else { return }
        uploadCount += 1
        report(fix, at: time)
    }

    mutating func cutOff(on phone: inout Phone) {
        guard !uploading.isEmpty else { return }
        for index in uploading.indices { uploading[index] = nil }
        phone.cutOffTransfers()
    }

    /// - Parameters:
    ///   - region: The index in the world's list of a watched region.
    ///   - time: When the app is told.
    mutating func regionEvent(_ region: Int, entered: Bool, at time: Instant) {
        quality!.regionEvent(region, entered: entered, at: time)
    }

    private mutating func report(_ fix: Fix, at time: Instant) {
        precondition(quality != nil, "a location policy begins with LocationReports.begin(in:)")
        quality!.report(fix, at: time)
        queue?.add(PositionReport(time: time, fix: fix))
    }

    func report(into metrics: inout MetricValues, in world: borrowing World, at horizon: Instant) {
        metrics[.fixes] = Double(fixCount)
        metrics[.uploads] = Double(uploadCount)
        quality?.report(into: &metrics, at: horizon)
    }
}
