import EventKernel
import Quantities

/// An app at work during one run: what it does when something happens to it.
///
/// A policy is a value. It acts through the phone it is handed, and keeps no other reference.
protocol Policy: Sendable {
    /// What its energy is booked under, in the order of `LedgerPlan.firstPolicyActivity`.
    static var activities: [String] { get }

    /// The start of the run, with the app in the background.
    mutating func begin(on phone: inout Phone, in world: inout World)

    mutating func receive(_ notice: Notice, on phone: inout Phone, in world: inout World)

    /// The end of the run: what the app's work was worth.
    func report(into metrics: inout MetricValues, from world: borrowing World, at horizon: Instant)
}

/// Something that happens to an app.
enum Notice: Hashable, Sendable {
    /// A time it planned has come.
    case planned(Int32)
    /// A transfer it asked to be told about has ended.
    case transferEnded(Int32)
    /// Other apps' traffic has woken the phone, or found it awake.
    case otherWork
    case networkChanged
    case incomingCall
    case phoneCallBegan
    case phoneCallEnded
    case cellChanged
    /// The fix that it asked for is there, or has failed: `Phone.located`.
    case located
    /// The receiver that it keeps on has found its satellites, or lost them.
    case satellites(Bool)
}

extension LedgerPlan {
    /// The number of the first activity that belongs to the policy.
    public static let firstPolicyActivity = 3
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
        }
    }

    var activities: [String] {
        switch self {
        case .none: NoPolicy.activities
        case .keepAlive: KeepAlivePolicy.activities
        case .streaming: StreamingPolicy.activities
        case .gpsContinuous, .standard: StandardPolicy.activities
        case .gpsPeriodic: GPSPeriodicPolicy.activities
        case .significantChange, .hybrid: SignificantChangePolicy.activities
        case .region: RegionPolicy.activities
        case .regionTriggered: RegionTriggeredPolicy.activities
        }
    }
}

extension TransferShape {
    /// This request as a transfer for `cause`, which keeps the processor awake.
    func transfer(cause: Cause, notice: Int32?) -> Transfer {
        Transfer(
            roundTrips: roundTrips, uplink: uplink.count, downlink: downlink.count,
            cause: cause, holdsProcessor: true,
            notice: notice)
    }
}
