import Kernel

/// What an app knows of its accessory.
struct RuleAccessoryState: Sendable {
    fileprivate var isInRange = true
    /// The app sleeps, and hears nothing of what is found, until then.
    fileprivate var quietUntil: Instant = .start
}

// A device near the phone (SR-049, SR-050).
extension OwnAppPolicy {
    private var accessoryRule: Int? {
        program.rules.firstIndex { $0.trigger == .accessory }
    }

    mutating func beginAccessory(on phone: inout Phone) {
        guard let device = program.accessory else { return }
        if life.state != .notRunning { connectAccessory(on: &phone) }
        _ = phone.plan(RuleTicket.accessory, at: phone.now + device.every)
    }

    /// Takes up what the app does with Bluetooth. What waits for a device listens, and has no
    /// events.
    mutating func connectAccessory(on phone: inout Phone) {
        guard let device = program.accessory, let use = device.link.use,
            let rule = accessoryRule
        else { return }
        phone.useBluetooth(
            use, every: accessory.isInRange ? device.interval : nil, cause: cause(rule, 0))
    }

    /// The device says something, or is found once more.
    mutating func accessoryEvent(on phone: inout Phone, in world: inout World) {
        guard let device = program.accessory else { return }
        _ = phone.plan(RuleTicket.accessory, at: phone.now + device.every)
        if accessory.isInRange { accessoryHappens(on: &phone, in: &world) }
    }

    /// The device is there again, or out of range: the app is told if it is, or was, connected.
    mutating func accessoryRange(
        _ isInRange: Bool, on phone: inout Phone, in world: inout World
    ) {
        guard let device = program.accessory, isInRange != accessory.isInRange else { return }
        accessory.isInRange = isInRange
        if life.state != .notRunning { connectAccessory(on: &phone) }
        if device.link != .scan { accessoryHappens(on: &phone, in: &world) }
    }

    private mutating func accessoryHappens(on phone: inout Phone, in world: inout World) {
        guard let device = program.accessory else { return }
        guard !life.isInFront else {
            return comeAll(.accessory, .running, on: &phone, in: &world)
        }
        if device.link == .scan && phone.now < accessory.quietUntil { return }
        let mode: WakeMode = device.link == .external ? .externalAccessory : .bluetooth
        comeAll(.accessory, .mode(mode), on: &phone, in: &world)
        guard life.runs else { return }
        accessory.quietUntil = phone.now + phone.system.accessories.coalescing
    }
}
