import EventKernel
import Quantities

/// Options of `significant-change`.
public struct SignificantChangeOptions: Hashable, Sendable {
    /// What the app sends on each event.
    public var upload: TransferShape
    /// The share of events that find the app terminated, so that it must be launched; 0 to 1.
    public var terminated: Fraction

    public init(upload: TransferShape, terminated: Fraction = .zero) {
        self.upload = upload
        self.terminated = terminated
    }
}

/// An app that is told of significant changes, and uploads the cell's position on each.
struct SignificantChangePolicy: Policy {
    static let activities = ["location", "location upload"]

    private enum Number {
        static let service: Int32 = 0
        static let handlerRuns: Int32 = 1
    }

    private let options: SignificantChangeOptions
    private var service = SignificantChangeService(number: Number.service)
    private var app: WokenApp
    private var reports = LocationReports()

    init(_ options: SignificantChangeOptions) {
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
        case .planned(Number.handlerRuns): uploadCell(on: &phone, in: world)
        case .transferEnded:
            app.end(at: phone.now, limit: phone.system.taskCompletion.limit)
            reports.uploadEnded(at: phone.now)
        case .planned, .otherWork, .cellChanged, .networkChanged, .incomingCall, .phoneCallBegan,
            .phoneCallEnded, .located, .satellites:
            guard service.receive(notice, on: &phone, in: world) else { return }
            let start = app.wake(cause: cause, on: &phone, in: world)
            _ = phone.plan(Number.handlerRuns, at: start)
        }
    }

    /// Of the next event.
    private var cause: Cause {
        Cause(activity: LedgerPlan.firstPolicyActivity, serial: reports.fixCount + 1)
    }

    private mutating func uploadCell(on phone: inout Phone, in world: borrowing World) {
        guard let fix = world.cellFix(at: phone.now) else { return }
        app.begin(at: phone.now)
        reports.upload(fix, as: options.upload, activity: 1, on: &phone)
    }

    func report(into metrics: inout MetricValues, from world: borrowing World, at horizon: Instant)
    {
        reports.report(into: &metrics, from: world, at: horizon)
    }
}
