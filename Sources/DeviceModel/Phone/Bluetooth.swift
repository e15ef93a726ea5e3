import Kernel

/// What Bluetooth Low Energy draws, above the floor of the phone.
public struct BluetoothProfile: Hashable, Sendable {
    public var on = Milliwatts.zero
    public var scanning = Milliwatts.zero
    public var connectionEvent = Millijoules.zero
    public var advertisingEvent = Millijoules.zero
}

/// What an app does with Bluetooth Low Energy.
enum BluetoothUse: Hashable, Sendable { case connection, advertising, scan }

/// The lines of the Bluetooth part.
struct BluetoothLines: Sendable {
    let off: Int
    let on: Int
    let scanning: Int
    /// Charged for events.
    let connection: Int
    let advertising: Int

    /// The line for what the apps do together.
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

/// Which apps use Bluetooth just now, in the order in which they began.
struct BluetoothUses: Sendable {
    fileprivate struct Use: Sendable {
        var app: Int32
        var kind: BluetoothUse
        var cause: Cause
        /// From one event of the use to the next; `nil`: it has none.
        var interval: TimeSpan?
        var since: Instant

        /// How many events it has had before a time; the first is an interval after its beginning.
        func eventCount(by time: Instant) -> Int64 {
            interval.map { max(0, (time - since).nanoseconds - 1) / $0.nanoseconds } ?? 0
        }
    }

    fileprivate var uses: [Use] = []
}

/// Bluetooth Low Energy: one part of the phone for all its apps. What it draws in itself is paid
/// once, by the app that began first of those that are still at it.
extension Phone {
    /// The app whose code runs uses Bluetooth from now on, in one way at a time.
    ///
    /// - Parameter interval: from one event of the use to the next, longer than zero; `nil`: it has
    ///   none, as a connection that waits for its other side.
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

    /// The app whose code runs leaves Bluetooth alone.
    mutating func leaveBluetooth() {
        guard let index = bluetooth.uses.firstIndex(where: { $0.app == app.place }) else { return }
        chargeBluetooth(bluetooth.uses[index], until: now)
        bluetooth.uses.remove(at: index)
        changeBluetooth()
    }

    /// The run is over: what goes on has had its events so far.
    mutating func finishBluetooth(at horizon: Instant) {
        for use in bluetooth.uses { chargeBluetooth(use, until: horizon) }
    }

    /// Books what the events of a use drew.
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
