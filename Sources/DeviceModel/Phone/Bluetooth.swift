import Kernel

/// Power and energy of Bluetooth Low Energy, above the floor of the phone.
public struct BluetoothProfile: Hashable, Sendable {
    public var on = Milliwatts.zero
    public var scanning = Milliwatts.zero
    public var connectionEvent = Millijoules.zero
    public var advertisingEvent = Millijoules.zero
}

enum BluetoothUse: Hashable, Sendable { case connection, advertising, scan }

struct BluetoothLines: Sendable {
    let off: Int
    let on: Int
    let scanning: Int
    /// Charged for events.
    let connection: Int
    let advertising: Int

    fileprivate func line(_ uses: [BluetoothUses.Use]) -> Int {
        if uses.isEmpty { return off }
        return uses.contains { $0.kind == .scan } ? scanning : on
    }

    fileprivate func event(_ kind: BluetoothUse) -> Int? {
        switch kind {
        case .connection: connection
        case .advertising: advertising
        case .scan: nil
        }
    }
}

/// Apps that use Bluetooth just now, in the order in which they began.
struct BluetoothUses: Sendable {
    fileprivate struct Use: Sendable {
        var app: Int32
        var kind: BluetoothUse
        var cause: Cause
        var interval: TimeSpan?
        var since: Instant

        /// Number of events before a time; the first comes one interval after the start.
        func eventCount(by time: Instant) -> Int64 {
            interval.map { max(0, (time - since).nanoseconds - 1) / $0.nanoseconds } ?? 0
        }
    }

    fileprivate var uses: [Use] = []
}

/// Bluetooth Low Energy, a part that all apps share.
///
/// The earliest of its current users pays for the power that they share.
extension Phone {
    /// Starts or replaces the Bluetooth use of the app whose code runs.
    ///
    /// - Parameter interval: time between events, above zero; `nil`: no events.
    mutating func useBluetooth(
        _ kind: BluetoothUse, every interval: TimeSpan? = nil, cause: Cause
    ) {
        guard lines.bluetooth != nil else { return }
        let use = BluetoothUses.Use(
            app: app.place, kind: kind, cause: app.cause(cause), interval: interval, since: now)
        if let index = bluetooth.uses.firstIndex(where: { $0.app == app.place }) {
            chargeBluetooth(bluetooth.uses[index], until: now)
            bluetooth.uses[index] = use
        } else {
            bluetooth.uses.append(use)
        }
        changeBluetooth()
    }

    mutating func leaveBluetooth() {
        guard let index = bluetooth.uses.firstIndex(where: { $0.app == app.place }) else { return }
        chargeBluetooth(bluetooth.uses[index], until: now)
        bluetooth.uses.remove(at: index)
        changeBluetooth()
    }

    mutating func finishBluetooth(at horizon: Instant) {
        for use in bluetooth.uses { chargeBluetooth(use, until: horizon) }
    }

    private mutating func chargeBluetooth(_ use: BluetoothUses.Use, until time: Instant) {
        let count = use.eventCount(by: time)
        guard let line = lines.bluetooth?.event(use.kind), count > 0 else { return }
        ledger.charge(line, times: count, cause: use.cause)
    }

    private mutating func changeBluetooth() {
        guard let lines = lines.bluetooth else { return }
        ledger.change(
            to: lines.line(bluetooth.uses), cause: bluetooth.uses.first?.cause ?? .noActivity,
            at: now)
    }
}
