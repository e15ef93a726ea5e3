import EventKernel
import Quantities

/// An app that the system wakes to ask its server, when it thinks fit (SR-045).
struct BackgroundFetchPolicy: Policy {
    private let minimum: TimeSpan
    private var app: FetchingApp
    private var opportunities: FetchOpportunities?
    private var dueEvent: EventKey?
    /// It is due, and waits for a charger.
    private var isHeldBack = false
    private var limit = TimeSpan.zero

    init(_ options: RefreshOptions, minimum: TimeSpan) {
        self.minimum = minimum
        app = FetchingApp(options)
    }

    mutating func begin(on phone: inout Phone, in world: inout World) {
        app.begin(on: &phone, in: world)
        limit = phone.system.backgroundFetch?.runTime ?? .zero
        opportunities = phone.system.fetchLearning.map {
            FetchOpportunities(
                $0, minimum: minimum,
                stream: world.stream("refresh", UInt64(max(0, phone.app.place))))
        }
        plan(on: &phone)
    }

    mutating func receive(_ notice: Notice, on phone: inout Phone, in world: inout World) {
        switch notice {
        case .network(.message(let item)): app.add(item, at: phone.now)
        case .own(.planned(let step)) where step == FetchingApp.Step.due:
            dueEvent = nil
            fetch(on: &phone)
        case .phone(.lowPower(false)): if isHeldBack { fetch(on: &phone) }
        case .own, .user, .phone, .network, .location:
            let news = app.receive(notice, on: &phone, in: world)
            learn(news, on: &phone)
        }
    }

    /// The system wakes the app, unless it holds such work back: then when the phone is charged.
    private mutating func fetch(on phone: inout Phone) {
        isHeldBack = phone.holdsBackWork
        if isHeldBack { return }
        opportunities?.woken(at: phone.now)
        _ = app.wake(for: .backgroundFetch, limit: limit, on: &phone)
        plan(on: &phone)
    }

    private mutating func learn(_ news: FetchingApp.News?, on phone: inout Phone) {
        switch news {
        case .opened: opportunities?.opened(at: phone.now)
        case .fetched(let count, let took):
            // What it gets while it is in front is no fetch of the system's.
            guard !app.life.isInFront else { return }
            opportunities?.fetched(data: count > 0, took: took)
        case .cutOff(let took): opportunities?.fetched(data: false, took: took)
        case .left, .ended, nil: return
        }
        plan(on: &phone)
    }

    private mutating func plan(on phone: inout Phone) {
        phone.cancel(dueEvent)
        dueEvent = nil
        guard let opportunities, !isHeldBack else { return }
        dueEvent = phone.plan(FetchingApp.Step.due, at: opportunities.next)
    }

    var state: AppState? { app.life.state }

    func report(into metrics: inout MetricValues, from world: borrowing World, at horizon: Instant)
    {
        app.report(into: &metrics)
    }
}
