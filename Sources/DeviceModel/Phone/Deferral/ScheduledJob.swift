import Kernel

/// What an app asks of the system's scheduler.
struct JobRequest: BitwiseCopyable, Hashable, Sendable {
    enum Kind: BitwiseCopyable, Hashable, Sendable {
        /// Once in each period, in its last part.
        case periodic(flex: TimeSpan)
        /// Not sooner than after the period, while the phone is idle; asked for anew each time.
        case processing
    }

    var kind: Kind
    var period: TimeSpan
    var needs: JobNeeds
}

/// A job of an app, as the system's scheduler has it.
struct ScheduledJob: Sendable {
    /// With which the app is told to begin and to stop, as the calendar has them.
    let start: Ticket
    let stop: Ticket
    let request: JobRequest
    /// When it may begin next.
    private(set) var from: Instant
    /// The end of its period; of work for an idle phone, when it no longer waits for a charger.
    private(set) var until: Instant
    /// How often it has failed since it last succeeded.
    private(set) var failures = 0
    /// Since when it could run, and waits for others.
    var readySince: Instant?
    /// Since when it runs; `nil`: it does not.
    private(set) var runsSince: Instant?
    /// When its quota is used up.
    var stopsAt: Instant = .never
    /// The app has been told to stop.
    var isStopping = false

    /// - Parameter within: how long work for an idle phone waits for a charger.
    init(
        _ request: JobRequest, start: Ticket, stop: Ticket, at now: Instant, within: TimeSpan
    ) {
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

    /// The app is done with it, or has failed, or was stopped.
    ///
    /// - Parameters:
    ///   - succeeded: a job that failed is tried again.
    ///   - rules: of the system; `nil` where it has no jobs.
    ///   - within: how long work for an idle phone waits for a charger.
    mutating func end(
        at now: Instant, succeeded: Bool, _ rules: JobRules?, within: TimeSpan
    ) {
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
            // The next period that has not begun: one that is late counts for that in which it ran.
            repeat { until = until + request.period } while until - request.period < now
            from = until - flex
        }
    }
}
