import Kernel

extension World {
    /// Plans when Wi-Fi comes and goes.
    mutating func beginWiFi(in calendar: inout Calendar) {
        guard let changes = wifi?.begin() else { return }
        for (change, time) in changes {
            calendar.schedule(.rare(.wifiChanges(change)), at: time, priority: .arrival)
        }
    }

    /// Wi-Fi comes or goes; plans the next time.
    mutating func changeWiFi(_ number: Int32, in calendar: inout Calendar) {
        guard let next = wifi?.change(number, at: calendar.now) else { return }
        calendar.schedule(.rare(.wifiChanges(number)), at: next, priority: .arrival)
    }
}
