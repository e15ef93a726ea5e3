/// When a phone that carries nothing hears what the network has for it.
enum Hearing: BitwiseCopyable, Sendable {
    case always
    /// At multiples of the paging cycle since the start of the run.
    case pages(every: TimeSpan)
    case onDurations(OnDurations)

    struct OnDurations: BitwiseCopyable, Sendable {
        var inactivity: TimeSpan
        var on: TimeSpan
        /// `nil`: there is only the long cycle.
        var short: TimeSpan?
        var shortSpan: TimeSpan
        var long: TimeSpan
    }

    init(_ state: RadioState) {
        if let paging = state.paging {
            self = .pages(every: paging)
        } else if let reception = state.reception, reception.downlink == .waits {
            let short = reception.short
            let shortSpan = (short?.cycle.nanoseconds ?? 0) * Int64(short?.count ?? 0)
            self = .onDurations(
                OnDurations(
                    inactivity: reception.inactivity, on: reception.on, short: short?.cycle,
                    shortSpan: TimeSpan(nanoseconds: shortSpan), long: reception.long))
        } else {
            self = .always
        }
    }

    var isAlways: Bool { if case .always = self { true } else { false } }

    /// Upper bound of the wait of downlink data.
    var longestWait: TimeSpan {
        switch self {
        case .always: .zero
        case .pages(let cycle): cycle
        case .onDurations(let times): times.long
        }
    }

    /// When the phone hears what arrives at `time`, in a rest that began at `rest`.
    ///
    /// - Complexity: O(1), however long the rest.
    func next(at time: Instant, since rest: Instant) -> Instant {
        switch self {
        case .always: return time
        case .pages(let cycle):
            let last = time.lastMultiple(of: cycle)
            return last == time ? time : last + cycle
        case .onDurations(let times): return times.next(at: time, since: rest)
        }
    }
}

extension Hearing.OnDurations {
    /// After the last on-duration of the short cycle come those of the long one.
    fileprivate func next(at time: Instant, since rest: Instant) -> Instant {
        let expiry = rest + inactivity
        let first = expiry.lastMultiple(of: short ?? long)
        if time < max(expiry, first + on) { return time }
        let isShort = time < first + shortSpan + on
        let cycle = isShort ? short ?? long : long
        let last = time.lastMultiple(of: cycle)
        return time < last + on ? time : last + cycle
    }
}
