import EventKernel
import Quantities

/// Options of `hybrid`.
public struct HybridOptions: Hashable, Sendable {
    /// What the one fix must be good for, which decides where it comes from.
    public var accuracy: LocationAccuracy
    /// How long the app waits for satellites before it takes the next best position; greater than
    /// zero, and not longer than the system lets an app finish its work.
    public var timeout: TimeSpan
    /// What the app sends on each event.
    public var upload: TransferShape
    /// The share of events that find the app terminated, so that it must be launched; 0 to 1.
    public var terminated: Fraction

    public init(
        accuracy: LocationAccuracy = .best, timeout: TimeSpan, upload: TransferShape,
        terminated: Fraction = .zero
    ) {
        self.accuracy = accuracy
        self.timeout = timeout
        self.upload = upload
        self.terminated = terminated
    }
}

/// An app that looks for one satellite fix on each significant change (SR-031), so that the
/// receiver runs only after a real move, and uploads it. Where there is none in time, the next
/// source of its accuracy has to do: Wi-Fi where the phone scans for it, in the end the cell.
///
/// The search goes on under task completion, which a significant change may begin (SR-026). A
/// change that comes while the app still searches is answered with the same fix.
struct HybridPolicy: Policy {
    static let activities = ["location", "location upload"]

    private enum Number {
        static let service: Int32 = 0
        static let handlerRuns: Int32 = 1
    }

    private let options: HybridOptions
    private var service = SignificantChangeService(number: Number.service)
    private var app: WokenApp
    private var reports = LocationReports()
    private var isSearching = false

    init(_ options: HybridOptions) {
        self.options = options
        app = WokenApp(terminated: options.terminated)
    }

    mutating func begin(on phone: inout Phone, in world: inout World) {
        reports.begin(in: world)
        service.begin(on: &phone, in: world)
        let start = phone.wake(for: .zero, cause: cause)
        _ = phone.plan(Number.handlerRuns, at: start)
    }

    mutating func receive(_ notice: Notice, on phone: inout Phone, in world: inout World) {
        switch notice {
        case .planned(Number.handlerRuns): search(on: &phone, in: &world)
        case .located: upload(phone.located, on: &phone)
        case .transferEnded:
            app.end(at: phone.now, limit: phone.system.taskCompletion.limit)
            reports.uploadEnded(at: phone.now)
        case .planned, .otherWork, .cellChanged, .networkChanged, .incomingCall, .phoneCallBegan,
            .phoneCallEnded, .satellites:
            guard service.receive(notice, on: &phone, in: world) else { return }
            let start = app.wake(cause: cause, on: &phone, in: world)
            _ = phone.plan(Number.handlerRuns, at: start)
        }
    }

    /// Of the next event.
    private var cause: Cause {
        Cause(activity: LedgerPlan.firstPolicyActivity, serial: reports.fixCount + 1)
    }

    private mutating func search(on phone: inout Phone, in world: inout World) {
        guard !isSearching else { return }
        isSearching = true
        app.begin(at: phone.now)
        phone.requestFix(
            options.accuracy, timeout: options.timeout, cause: cause, in: &world)
    }

    private mutating func upload(_ fix: Fix?, on phone: inout Phone) {
        isSearching = false
        guard let fix else {
            return app.end(at: phone.now, limit: phone.system.taskCompletion.limit)
        }
        reports.upload(fix, as: options.upload, activity: 1, on: &phone)
    }

    func report(into metrics: inout MetricValues, from world: borrowing World, at horizon: Instant)
    {
        reports.report(into: &metrics, from: world, at: horizon)
    }
}
