import Kernel

@testable import DeviceModel

// Devices near the phone, to which an obvious app listens.
extension ObviousApp {
    private var devices: [(call: Int, device: RuleAccessory)] {
        calls.indices.compactMap { call in
            guard case .accessory(let device) = calls[call].trigger else { return nil }
            return (call, device)
        }
    }

    mutating func beginAccessory(on phone: inout Phone) {
        if life.state != .notRunning { connect(on: &phone) }
        for (call, _) in devices { awaitAccessory(call, on: &phone) }
    }

    private mutating func awaitAccessory(_ call: Int, on phone: inout Phone) {
        guard case .accessory(let device) = calls[call].trigger else { return }
        _ = phone.plan(Step.accessory, index: Int32(call), at: phone.now + device.every)
    }

    /// The app listens while it is in memory; out of range nothing comes.
    mutating func connect(on phone: inout Phone) {
        for (call, device) in devices {
            guard let use = device.use else { continue }
            phone.useBluetooth(
                use, number: Int32(call), every: isInRange ? device.interval : nil,
                cause: cause(calls[call].rule, 0))
        }
    }

    mutating func disconnect(on phone: inout Phone) {
        if !devices.isEmpty { phone.leaveBluetooth() }
    }

    mutating func accessoryCame(_ call: Int, on phone: inout Phone, in world: inout World) {
        awaitAccessory(call, on: &phone)
        if isInRange { accessoryHappens(call, on: &phone, in: &world) }
    }

    mutating func accessoryIs(
        inRange isInRange: Bool, on phone: inout Phone, in world: inout World
    ) {
        guard !devices.isEmpty, isInRange != self.isInRange else { return }
        self.isInRange = isInRange
        if life.state != .notRunning { connect(on: &phone) }
        for (call, device) in devices where device.link != .scan {
            accessoryHappens(call, on: &phone, in: &world)
        }
    }

    private mutating func accessoryHappens(
        _ call: Int, on phone: inout Phone, in world: inout World
    ) {
        guard case .accessory(let device) = calls[call].trigger else { return }
        if device.link == .scan {
            // A scan hears a device in its windows alone.
            guard let gap = phone.gap(ofScan: Int32(call)) else { return }
            if let last = found[call], phone.now < last + foundGap[call, default: .zero] { return }
            // A background app gets a scan's finds together.
            if !life.isInFront, phone.now < heardUntil[call, default: .start] { return }
            (found[call], foundGap[call]) = (phone.now, gap)
        }
        if life.isInFront { return fire(call, .told, on: &phone, in: &world) }
        let mode: WakeMode = device.link == .external ? .externalAccessory : .bluetooth
        fire(call, .mode(mode), on: &phone, in: &world)
        guard life.runs else { return }
        heardUntil[call] = phone.now + phone.system.accessories.coalescing
    }
}
