extension Phone {
    /// Schedules a job of the app whose code runs, in place of one with the same step.
    ///
    /// - Parameters:
    ///   - start: told to the app when the job begins; its code then calls ``jobEnded``.
    ///   - stop: told to the app when the job may no longer run.
    mutating func schedule(_ request: JobRequest, start: some AppStep, stop: Ticket) {
        guard let deferrals else { return }
        let ticket = app.ticket(Ticket(start))
        deferrals.jobs.removeAll { $0.start == ticket }
        deferrals.jobs.append(
            ScheduledJob(
                request, start: ticket, stop: app.ticket(stop), at: now, within: processingWithin))
        planLookAtJobs(at: now)
    }

    func hasJob(_ start: some AppStep) -> Bool {
        let ticket = app.ticket(Ticket(start))
        return deferrals?.jobs.contains { $0.start == ticket } ?? false
    }

    mutating func cancelJobs() {
        guard let deferrals else { return }
        for job in deferrals.jobs where job.place == app.place { note(endOf: job) }
        deferrals.jobs.removeAll { $0.place == app.place }
    }

    mutating func jobEnded(_ start: some AppStep, succeeded: Bool) {
        let ticket = app.ticket(Ticket(start))
        guard let deferrals,
            let index = deferrals.jobs.firstIndex(where: { $0.start == ticket }),
            deferrals.jobs[index].runsSince != nil
        else { return }
        note(endOf: deferrals.jobs[index])
        deferrals.jobs[index].end(
            at: now, succeeded: succeeded, deferrals.rules.jobs, within: processingWithin)
        planLookAtJobs(at: now)
    }

    private var processingWithin: TimeSpan { system.processing?.within ?? .zero }

    private func note(endOf job: ScheduledJob) {
        guard let since = job.runsSince else { return }
        deferrals?[job.place].jobEnded(at: now, since: since)
    }

    // MARK: The scheduler

    /// The scheduler looks at its jobs by `time` at the latest.
    mutating func planLookAtJobs(at time: Instant) {
        guard let deferrals, !deferrals.jobs.isEmpty, time < .never else { return }
        if let look = deferrals.look {
            if look.time <= time { return }
            cancel(look.key)
        }
        let key = calendar.schedule(.rare(.deferral(.jobs)), at: time, priority: .timer)
        deferrals.look = (key, time)
    }

    mutating func lookAtJobs() {
        guard let deferrals, !deferrals.jobs.isEmpty, !isOff else { return }
        var next = Instant.never
        var batch = JobBatch()
        for index in deferrals.jobs.indices {
            if deferrals.jobs[index].runsSince != nil {
                next = min(next, stopIfNeeded(index))
                continue
            }
            let ready = whenReady(deferrals.jobs[index])
            guard ready <= now else {
                deferrals.jobs[index].readySince = nil
                next = min(next, ready)
                continue
            }
            let since = deferrals.jobs[index].readySince ?? now
            deferrals.jobs[index].readySince = since
            batch.add(index, since: since, waits: batching(deferrals.jobs[index]))
        }
        let begins = batch.begins(at: now)
        if begins <= now {
            for index in batch.ready { next = min(next, begin(index)) }
        } else {
            next = min(next, begins)
        }
        planLookAtJobs(at: next)
    }

    /// Tells the app to begin.
    ///
    /// - Returns: when its quota is used up.
    private mutating func begin(_ index: Int) -> Instant {
        guard let deferrals else { return .never }
        let job = deferrals.jobs[index]
        deferrals.jobs[index].begin(at: now)
        if let standby = deferrals.rules.standby, !job.isProcessing {
            let bucket = deferrals.jobBucket(of: job.place, at: now, front: front)
            let left = bucket.flatMap {
                deferrals[job.place].jobTimeLeft(at: now, $0.rules, perDay: standby.jobTimePerDay)
            }
            if let left { deferrals.jobs[index].stopsAt = now + left }
            deferrals[job.place].jobBegins(at: now, gap: standby.sessionGap)
        }
        calendar.schedule(.app(job.start), at: now, priority: .timer)
        return deferrals.jobs[index].stopsAt
    }

    /// Tells an app to stop a job that may no longer run.
    ///
    /// - Returns: when the job must stop if nothing else happens.
    private mutating func stopIfNeeded(_ index: Int) -> Instant {
        guard let deferrals, !deferrals.jobs[index].isStopping else { return .never }
        let job = deferrals.jobs[index]
        guard now >= job.stopsAt || holdsJobs(of: job.place) || !isMet(job.request.needs, job)
        else { return job.stopsAt }
        deferrals.jobs[index].isStopping = true
        calendar.schedule(.app(job.stop), at: now, priority: .timer)
        return .never
    }

    // MARK: What a job waits for

    /// When a job could run (IM-016, IM-017); `never`: not before something else happens.
    private func whenReady(_ job: ScheduledJob) -> Instant {
        guard let deferrals else { return .never }
        if now < job.from { return job.from }
        if holdsJobs(of: job.place) { return .never }
        if !isMet(job.request.needs.subtracting(.idle), job) { return .never }
        let idle = whenIdle(job)
        if idle > now { return idle }
        if job.isProcessing { return whenReadyToProcess(job) }
        guard let standby = deferrals.rules.standby,
            let bucket = deferrals.jobBucket(of: job.place, at: now, front: front)
        else { return now }
        return deferrals[job.place].jobMayBegin(
            from: now, bucket.rules, perDay: standby.jobTimePerDay, gap: standby.sessionGap)
    }

    private func whenReadyToProcess(_ job: ScheduledJob) -> Instant {
        guard let deferrals, let rules = deferrals.rules.processing,
            now - deferrals[job.place].lastUsed <= rules.usedWithin
        else { return .never }
        return isCharging ? now : max(now, job.until)
    }

    /// When the phone is or was idle for long enough.
    private func whenIdle(_ job: ScheduledJob) -> Instant {
        guard let deferrals, job.isProcessing || job.request.needs.contains(.idle) else {
            return now
        }
        guard deferrals.screenOnSince == nil else { return .never }
        let span =
            job.isProcessing
            ? deferrals.rules.processing?.idleAfter : deferrals.rules.jobs?.idleAfter
        return deferrals.screenOffSince + (span ?? .zero)
    }

    private func isMet(_ needs: JobNeeds, _ job: ScheduledJob) -> Bool {
        guard let deferrals else { return false }
        if job.needsNetwork, !hasNetwork(job.place) { return false }
        if needs.contains(.unmetered), !isOnWiFi { return false }
        if needs.contains(.charging), !isCharging { return false }
        let isForIdle = needs.contains(.idle) || job.isProcessing
        return !isForIdle || deferrals.screenOnSince == nil
    }

    func hasNetwork(_ place: Int32) -> Bool {
        guard let deferrals, deferrals.isReachable else { return false }
        return !cutsNetwork(of: place)
    }

    func holdsJobs(of place: Int32) -> Bool {
        guard let deferrals, !deferrals.isFree(place, at: now, front: front) else { return false }
        return holdsBackWork || deferrals.doze?.isIdle ?? false
    }

    /// How a job is batched; `nil`: it does not wait for others.
    private func batching(_ job: ScheduledJob) -> BatchRules? {
        guard let deferrals, let rules = deferrals.rules.jobs, !job.isProcessing,
            job.failures == 0,
            let bucket = deferrals.bucket(of: job.place, at: now, front: front)?.bucket,
            bucket > .active
        else { return nil }
        if job.needsNetwork, !isOnWiFi, let cellular = rules.cellularBatching { return cellular }
        return rules.batching
    }

    /// How long such a job of the app whose code runs may run; zero: its quota is used up.
    func expeditedTime() -> TimeSpan {
        guard let deferrals, let rules = deferrals.rules.jobs?.expedited else { return .zero }
        let quota: TimeSpan? =
            deferrals[app.place].isExempt
            ? rules.timeIfExempt
            : deferrals.bucket(of: app.place, at: now, front: front)?.rules.expeditedTime
        guard let quota else { return rules.runTime }
        let left = quota - deferrals[app.place].expeditedTime(at: now)
        return max(.zero, min(rules.runTime, left))
    }

    mutating func expeditedBegins() {
        deferrals?[app.place].expeditedBegins(at: now)
        tellExemption()
    }

    mutating func expeditedEnded() {
        deferrals?[app.place].expeditedEnded(at: now)
        tellExemption()
    }

    /// The app is told whether it has the network.
    private mutating func tellExemption() {
        guard deferrals != nil else { return }
        calendar.schedule(.rare(.deferral(.exemptions)), at: now, priority: .completion)
    }
}

private struct JobBatch {
    private(set) var ready: [Int] = []
    private var waiting: [(rules: BatchRules, since: Instant)] = []

    mutating func add(_ index: Int, since: Instant, waits rules: BatchRules?) {
        ready.append(index)
        if let rules { waiting.append((rules, since)) }
    }

    /// Waiting jobs that count towards `rules`: those with the same or a lower threshold.
    private func count(for rules: BatchRules) -> Int {
        waiting.count { $0.rules.ready <= rules.ready }
    }

    /// When all jobs begin: at once if one does not wait or enough are ready, else after the first
    /// delay.
    func begins(at now: Instant) -> Instant {
        if ready.isEmpty { return .never }
        if waiting.count < ready.count { return now }
        for (rules, _) in waiting where count(for: rules) >= rules.ready { return now }
        return waiting.map { $0.since + $0.rules.delay }.min() ?? now
    }
}
