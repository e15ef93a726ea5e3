import Kernel

extension World {
    /// Whether the phone is at a charger; false in a world without one.
    var isAtCharger: Bool { charging?.isOpen ?? false }

    /// Plans when the phone comes to a charger and leaves it.
    mutating func beginCharging(in calendar: inout Calendar) {
        guard let indices = charging?.indices else { return }
        for number in indices { planCharging(number, in: &calendar) }
    }

    /// A window begins or ends; plans when it does so next.
    mutating func changeCharging(_ number: Int32, in calendar: inout Calendar) {
        charging?.flip(Int(number))
        planCharging(Int(number), in: &calendar)
    }

    private mutating func planCharging(_ number: Int, in calendar: inout Calendar) {
        guard let time = charging?.next(number, after: calendar.now) else { return }
        calendar.schedule(.rare(.charging(Int32(number))), at: time, priority: .arrival)
    }
}
