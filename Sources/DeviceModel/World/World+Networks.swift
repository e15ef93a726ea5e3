import EventKernel
import Quantities

/// A step of the world's Wi-Fi.
enum WiFiStep: BitwiseCopyable, Hashable, Sendable {
    /// It comes or goes, by a window or by the person's way.
    case changes(Int32)
    /// The phone has joined it.
    case joined
}

extension World {
    /// Plans when Wi-Fi comes and goes; a phone that has it at the start has joined it before.
    mutating func beginWiFi(on phone: inout Phone) {
        guard phone.hasTwoRadios, let changes = wifi?.begin() else { return }
        for (change, time) in changes {
            phone.simulation.schedule(.world(.wifi(.changes(change))), at: time, priority: .arrival)
        }
        if wifi?.isThere == true { phone.handOver() }
    }

    /// Lives through a step of Wi-Fi.
    ///
    /// - Returns: what apps are told, if the phone is in another network now.
    mutating func happen(_ step: WiFiStep, on phone: inout Phone) -> Notice? {
        switch step {
        case .changes(let number):
            if let next = wifi?.change(number, at: phone.now) {
                phone.simulation.schedule(
                    .world(.wifi(.changes(number))), at: next, priority: .arrival)
            }
            return followWiFi(on: &phone)
        case .joined:
            wifi?.joining = nil
            return handOver(on: &phone)
        }
    }

    /// Joins Wi-Fi that is there, and leaves one that is gone.
    mutating func followWiFi(on phone: inout Phone) -> Notice? {
        guard !phone.isOff, let isThere = wifi?.isThere else { return nil }
        let joining = wifi?.joining
        if isThere == (phone.isOnWiFi || joining != nil) { return nil }
        if isThere {
            let time = phone.joinWiFi()
            if time == .zero { return handOver(on: &phone) }
            wifi?.joining = phone.simulation.schedule(
                .world(.wifi(.joined)), at: phone.now + time, priority: .arrival)
            return nil
        }
        guard let joining else { return handOver(on: &phone) }
        phone.cancel(joining)
        wifi?.joining = nil
        phone.giveUpWiFi()
        return nil
    }

    /// The phone goes off, and out of the network that it is in or joins.
    mutating func dropWiFi(on phone: inout Phone) {
        phone.cancel(wifi?.joining)
        wifi?.joining = nil
    }

    private mutating func handOver(on phone: inout Phone) -> Notice {
        phone.handOver()
        drawMiddlebox(isOnWiFi: phone.isOnWiFi)
        return .networkChanged
    }
}
