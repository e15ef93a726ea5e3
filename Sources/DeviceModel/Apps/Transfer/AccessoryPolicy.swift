/// An app that listens to a device near the phone (SR-049, SR-050).
///
/// Events wake the app for as long as it works on them; devices found during suspension are
/// reported together. Without the mode, the session closes while the app is not in front. A
/// connected device that leaves or returns also wakes the app.
struct AccessoryPolicy: AppPolicy {
    enum Activity: Int, NamedActivity { case accessory }
    private enum Step: UInt8, AppStep { case event, suspends }

    private let options: AccessoryOptions
    private(set) var life = AppLife()
    private var eventCount = 0
    private var wakeCount = 0
    /// When a scan listens again.
    private var deafUntil: Instant = .start
    /// When a suspended app is told of scan results again.
    private var quietUntil: Instant = .start
    private var suspends: EventKey?
    private var isInRange = true

    init(_ options: AccessoryOptions) { self.options = options }
    private var mode: WakeMode { options.link == .external ? .externalAccessory : .bluetooth }

    mutating func begin(on phone: inout Phone, in world: inout World) {
        life.begin(on: &phone)
        if life.state != .notRunning { connect(on: &phone) }
        _ = phone.plan(Step.event, at: phone.now + options.every)
    }

    mutating func receive(_ notice: Notice, on phone: inout Phone, in world: inout World) {
        switch life.receive(notice, on: &phone) {
        case .left: life.suspend(on: &phone)
        case .opened(launched: true): connect(on: &phone)
        case .ended: phone.leaveBluetooth()
        case .opened, nil: break
        }
        switch notice {
        case .phone(.accessory(let isInRange)): range(isInRange, on: &phone)
        case .own(.planned(let step)) where step == Step.event:
            _ = phone.plan(Step.event, at: phone.now + options.every)
            if isInRange { happen(on: &phone) }
        case .own(.planned(let step)) where step == Step.suspends:
            suspends = nil
            life.suspend(on: &phone)
        case .own, .user, .phone, .network, .location: break
        }
    }

    private mutating func happen(on phone: inout Phone) {
        if options.link == .scan {
            guard phone.now >= deafUntil, let gap = phone.gap(ofScan: 0) else { return }
            deafUntil = phone.now + gap
        }
        eventCount += 1
        if life.isInFront {
            wakeCount += 1
            life.work(options.work, cause: cause, on: &phone)
            return
        }
        if options.link == .scan && phone.now < quietUntil { return }
        let isLaunched = life.state == .notRunning
        guard life.wake(for: mode, span: options.work, cause: cause, on: &phone) != nil else {
            return
        }
        if isLaunched { connect(on: &phone) }
        wakeCount += 1
        quietUntil = phone.now + phone.system.accessories.coalescing
        phone.cancel(suspends)
        suspends = phone.plan(Step.suspends, at: life.work.end)
    }

    private var cause: Cause { Activity.accessory.cause(eventCount) }

    /// Starts Bluetooth: with periodic events in range, else listening.
    private mutating func connect(on phone: inout Phone) {
        guard let kind = options.link.use else { return }
        phone.useBluetooth(kind, every: isInRange ? options.interval : nil, cause: cause)
    }

    /// The device enters or leaves range, of which a scanning app is not told.
    private mutating func range(_ isInRange: Bool, on phone: inout Phone) {
        guard isInRange != self.isInRange else { return }
        self.isInRange = isInRange
        if life.state != .notRunning { connect(on: &phone) }
        if options.link != .scan { happen(on: &phone) }
    }

    func report(into metrics: inout MetricValues, in world: borrowing World, at horizon: Instant) {
        metrics[.messagesDelivered] = Double(wakeCount)
        metrics[.tasksThrottled] = Double(life.work.throttledCount)
        life.report(into: &metrics)
    }
}

extension AccessoryOptions.Link {
    /// Its use of Bluetooth Low Energy, if any.
    var use: BluetoothUse? {
        switch self {
        case .external: nil
        case .central: .connection
        case .peripheral: .advertising
        case .scan: .scan(ScanRequest())
        }
    }
}
