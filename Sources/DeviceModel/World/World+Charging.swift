import EventKernel
import Quantities

extension World {
    /// Plans when the phone comes to a charger and leaves it.
    mutating func beginCharging(on phone: inout Phone) {
        guard let indices = charging?.indices else { return }
        for number in indices { planCharging(number, on: &phone) }
        if charging?.isOpen == true { phone.setCharging(true) }
    }

    /// A window begins or ends.
    ///
    /// - Returns: whether the phone is at a charger now; `nil`: as before.
    mutating func changeCharging(_ number: Int32, on phone: inout Phone) -> Bool? {
        charging?.flip(Int(number))
        planCharging(Int(number), on: &phone)
        guard let isOpen = charging?.isOpen, isOpen != phone.isCharging else { return nil }
        phone.setCharging(isOpen)
        return isOpen
    }

    private mutating func planCharging(_ number: Int, on phone: inout Phone) {
        guard let time = charging?.next(number, after: phone.now) else { return }
        phone.simulation.schedule(
            .world(.charging(Int32(number))), at: time, priority: .arrival)
    }
}
