import Kernel

@testable import DeviceModel

// A device near the phone, to which an obvious app listens.
extension ObviousApp {
    private var accessory: (call: Int, device: RuleAccessory)? {
        for call in calls.indices {
            if case .accessory(let device) = calls[call].trigger { return (call, device) }
        }
        return nil
    }

    mutating func beginAccessory(on phone: inout Phone) {
        if life.state != .notRunning { connect(on: &phone) }
        awaitAccessory(on: &phone)
    }

    private mutating func awaitAccessory(on phone: inout Phone) {
        guard let (_, device) = accessory else { return }
        _ = phone.plan(Step.accessory, at: phone.now + device.every)
    }

    /// The app listens while it is in memory; out of range nothing comes.
    mutating func connect(on phone: inout Phone) {
        guard let (call, device) = accessory, let use = device.link.use else { return }
        phone.useBluetooth(
            use, every: isInRange ? device.interval : nil, cause: cause(calls[call].rule, 0))
    }

    mutating func disconnect(on phone: inout Phone) {
        if accessory?.device.link.use != nil { phone.leaveBluetooth() }
    }

    mutating func accessoryCame(on phone: inout Phone, in world: inout World) {
        awaitAccessory(on: &phone)
        if isInRange { accessoryHappens(on: &phone, in: &world) }
    }

    mutating func accessoryIs(
        inRange isInRange: Bool, on phone: inout Phone, in world: inout World
    ) {
        guard let (_, device) = accessory, isInRange != self.isInRange else { return }
        self.isInRange = isInRange
        if life.state != .notRunning { connect(on: &phone) }
        if device.link != .scan { accessoryHappens(on: &phone, in: &world) }
    }

    private mutating func accessoryHappens(on phone: inout Phone, in world: inout World) {
        guard let (call, device) = accessory else { return }
        if life.isInFront { return fire(call, .told, on: &phone, in: &world) }
        // A background app gets a scan's finds together.
        if device.link == .scan, phone.now < heardUntil { return }
        let mode: WakeMode = device.link == .external ? .externalAccessory : .bluetooth
        fire(call, .mode(mode), on: &phone, in: &world)
        guard life.runs else { return }
        heardUntil = phone.now + phone.system.accessories.coalescing
    }
}
