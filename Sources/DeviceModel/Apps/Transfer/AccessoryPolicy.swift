import EventKernel
import Quantities

/// An app that listens to a device near the phone (SR-049, SR-050).
///
/// Each event wakes the app, for as long as it works on it. Devices that are found while it is
/// suspended are told of together. Where the system does not have the mode, the session with the
/// device is closed while the app is not in front.
struct AccessoryPolicy: Policy {
    static let activities = ["accessory"]

    private enum Number {
        static let event: Int32 = 0
        static let suspends: Int32 = 1
    }

    private let options: AccessoryOptions
    private var life = AppLife()
    private var eventCount = 0
    private var wakeCount = 0
    /// The app sleeps, and hears nothing of what is found, until then.
    private var quietUntil: Instant = .start
    private var suspends: EventKey?

    init(_ options: AccessoryOptions) { self.options = options }

    private var mode: WakeMode { options.link == .external ? .externalAccessory : .bluetooth }

    mutating func begin(on phone: inout Phone, in world: inout World) {
        life.begin(on: phone)
        _ = phone.plan(Number.event, at: phone.now + options.every)
    }

    mutating func receive(_ notice: Notice, on phone: inout Phone, in world: inout World) {
        switch life.receive(notice, on: &phone) {
        case .left: life.suspend()
        case .opened, .ended, nil: break
        }
        switch notice {
        case .planned(Number.event):
            eventCount += 1
            _ = phone.plan(Number.event, at: phone.now + options.every)
            happen(on: &phone)
        case .planned(Number.suspends):
            suspends = nil
            life.suspend()
        case .planned, .transferEnded, .otherWork, .networkChanged, .incomingCall,
            .phoneCallBegan, .phoneCallEnded, .cellChanged, .located, .satellites, .user, .phone,
            .message, .outbox:
            break
        }
    }

    /// The device says something, or is found once more.
    private mutating func happen(on phone: inout Phone) {
        let cause = Cause(activity: LedgerPlan.firstPolicyActivity, serial: eventCount)
        if life.isInFront {
            wakeCount += 1
            _ = phone.wake(for: options.work, cause: cause)
            return
        }
        if options.link == .scan && phone.now < quietUntil { return }
        guard
            let start = life.wake(for: mode, span: options.work, cause: cause, on: &phone)
        else { return }
        wakeCount += 1
        quietUntil = phone.now + phone.system.accessories.coalescing
        phone.cancel(suspends)
        suspends = phone.plan(Number.suspends, at: start + options.work)
    }

    func report(into metrics: inout MetricValues, from world: borrowing World, at horizon: Instant)
    {
        metrics[.messagesDelivered] = Double(wakeCount)
        life.report(into: &metrics)
    }
}
