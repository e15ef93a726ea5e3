/// Constants that a phone reads all the time.
struct PhoneFacts: Sendable {
    let device: DeviceProfile
    let system: SystemRules
    let lines: PhoneLines
}

/// The compiled parts of a phone, its ledger plan and its system's rules, shared by all runs.
final class PhoneLayout: Sendable {
    private let owned: Owned<PhoneFacts>
    let plan: LedgerPlan
    let machine: RadioMachine
    let signalling: SignallingPlan
    let traits: [AppTraits]
    /// `nil`: the phone has one radio.
    let wifi: WiFiLayout?
    /// `nil`: the battery is not followed.
    let off: OffLines?
    /// Line of the radio while the phone has no network; `nil`: it always has one.
    let offline: Int?
    let habits: PhoneHabits
    /// Whether timers of some app stand still while the phone sleeps.
    let countsUptime: Bool
    /// Whether Wi-Fi lets multicasts through.
    let takesMulticast: Bool
    /// `nil`: the system's rules delay no app.
    let deferral: LaterRules?
    /// Cause of energy drawn in the user's hand; `nil`: the phone is not used.
    let user: Cause?
    /// Activity of the system's push connection; `nil`: none.
    let push: Int?
    /// Cause of what the system does for Doze; `nil`: it does not doze.
    let doze: Cause?
    /// Line charged per millisecond of computation; `nil`: no app computes.
    let computing: Int?
    /// `nil`: the signal never changes.
    let signal: SignalLayout?

    init(
        device: DeviceProfile, system: SystemRules, radio: RadioProfile,
        wifiRadio: RadioProfile? = nil,
        followsBattery: Bool = false, activities: [String], needs: AppNeeds = [],
        traits: [AppTraits] = [AppTraits()], brightness: Fraction, isUsed: Bool,
        hasPush: Bool = false, dozes: Bool = false, signal: [String]? = nil,
        offlinePower: Milliwatts? = nil, habits: PhoneHabits = PhoneHabits()
    ) {
        (self.traits, self.habits) = (traits, habits)
        let radio = radio.asleep(by: system, traits)
        countsUptime = !system.timers.runWhileAsleep || needs.contains(.uptime)
        deferral = system.later?.value.ofDeferral
        takesMulticast = !system.filtersMulticast || traits.contains { $0.holdsMulticastLock }
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
            brightness: brightness, isUsed: isUsed, scans: system.accessories.scans, plan: &plan)
        signalling = SignallingPlan(radio, plan: &plan)
        off = followsBattery ? OffLines(machine.component, plan: &plan) : nil
        offline = offlinePower.map {
            plan.add(LedgerLine(machine.component, "offline", .baseline, .constant($0)))
        }
        computing = needs.contains(.computes) ? plan.addComputing(device.processor) : nil
        lines.processor.off = off?.processor ?? -1
        wifi = wifiRadio.map { WiFiLayout($0.asleep(by: system, traits), device, plan: &plan) }
        self.signal = signal.map { SignalLayout($0, radio, machine, plan: &plan) }
        lines.addLast(device, radio, isAlwaysOn: habits.showsTime, &plan)
        owned = Owned(PhoneFacts(device: device, system: system, lines: lines))
        self.plan = plan
    }

    /// Valid while the layout lives.
    var facts: UnsafePointer<PhoneFacts> { UnsafePointer(owned.pointer) }
}

extension RadioProfile {
    /// Wi-Fi as the system lets it sleep: never under a lock, or through some of its beacons.
    fileprivate func asleep(by system: SystemRules, _ traits: [AppTraits]) -> RadioProfile {
        guard technology == .wifi else { return self }
        let staysAwake = system.honoursWiFiLocks && traits.contains { $0.holdsWiFiLock }
        let hearsAll = traits.contains { $0.holdsMulticastLock }
        return modified(self) {
            for index in states.indices {
                if !hearsAll, states[index].heard != nil {
                    $0.states[index].beacons.dtim *= system.dtimMultiplier
                }
                guard staysAwake, states[index].demotion?.to == initial else { continue }
                ($0.states[index].demotion, $0.initial) = (nil, index)
            }
        }
    }
}

extension LedgerPlan {
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
