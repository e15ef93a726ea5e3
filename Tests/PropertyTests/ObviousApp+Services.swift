import EventKernel
import Quantities

@testable import DeviceModel

// How an obvious app is called by its server and by reminders.
extension ObviousApp {
    /// How long the app may run that is woken so.
    func time(for way: Way, _ phone: borrowing Phone) -> TimeSpan? {
        switch way {
        case .code, .told: nil
        case .alarm, .push: phone.system.taskCompletion.limit
        case .silent: phone.system.remoteNotification?.runTime
        }
    }

    // MARK: Pushes

    private var messageRules: [Int] {
        rules.indices.filter { if case .message = rules[$0].trigger { true } else { false } }
    }

    private var message: TransferShape? {
        for rule in rules { if case .message(let shape) = rule.trigger { return shape } }
        return nil
    }

    /// Of what lies at the server one push tells; of silent ones the system takes so many an hour.
    mutating func push(on phone: inout Phone) {
        guard let message else { return }
        if isSilent, let most = phone.system.remoteNotification?.perHourLimit {
            let hour = TimeSpan(Seconds(3600))
            if pushTimes.count >= most, pushTimes[pushTimes.count - most] + hour > phone.now {
                isHeldBack = true
                let time = pushTimes[pushTimes.count - most] + hour
                _ = phone.plan(Step.pushLater, at: time)
                return
            }
        }
        pushTimes.append(phone.now)
        atServer = 0
        phone.push(
            Transfer(
                roundTrips: message.roundTrips, uplink: message.uplink.count,
                downlink: message.downlink.count, cause: cause(messageRules[0], pushTimes.count),
                holdsProcessor: true,
                ticket: Ticket(Step.pushed, index: Int32(pushTimes.count))))
    }

    mutating func pushed(on phone: inout Phone) {
        if isSilent { return fireMessages(.silent, on: &phone) }
        if life.isInFront || life.runs && isKept { return fireMessages(.told, on: &phone) }
        if phone.system.push?.runsApp ?? false { return fireMessages(.push, on: &phone) }
        phone.alert(cause: cause(messageRules[0], pushTimes.count))
        refused += messageRules.count
    }

    private mutating func fireMessages(_ way: Way, on phone: inout Phone) {
        for rule in messageRules { fire(rule, way, on: &phone) }
    }

    // MARK: Reminders

    func isReminder(_ rule: Int) -> Bool {
        switch rules[rule].trigger {
        case .every(_, .localNotification, _, _), .at(_, .localNotification): true
        default: false
        }
    }

    /// The system calls the user; an app in front is told instead.
    mutating func remind(_ rule: Int, on phone: inout Phone) {
        if life.isInFront { return fire(rule, .code, on: &phone) }
        serials[rule] += 1
        begun += 1
        done += 1
        phone.alert(cause: cause(rule, serials[rule]))
    }
}
