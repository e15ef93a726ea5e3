/// An app that uploads its outbox in front, and then as long as task completion allows.
///
/// A task keeps the processor awake. The system suspends the app after its last task, calls its
/// expiration handler shortly before the limit (SR-012), and ends it if a task is left at the limit
/// (SR-011).
struct TaskCompletionPolicy: AppPolicy {
    enum Activity: Int, NamedActivity { case upload }
    private enum Step: UInt8, AppStep { case expires, saved, limit, prepared }

    private static let launching = Activity.upload.cause()

    private let options: TaskCompletionOptions
    private(set) var life: AppLife
    private var queue = UploadQueue()
    private var tasks = TaskBrackets()
    private var isHolding = false
    /// Whether the handler was called: nothing is sent until the user returns.
    private var hasExpired = false
    /// The handler, the end of saving, or the limit.
    private var planned: [EventKey] = []
    private var requestCount = 0

    init(_ options: TaskCompletionOptions) {
        self.options = options
        life = AppLife(cause: Self.launching)
    }

    mutating func begin(on phone: inout Phone, in world: inout World) { life.begin(on: &phone) }

    mutating func receive(_ notice: Notice, on phone: inout Phone, in world: inout World) {
        switch life.receive(notice, on: &phone) {
        case .opened: opened(on: &phone)
        case .left: left(on: &phone)
        case .ended: breakOff(on: &phone)
        case nil: break
        }
        switch notice {
        case .own(.planned(let step)) where step == Step.expires: expire(on: &phone)
        case .own(.planned(let step)) where step == Step.saved: finishTasks(on: &phone)
        case .own(.planned(let step)) where step == Step.limit: exceedLimit(on: &phone)
        case .own(.planned): carryOn(on: &phone)
        case .own(.transferEnded):
            if let task = queue.pieceArrived(at: phone.now) { tasks.end(task) }
            carryOn(on: &phone)
        case .user(.makes(let item)):
            queue.add(item, at: phone.now)
            carryOn(on: &phone)
        case .user, .phone, .network, .location: break
        }
    }

    // MARK: In front and behind

    private mutating func opened(on phone: inout Phone) {
        unplan(on: &phone)
        if hasExpired { tasks.endAll() }
        hasExpired = false
        carryOn(on: &phone)
    }

    /// The limit counts from leaving the front, for all tasks together.
    private mutating func left(on phone: inout Phone) {
        guard options.behaviour != .foregroundOnly, !tasks.isEmpty else {
            let isHolder = options.holdsSharedResource && !tasks.isEmpty
            breakOff(on: &phone)
            if isHolder && phone.system.lifeCycle.endsResourceHolders {
                return life.end(.crashed, on: &phone)
            }
            return life.suspend(on: &phone)
        }
        let rules = phone.system.taskCompletion
        let limit = phone.now + rules.limit
        if options.behaviour != .ignoreLimit {
            planned.append(phone.plan(Step.expires, at: limit - rules.warning))
        }
        planned.append(phone.plan(Step.limit, at: limit))
    }

    /// The expiration handler: pause, save, end.
    private mutating func expire(on phone: inout Phone) {
        hasExpired = true
        giveUp(on: &phone)
        if options.behaviour == .resume {
            planned.append(phone.plan(Step.saved, at: phone.now + options.save))
        } else {
            finishTasks(on: &phone)
        }
    }

    private mutating func finishTasks(on phone: inout Phone) {
        tasks.endAll()
        unplan(on: &phone)
        release(on: &phone)
        life.suspend(on: &phone)
    }

    /// The system ends an app with a task left at the limit.
    private mutating func exceedLimit(on phone: inout Phone) {
        guard !tasks.isEmpty else { return finishTasks(on: &phone) }
        life.end(.crashed, on: &phone)
        breakOff(on: &phone)
    }

    private mutating func breakOff(on phone: inout Phone) {
        giveUp(on: &phone)
        tasks.endAll()
        unplan(on: &phone)
        release(on: &phone)
    }

    private mutating func giveUp(on phone: inout Phone) {
        let left = phone.cutOffTransfers()
        queue.breakOff(keeps: options.behaviour == .resume, notCarried: left, at: phone.now)
        life.stopWork(on: &phone)
    }

    private mutating func unplan(on phone: inout Phone) {
        for key in planned { phone.cancel(key) }
        planned.removeAll(keepingCapacity: true)
    }

    private mutating func release(on phone: inout Phone) {
        if isHolding { phone.releaseProcessor() }
        isHolding = false
    }

    // MARK: Uploading

    private mutating func carryOn(on phone: inout Phone) {
        guard life.runs, !hasExpired else { return }
        for index in queue.uploads.indices.prefix(options.atOnce) {
            if queue.uploads[index].task == nil { begin(index, on: &phone) }
            if queue.isReady(index, at: phone.now) { send(index, on: &phone) }
        }
        guard tasks.isEmpty else { return }
        if life.state == .background { return finishTasks(on: &phone) }
        release(on: &phone)
    }

    private mutating func begin(_ index: Int, on phone: inout Phone) {
        if options.behaviour == .finish && !life.isInFront { return }
        queue.begin(index, task: tasks.begin())
        if !isHolding { phone.holdProcessor(cause: cause) }
        isHolding = true
        guard queue.uploads[index].preparedAt == nil else { return }
        let done = life.work(options.prepare, canStop: true, cause: cause, on: &phone).end
        queue.prepare(index, until: done)
        if done > phone.now { _ = phone.plan(Step.prepared, at: done) }
    }

    /// The task holds the processor, not the transfer.
    private mutating func send(_ index: Int, on phone: inout Phone) {
        guard queue.uploads[index].task != nil else { return }
        requestCount += 1
        let (bytes, connects) = queue.ask(index, atMost: options.request.count)
        phone.transfer(
            Transfer(
                roundTrips: connects ? options.roundTrips : 0, uplink: bytes, downlink: 0,
                cause: cause, holdsProcessor: false, ticket: Ticket()))
    }

    private var cause: Cause { Activity.upload.cause(requestCount) }
    func report(into metrics: inout MetricValues, in world: borrowing World, at horizon: Instant) {
        queue.report(into: &metrics)
        life.report(into: &metrics)
    }
}
