import EventKernel

/// An app that has handed its reminders to the system, which alerts its user without running any of
/// the app's code (SR-043).
///
/// They stay pending whatever becomes of the app. While it is in front it is told instead of its
/// user (SR-044).
struct LocalNotificationPolicy: Policy {
    static let activities = ["local notification"]

    private let options: LocalNotificationOptions
    private var isInFront = false
    private var alertCount = 0

    init(_ options: LocalNotificationOptions) { self.options = options }

    mutating func begin(on phone: inout Phone, in world: inout World) {
        var time = phone.now
        for number in 0..<options.pending {
            time = time + options.apart
            _ = phone.plan(Int32(number), at: time)
        }
    }

    mutating func receive(_ notice: Notice, on phone: inout Phone, in world: inout World) {
        switch notice {
        case .planned(let number): fire(number, on: &phone)
        case .user(.opens): isInFront = true
        case .user(.leaves), .user(.forceQuits), .phone(.restarted): isInFront = false
        case .user(.sound), .phone, .transferEnded, .otherWork, .networkChanged,
            .incomingCall, .phoneCallBegan, .phoneCallEnded, .cellChanged, .located, .satellites,
            .message, .outbox:
            break
        }
    }

    private mutating func fire(_ number: Int32, on phone: inout Phone) {
        if let repeats = options.repeats { _ = phone.plan(number, at: phone.now + repeats) }
        guard !isInFront else { return }
        alertCount += 1
        phone.alert(
            cause: Cause(activity: LedgerPlan.firstPolicyActivity, serial: alertCount),
            sounds: options.sound, vibrates: options.vibration)
    }

    func report(into metrics: inout MetricValues, from world: borrowing World, at horizon: Instant)
    {
        metrics[.alerts] = Double(alertCount)
    }
}
