import Kernel

/// What a phone reads all the time and never changes.
struct PhoneFacts: Sendable {
    let device: DeviceProfile
    let system: SystemRules
    let lines: PhoneLines
}

/// The parts of a phone, the ledger plan that they share, and the rules of its system: compiled
/// once, for all runs.
final class PhoneLayout: Sendable {
    private let owned: Owned<PhoneFacts>
    let plan: LedgerPlan
    let machine: RadioMachine
    let signalling: SignallingPlan
    /// What each app says of itself, by its place.
    let traits: [AppTraits]
    /// `nil` for a phone with one radio.
    let wifi: WiFiLayout?
    /// `nil` for a phone whose battery is not followed.
    let off: OffLines?
    /// What is drawn in the user's hand is booked to this; `nil` for a phone that is not used.
    let user: Cause?
    /// The activity that the system's connection for pushes is booked under; `nil`: there is none.
    let push: Int?
    /// What the system does to doze is booked to this; `nil`: it does not.
    let doze: Cause?
    /// Charged for each millisecond of a processor that computes; `nil`: no app does.
    let computing: Int?
    /// `nil` where the signal is always the same.
    let signal: SignalLayout?

    init(
        device: DeviceProfile, system: SystemRules, radio: RadioProfile,
        wifiRadio: RadioProfile? = nil,
        followsBattery: Bool = false, activities: [String], needs: AppNeeds = [],
        traits: [AppTraits] = [AppTraits()], brightness: Fraction, isUsed: Bool,
        hasPush: Bool = false, dozes: Bool = false, signal: [String]? = nil
    ) {
        self.traits = traits
        let phones =
            (isUsed ? ["user"] : []) + (hasPush ? ["push connection"] : [])
            + (dozes ? ["doze"] : [])
        var plan = LedgerPlan(activities: activities, phones: phones)
        let own = plan.policyActivities.upperBound
        user = isUsed ? Cause(activity: own) : nil
        push = phones.firstIndex(of: "push connection").map { own + $0 }
        doze = dozes ? Cause(activity: own + phones.count - 1) : nil
        let machine = RadioMachine(radio, plan: &plan)
        self.machine = machine
        let others = wifiRadio.map { [$0.technology.component] } ?? []
        var lines = PhoneLines(
            device, radios: [machine.component] + others, needs: needs,
            brightness: brightness, isUsed: isUsed, plan: &plan)
        signalling = SignallingPlan(radio, plan: &plan)
        off = followsBattery ? OffLines(machine.component, plan: &plan) : nil
        computing = needs.contains(.computes) ? plan.addComputing(device.processor) : nil
        lines.processor.off = off?.processor ?? -1
        wifi = wifiRadio.map { WiFiLayout($0, device, plan: &plan) }
        self.signal = signal.map { SignalLayout($0, radio, machine, plan: &plan) }
        owned = Owned(PhoneFacts(device: device, system: system, lines: lines))
        self.plan = plan
    }

    /// Where they lie, while the layout lives.
    var facts: UnsafePointer<PhoneFacts> { UnsafePointer(owned.pointer) }
}

extension LedgerPlan {
    /// What computing draws beside being awake, for each millisecond.
    fileprivate mutating func addComputing(_ processor: ProcessorProfile) -> Int {
        let more = max(
            0,
            (processor.busyBackground ?? processor.awakeBackground).magnitude
                - processor.awakeBackground.magnitude)
        return add(
            LedgerLine(
                .processor, "awake-background", .wakeUp, .constant(processor.awakeBackground),
                perEvent: Millijoules(more / 1000)))
    }
}
