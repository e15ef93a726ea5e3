import EventKernel

/// An app that has handed its reminders to the system, which alerts its user without running any of
/// the app's code (SR-043).
///
/// They stay pending whatever becomes of the app. While it is in front it is told instead of its
/// user (SR-044).
struct LocalNotificationPolicy: Policy {
    enum Step: UInt8, AppStep { case fires }

    enum Activity: Int, AppActivity {
        case notification

        var name: String { "local notification" }
    }

    private let options: LocalNotificationOptions
    private var isInFront = false
    private var alertCount = 0

    init(_ options: LocalNotificationOptions) { self.options = options }

    mutating func begin(on phone: inout Phone, in world: inout World) {
        var time = phone.now
        for number in 0..<options.pending {
            time = time + options.apart
            _ = phone.plan(Step.fires, index: Int32(number), at: time)
        }
    }

    mutating func receive(_ notice: Notice, on phone: inout Phone, in world: inout World) {
        switch notice {
        case .own(.planned(let reminder)): fire(reminder, on: &phone)
        case .user(.opens): isInFront = true
        case .user(.leaves), .user(.forceQuits), .phone(.restarted): isInFront = false
        case .own(.transferEnded), .user(.makes), .user(.sound), .phone, .network, .location:
            break
        }
    }

    private mutating func fire(_ reminder: Ticket, on phone: inout Phone) {
        if let repeats = options.repeats { _ = phone.plan(reminder, at: phone.now + repeats) }
        guard !isInFront else { return }
        alertCount += 1
        phone.alert(
            cause: Activity.notification.cause(alertCount),
            sounds: options.sound, vibrates: options.vibration)
    }

    var state: AppState? { nil }

    func report(into metrics: inout MetricValues, from world: borrowing World, at horizon: Instant)
    {
        metrics[.alerts] = Double(alertCount)
    }
}

extension LocalNotificationOptions: BehaviourOptions {
    var needs: AppNeeds { .alerts }
    var activities: [String] { LocalNotificationPolicy.Activity.names }
    func makePolicy() -> any Policy { LocalNotificationPolicy(self) }
}

extension PolicyOptions {
    /// An app that has the system remind its user.
    public static func localNotifications(_ options: LocalNotificationOptions) -> PolicyOptions {
        PolicyOptions(options)
    }
}
