import DeviceModel
import Kernel

/// The draw of a modem or a Wi-Fi part in the states of a power profile.
public struct RadioFigures: Hashable, Sendable {
    /// Asleep between pages or beacons; `nil` if unknown.
    public var asleep: PowerFigure?
    /// Connected without data to receive; `nil` if unknown.
    public var awake: PowerFigure?
    public var receiving: PowerFigure
    public var sending: PowerFigure
    /// Sending at each of a modem's five transmit powers, ascending; empty unless all are known.
    public var levels: [PowerFigure] = []
    /// Whether the sleep current includes paging.
    public var holdsPaging = false
    public var isOfTechnology = false
}

/// The meaning of an element named `idle`, which vendors read in two ways.
public enum IdleMeaning: Hashable, Sendable {
    /// The radio listens: connected, or waiting for a beacon.
    case awake
    /// The radio sleeps except for pages or beacons.
    case asleep
    /// Too much for a sleeping radio, too little for a listening one.
    case unclear

    /// The share of the receive current from which a modem's idle is connected and listening.
    ///
    /// Profiles of 2017 to 2024 have 0.98 to 1.08, or 0.03 and less; one of 2016 has 0.6.
    public static let modemShare = 0.8
    /// The share below which an idle radio sleeps; above it Wi-Fi listens.
    ///
    /// Profiles have 0.39 to 0.79, or 0.02 and less.
    public static let sleepingShare = 0.2
}

extension PowerFigures {
    /// The figures of a modem's technology; `nil` without modem figures.
    ///
    /// Looked up as in Android: frequency, the technology's default, the default. `radio.*`
    /// replaces a missing controller.
    public func modem(for technology: RadioProfile.Technology) -> RadioFigures? {
        treeModem(technology) ?? controllerModem ?? oldModem
    }

    /// `nil` without an idle or receive current.
    public var modemIdleMeaning: IdleMeaning? {
        guard let rx = figure("modem.controller.rx"),
            let idle = figure("modem.controller.idle")
        else { return nil }
        if idle.current >= IdleMeaning.modemShare * rx.current { return .awake }
        return idle.current < IdleMeaning.sleepingShare * rx.current ? .asleep : .unclear
    }

    public var wifiIdleMeaning: IdleMeaning? {
        guard let rx = figure("wifi.controller.rx"), let idle = figure("wifi.controller.idle")
        else { return nil }
        return idle.current >= IdleMeaning.sleepingShare * rx.current ? .awake : .asleep
    }

    private func treeModem(_ technology: RadioProfile.Technology) -> RadioFigures? {
        guard let modem = profile.modem else { return nil }
        let volts = "modem.controller.voltage"
        let rat = technology == .nr ? "NR" : technology == .lte ? "LTE" : "DEFAULT"
        let wanted = modem.active.first { $0.rat == rat && ($0.receive ?? 0) > 0 }
        guard let active = wanted ?? modem.active.first(where: { $0.rat == "DEFAULT" }),
            let receive = active.receive, receive > 0
        else { return nil }
        let name = "<modem><active rat=\(active.rat)>"
        let rx = figure(receive, "\(name)<receive>", active.line, volts)
        let level = active.transmit[transmitLevel] ?? 0
        let tx =
            level > 0
            ? figure(level, "\(name)<transmit level=\(transmitLevel)>", active.line, volts) : rx
        let idle = modem.idle.flatMap { idle in
            idle >= IdleMeaning.modemShare * receive
                ? figure(idle, "<modem><idle>", modem.line, volts) : nil
        }
        let sleep = modem.sleep.map { figure($0, "<modem><sleep>", modem.line, volts) }
        return RadioFigures(
            asleep: sleep, awake: idle ?? rx, receiving: rx, sending: tx,
            levels: levels(
                active.transmit.enumerated().compactMap { place, current in
                    current.map {
                        figure($0, "\(name)<transmit level=\(place)>", active.line, volts)
                    }
                }),
            isOfTechnology: active.rat == rat)
    }

    private var controllerModem: RadioFigures? {
        guard let rx = figure("modem.controller.rx") else { return nil }
        let idle = modemIdleMeaning == .awake ? figure("modem.controller.idle") : nil
        let sleep = stated("modem.controller.sleep")
        let paging = sleep?.current ?? 0 > 0 ? nil : self.paging
        return RadioFigures(
            asleep: paging ?? sleep, awake: idle ?? rx, receiving: rx,
            sending: figure("modem.controller.tx", transmitLevel) ?? rx,
            levels: controllerLevels, holdsPaging: paging != nil)
    }

    private var controllerLevels: [PowerFigure] {
        let name = "modem.controller.tx"
        return levels(profile.list(name).indices.compactMap { figure(name, $0) })
    }

    /// All five, or none: partial, zero or equal values are not measurements by level.
    private func levels(_ found: [PowerFigure]) -> [PowerFigure] {
        let currents = found.map(\.current)
        let isWhole = found.count == 5 && currents.allSatisfy { $0 > 0 }
        return isWhole && Set(currents).count > 1 ? found : []
    }

    private var oldModem: RadioFigures? {
        guard let active = figure("radio.active") else { return nil }
        return RadioFigures(
            asleep: paging, awake: active, receiving: active, sending: active,
            holdsPaging: paging != nil)
    }

    /// Camping with a signal: level 1 of `radio.on`, which averages the pages.
    private var paging: PowerFigure? { figure("radio.on", 1) }

    /// The figures of Wi-Fi, or `nil`.
    ///
    /// The controller's three currents count together, as in Android; otherwise `wifi.on` and
    /// `wifi.active`.
    public var wifi: RadioFigures? {
        let on = figure("wifi.on")
        guard let rx = figure("wifi.controller.rx"),
            let tx = figure("wifi.controller.tx"),
            let idle = figure("wifi.controller.idle")
        else {
            return figure("wifi.active").map {
                RadioFigures(asleep: on, awake: nil, receiving: $0, sending: $0)
            }
        }
        return switch wifiIdleMeaning {
        case .awake: RadioFigures(asleep: on, awake: idle, receiving: rx, sending: tx)
        case .asleep, .unclear, nil:
            RadioFigures(asleep: idle, awake: rx, receiving: rx, sending: tx)
        }
    }

    public var gnss: (poor: PowerFigure, good: PowerFigure)? {
        if let on = figure("gps.on") { return (on, on) }
        guard let poor = figure("gps.signalqualitybased", 0),
            let good = figure("gps.signalqualitybased", 1)
        else { return nil }
        return (poor, good)
    }

    /// The Bluetooth currents, if all three are given and sending is at least receiving.
    public var bluetooth: (idle: PowerFigure, receiving: PowerFigure)? {
        guard let idle = figure("bluetooth.controller.idle"),
            let rx = figure("bluetooth.controller.rx"),
            let tx = figure("bluetooth.controller.tx"), tx.current >= rx.current
        else { return nil }
        return (idle, rx)
    }
}
