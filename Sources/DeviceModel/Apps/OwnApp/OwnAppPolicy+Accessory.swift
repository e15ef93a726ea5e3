struct RuleAccessories: Sendable {
    fileprivate var areInRange = true
    /// By device: when a scan listens again.
    fileprivate var deafUntil: [Instant]
    /// By device: when a suspended app is told of finds again.
    fileprivate var quietUntil: [Instant]

    init(_ program: RuleProgram) {
        deafUntil = program.accessories.map { _ in .start }
        quietUntil = deafUntil
    }
}

// Rules triggered by devices near the phone (SR-049, SR-050), and scans for them.
extension OwnAppPolicy {
    mutating func beginAccessories(on phone: inout Phone) {
        if life.state != .notRunning { connectAccessories(on: &phone) }
        for number in program.accessories.indices { awaitAccessory(number, on: &phone) }
    }

    private func awaitAccessory(_ number: Int, on phone: inout Phone) {
        _ = phone.plan(
            RuleTicket.accessory, index: Int32(truncatingIfNeeded: number),
            at: phone.now + program.accessories[number].device.every)
    }

    /// Starts Bluetooth: with periodic events in range, else listening.
    mutating func connectAccessories(on phone: inout Phone) {
        for (number, listener) in program.accessories.enumerated() {
            guard let use = listener.device.use else { continue }
            phone.useBluetooth(
                use, number: Int32(truncatingIfNeeded: number),
                every: accessories.areInRange ? listener.device.interval : nil,
                cause: cause(listener.rule, 0))
        }
    }

    /// The device sends an event, or a scan finds it again.
    mutating func accessoryEvent(_ number: Int, on phone: inout Phone, in world: inout World) {
        awaitAccessory(number, on: &phone)
        if accessories.areInRange { accessoryHappens(number, on: &phone, in: &world) }
    }

    /// The devices enter or leave range, of which a scanning app is not told.
    mutating func accessoryRange(_ areInRange: Bool, on phone: inout Phone, in world: inout World) {
        guard !program.accessories.isEmpty, areInRange != accessories.areInRange else { return }
        accessories.areInRange = areInRange
        if life.state != .notRunning { connectAccessories(on: &phone) }
        for (number, listener) in program.accessories.enumerated()
        where listener.device.link != .scan { accessoryHappens(number, on: &phone, in: &world) }
    }

    private mutating func accessoryHappens(
        _ number: Int, on phone: inout Phone, in world: inout World
    ) {
        let listener = program.accessories[number]
        if listener.device.link == .scan {
            guard phone.now >= accessories.deafUntil[number],
                let gap = phone.gap(ofScan: Int32(truncatingIfNeeded: number)),
                life.isInFront || phone.now >= accessories.quietUntil[number]
            else { return }
            accessories.deafUntil[number] = phone.now + gap
        }
        if life.isInFront { return come(listener.rule, .running, on: &phone, in: &world) }
        let mode: WakeMode = listener.device.link == .external ? .externalAccessory : .bluetooth
        come(listener.rule, .mode(mode), on: &phone, in: &world)
        guard life.runs else { return }
        accessories.quietUntil[number] = phone.now + phone.system.accessories.coalescing
    }

    /// The errand's number among the app's uses of Bluetooth, after those of its accessories.
    private func scanNumber(_ errand: Int) -> Int32 {
        Int32(truncatingIfNeeded: OwnAppOptions.mostRules + errand)
    }

    mutating func beginScan(_ errand: Int, _ scan: ScanRequest, on phone: inout Phone) {
        errands[errand].scans = true
        phone.useBluetooth(.scan(scan), number: scanNumber(errand), cause: cause(errand))
    }

    mutating func endScan(_ errand: Int, on phone: inout Phone) {
        guard errands[errand].scans else { return }
        errands[errand].scans = false
        phone.leaveBluetooth(scanNumber(errand))
    }
}

extension RuleAccessory {
    /// Its use of Bluetooth Low Energy, if any.
    var use: BluetoothUse? { link == .scan ? .scan(scan) : link.use }
}
