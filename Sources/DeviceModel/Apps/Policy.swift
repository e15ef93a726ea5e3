import EventKernel
import Quantities

/// An app at work during one run: what it does when something happens to it.
///
/// A policy is a value. It acts through the phone it is handed, and keeps no other reference. What
/// its energy is booked under, from `LedgerPlan.firstPolicyActivity` on, is in
/// `PolicyOptions.activities`.
protocol Policy: Sendable {
    /// The start of the run, with the app in the background.
    mutating func begin(on phone: inout Phone, in world: inout World)

    mutating func receive(_ notice: Notice, on phone: inout Phone, in world: inout World)

    /// Something happens to one app alone.
    ///
    /// - Parameter place: the app's, in the world's list.
    mutating func receive(
        _ notice: Notice, for place: Int32, on phone: inout Phone, in world: inout World)

    /// The end of the run: what the app's work was worth.
    func report(into metrics: inout MetricValues, from world: borrowing World, at horizon: Instant)
}

extension Policy {
    /// Of a policy that is one app, the first of the world's.
    mutating func receive(
        _ notice: Notice, for place: Int32, on phone: inout Phone, in world: inout World
    ) {
        if place == AppSlot.only.place { receive(notice, on: &phone, in: &world) }
    }
}

/// The app is not installed.
struct NoPolicy: Policy {
    static let activities: [String] = []
    mutating func begin(on phone: inout Phone, in world: inout World) {}
    mutating func receive(_ notice: Notice, on phone: inout Phone, in world: inout World) {}
    func report(into metrics: inout MetricValues, from world: borrowing World, at horizon: Instant)
    {}
}

extension PolicyOptions {
    /// The policy at the start of a run.
    func makePolicy() -> any Policy {
        switch self {
        case .none: NoPolicy()
        case .keepAlive(let options): KeepAlivePolicy(options)
        case .streaming(let options): StreamingPolicy(options)
        case .gpsContinuous(let options): StandardPolicy(options.standard)
        case .gpsPeriodic(let options): GPSPeriodicPolicy(options)
        case .standard(let options): StandardPolicy(options)
        case .significantChange(let options): SignificantChangePolicy(options)
        case .region(let options): RegionPolicy(options)
        case .hybrid(let options): SignificantChangePolicy(options)
        case .regionTriggered(let options): RegionTriggeredPolicy(options)
        case .sending(let options): SendingPolicy(options)
        case .refresh(let options): options.makePolicy()
        case .backgroundSession(let options): BackgroundSessionPolicy(options)
        case .newsstand(let options): NewsstandPolicy(options)
        case .accessory(let options): AccessoryPolicy(options)
        case .recording(let options): RecordingPolicy(options)
        case .navigation(let options): NavigationPolicy(options)
        case .localNotifications(let options): LocalNotificationPolicy(options)
        case .backgroundWork(let options): BackgroundWorkPolicy(options)
        case .apps(let options): AppsPolicy(options)
        case .taskCompletion(let options): TaskCompletionPolicy(options)
        }
    }

    var activities: [String] {
        switch self {
        case .none: NoPolicy.activities
        case .keepAlive(let options): options.activities
        case .streaming: StreamingPolicy.activities
        case .gpsContinuous, .standard: StandardPolicy.activities
        case .gpsPeriodic: GPSPeriodicPolicy.activities
        case .significantChange, .hybrid: SignificantChangePolicy.activities
        case .region: RegionPolicy.activities
        case .regionTriggered: RegionTriggeredPolicy.activities
        case .sending: SendingPolicy.activities
        case .refresh(let options): options.activities
        case .backgroundSession: BackgroundSessionPolicy.activities
        case .newsstand: NewsstandPolicy.activities
        case .accessory: AccessoryPolicy.activities
        case .recording: RecordingPolicy.activities
        case .navigation: NavigationPolicy.activities
        case .localNotifications: LocalNotificationPolicy.activities
        case .backgroundWork: BackgroundWorkPolicy.activities
        case .apps(let options): options.activities
        case .taskCompletion: TaskCompletionPolicy.activities
        }
    }
}
