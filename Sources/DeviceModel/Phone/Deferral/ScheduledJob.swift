struct JobRequest: BitwiseCopyable, Hashable, Sendable {
    enum Kind: BitwiseCopyable, Hashable, Sendable {
        /// Once in each period, in its last part, `flex`.
        case periodic(flex: TimeSpan)
        /// Not before the period has passed, and while the phone is idle; requested anew each time.
        case processing
    }

    var kind: Kind
    var period: TimeSpan
    var needs: JobNeeds
}

struct ScheduledJob: Sendable {
    /// The calendar's tickets that tell the app to begin and to stop.
    let start: Ticket
    let stop: Ticket
    let request: JobRequest
    /// Earliest beginning of the next run.
    private(set) var from: Instant
    /// End of the period; for a processing job, the end of its wait for a charger.
    private(set) var until: Instant
    private(set) var failures = 0
    /// When it became ready, if it waits for other jobs.
    var readySince: Instant?
    /// `nil`: it does not run.
    private(set) var runsSince: Instant?
    var stopsAt: Instant = .never
    var isStopping = false

    /// - Parameter within: how long a processing job waits for a charger.
    init(_ request: JobRequest, start: Ticket, stop: Ticket, at now: Instant, within: TimeSpan) {
        (self.request, self.start, self.stop) = (request, start, stop)
        switch request.kind {
        case .periodic(let flex):
            until = now + request.period
            from = until - flex
        case .processing:
            from = now + request.period
            until = from + within
        }
    }

    var place: Int32 { Int32(start.owner) }
    var isProcessing: Bool { request.kind == .processing }
    var needsNetwork: Bool { !request.needs.isDisjoint(with: [.network, .unmetered]) }

    mutating func begin(at now: Instant) {
        (runsSince, readySince, isStopping, stopsAt) = (now, nil, false, .never)
    }

    /// Ends a run of the job.
    ///
    /// - Parameters:
    ///   - succeeded: false: the job is retried.
    ///   - rules: `nil`: the system has no jobs.
    ///   - within: how long a processing job waits for a charger.
    mutating func end(at now: Instant, succeeded: Bool, _ rules: JobRules?, within: TimeSpan) {
        (runsSince, isStopping, stopsAt) = (nil, false, .never)
        switch request.kind {
        case .processing:
            from = now + request.period
            until = from + within
        case .periodic(let flex):
            guard succeeded || rules == nil else {
                failures += 1
                from = now + (rules?.backOff(failures: failures) ?? .zero)
                return
            }
            failures = 0
            // The next period that has not begun: a late run counts for the period in which it ran.
            repeat { until = until + request.period } while until - request.period < now
            from = until - flex
        }
    }
}
