/// A system's record of one app's use, which decides its permissions in the background.
struct AppUse: Sendable {
    struct Run: BitwiseCopyable, Sendable {
        var begin: Instant
        /// `nil`: it still runs.
        var end: Instant?
        var isNewSession: Bool
    }

    /// At the start of a run the user has just left the app.
    private(set) var lastUsed: Instant = .start
    /// Total display time at `lastUsed`.
    private(set) var screenOnThen = TimeSpan.zero
    /// Until then the app stays in the working set, because its notification was seen.
    var seenUntil: Instant = .start
    var isCalling = false
    /// Whether the user exempted the app, or something it does openly, from deferral.
    var isExempt = false
    /// Something without limits keeps it running, such as location or audio.
    var isKept = false
    var isServed = false
    /// The calendar's tickets of its alarms.
    var alarmTickets: [Ticket] = []
    /// The app is not held back until then.
    var freeUntil: Instant = .start
    /// Whether it was last told that servers can be reached.
    var hasNetwork = true
    /// The calendar's tickets of its alarms that fire while the phone is idle.
    var idleAlarms: [Ticket] = []
    var whileIdle = RecentTimes()
    var alarms = RecentTimes()
    var highPushes = RecentTimes()
    private(set) var runs: [Run] = []
    private(set) var expeditedRuns: [Run] = []
    private(set) var isExpedited = false

    mutating func use(at now: Instant, screenOn: TimeSpan) {
        (lastUsed, screenOnThen) = (now, screenOn)
        isCalling = false
    }

    /// - Parameters:
    ///   - screenOn: display time since the start of the run.
    ///   - limits: ``StandbyRules/limits``.
    func bucket(at now: Instant, screenOn: TimeSpan, _ limits: [BucketRules]) -> StandbyBucket {
        let bucket = limits.bucket(unusedFor: now - lastUsed, screenOn: screenOn - screenOnThen)
        return now < seenUntil ? min(bucket, .workingSet) : bucket
    }

    mutating func jobBegins(at now: Instant, gap: TimeSpan) {
        runs.removeAll { run in run.end.map { now - $0 > DailyWindow.day } ?? false }
        let joins = runs.contains { run in run.end.map { now - $0 <= gap } ?? true }
        runs.append(Run(begin: now, end: nil, isNewSession: !joins))
    }

    mutating func jobEnded(at now: Instant, since: Instant) {
        if let index = runs.lastIndex(where: { $0.end == nil && $0.begin == since }) {
            runs[index].end = now
        }
    }

    func jobTime(in window: TimeSpan, at now: Instant) -> TimeSpan {
        Self.time(of: runs, in: window, at: now)
    }

    private static func time(of runs: [Run], in window: TimeSpan, at now: Instant) -> TimeSpan {
        runs.reduce(.zero) { sum, run in
            let begin = max(run.begin, now - window)
            return sum + max(.zero, min(run.end ?? now, now) - begin)
        }
    }

    func expeditedTime(at now: Instant) -> TimeSpan {
        Self.time(of: expeditedRuns, in: DailyWindow.day, at: now)
    }

    mutating func expeditedBegins(at now: Instant) {
        expeditedRuns.removeAll { run in run.end.map { now - $0 > DailyWindow.day } ?? false }
        expeditedRuns.append(Run(begin: now, end: nil, isNewSession: true))
        isExpedited = true
    }

    mutating func expeditedEnded(at now: Instant) {
        guard let index = expeditedRuns.firstIndex(where: { $0.end == nil }) else { return }
        expeditedRuns[index].end = now
        isExpedited = expeditedRuns.contains { $0.end == nil }
    }

    func sessions(in window: TimeSpan, at now: Instant) -> Int {
        runs.count { $0.isNewSession && now - $0.begin < window }
    }

    /// The first time from `now` on at which a job may begin. A run leaves a window as a whole.
    func jobMayBegin(
        from now: Instant, _ bucket: BucketRules, perDay: TimeSpan?, gap: TimeSpan
    ) -> Instant {
        func isFree(at time: Instant) -> Bool {
            if let most = bucket.jobTime, jobTime(in: bucket.jobWindow, at: time) >= most {
                return false
            }
            if let perDay, jobTime(in: DailyWindow.day, at: time) >= perDay { return false }
            guard let most = bucket.sessions else { return true }
            let joins = runs.contains { run in run.end.map { time - $0 <= gap } ?? true }
            return joins || sessions(in: bucket.jobWindow, at: time) < most
        }
        if isFree(at: now) { return now }
        var times: [Instant] = []
        for run in runs {
            let end = run.end ?? now
            times += [run.begin + bucket.jobWindow, end + bucket.jobWindow, end + DailyWindow.day]
        }
        return times.filter { $0 > now }.sorted().first(where: isFree) ?? .never
    }

    /// How long a job that begins now may run; `nil`: no limit.
    func jobTimeLeft(at now: Instant, _ bucket: BucketRules, perDay: TimeSpan?) -> TimeSpan? {
        let here = bucket.jobTime.map { $0 - jobTime(in: bucket.jobWindow, at: now) }
        let today = perDay.map { $0 - jobTime(in: DailyWindow.day, at: now) }
        return [here, today].compactMap { $0 }.min()
    }
}
