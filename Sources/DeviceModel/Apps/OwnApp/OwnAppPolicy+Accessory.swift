import Kernel

struct RuleAccessoryState: Sendable {
    fileprivate var isInRange = true
    /// When a suspended app is told of scan results again.
    fileprivate var quietUntil: Instant = .start
}

// Rules triggered by a device near the phone (SR-049, SR-050).
extension OwnAppPolicy {
    private var accessoryRule: Int? {
        program.rules.firstIndex { $0.trigger == .accessory }
    }

    mutating func beginAccessory(on phone: inout Phone) {
        guard let device = program.accessory else { return }
        if life.state != .notRunning { connectAccessory(on: &phone) }
        _ = phone.plan(RuleTicket.accessory, at: phone.now + device.every)
    }

    /// Starts Bluetooth: with periodic events in range, else listening.
    mutating func connectAccessory(on phone: inout Phone) {
        guard let device = program.accessory, let use = device.link.use,
            let rule = accessoryRule
        else { return }
        phone.useBluetooth(
            use, every: accessory.isInRange ? device.interval : nil, cause: cause(rule, 0))
    }

    /// The device sends an event, or a scan finds it again.
    mutating func accessoryEvent(on phone: inout Phone, in world: inout World) {
        guard let device = program.accessory else { return }
        _ = phone.plan(RuleTicket.accessory, at: phone.now + device.every)
        if accessory.isInRange { accessoryHappens(on: &phone, in: &world) }
    }

    /// The device enters or leaves range, of which a scanning app is not told.
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
