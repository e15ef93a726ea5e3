import DeviceModel
import Foundation
import Kernel
import Studies

extension Measure {
    /// Figures of whole phones in scenarios that a row describes.
    static let trials = [
        Measure(
            "phone",
            "A phone with an app: its mean power (as=mW), drain (%/h), hours of battery (h), or "
                + "joules in all (J), divided by per. With less=none: {} the app's part alone, "
                + "or with as=x the whole phone with it over without.",
            trial: .needed("app"), .usual("less", ""), .usual("as", "mW"), .usual("hours", "6"),
            .usual("use", "standby"), .usual("world", ""), .usual("battery_mAh", ""),
            .usual("per", "1"), .usual("replications", "2")
        ) { arguments, scenario in
            let count = try arguments.count("replications")
            let hours = Double(scenario.horizon.seconds.magnitude) / 3600
            func joules(_ policy: Int) -> Double {
                let plan = RunPlan(scenario, policy: scenario.policies[policy].options)
                return (0..<count).reduce(0) {
                    $0 + (plan.run(replication: $1).metrics[.energy] ?? .nan) / Double(count)
                }
            }
            let with = joules(0)
            if arguments.text("as") == "x" { return with / joules(1) }
            let used = arguments.text("less").isEmpty ? with : with - joules(1)
            let part = try used / arguments.number("per")
            if arguments.text("as") == "J" { return part }
            return try arguments.figure(part / hours / 3.6, scenario.device)
        },
        Measure(
            "device-power",
            "Power of parts of a device, added: floor, awake-background, busy-background, "
                + "gnss-tracking, gnss-acquiring, display-minimum, display-ambient, audio, "
                + "modem-idle.",
            trial: .needed("of"), .usual("as", "mW"), .usual("battery_mAh", "")
        ) { arguments, scenario in
            let device = scenario.device
            var powers = [
                "floor": device.floor, "awake-background": device.processor.awakeBackground,
                "gnss-tracking": device.gnss.tracking, "gnss-acquiring": device.gnss.acquiring,
                "display-minimum": device.display.minimum, "audio": device.audioPlaying,
            ]
            powers["busy-background"] = device.processor.busyBackground
            powers["modem-idle"] = device.modemIdle
            powers["display-ambient"] = device.display.ambient
            var sum = 0.0
            for part in arguments.text("of").split(separator: "+") {
                guard let power = powers[String(part)] else {
                    throw arguments.fault("of", possible: powers.keys.sorted())
                }
                sum += power.magnitude
            }
            return try arguments.figure(sum, device)
        },
        Measure(
            "radio-power",
            "Milliwatts of a state of a radio, or of a transfer in it at down_Mbps or up_Mbps.",
            trial: .needed("state"), .usual("down_Mbps", ""), .usual("up_Mbps", "")
        ) { arguments, scenario in
            let radio = scenario.radio
            let constant = radio.states.compactMap { state -> (String, Milliwatts)? in
                guard case .constant(let power) = state.draw else { return nil }
                return (state.name, power)
            }
            let own = try arguments.choice(
                "state", of: Dictionary(uniqueKeysWithValues: constant))
            let rates = try (
                down: arguments.numberIfAny("down_Mbps"), up: arguments.numberIfAny("up_Mbps")
            )
            guard rates.down != nil || rates.up != nil else { return own.magnitude }
            guard let power = radio.transferPower else {
                throw arguments.fault("radio", possible: ["a radio with transfer-power"])
            }
            return (power.base ?? own).magnitude + (rates.up ?? 0) * power.uplink.magnitude
                + (rates.down ?? 0) * power.downlink.magnitude
        },
        Measure(
            "standby",
            "A sleeping phone told what it did: %/h of battery_mAh with its processor awake for "
                + "awake_percent, its radio at rest, or in the state active for active_percent, "
                + "and a second modem: none, or idle as the device's.",
            trial: .needed("battery_mAh"), .needed("awake_percent"), .usual("active", ""),
            .usual("active_percent", ""), .usual("modem", "none"), .usual("as", "%/h")
        ) { arguments, scenario in
            let device = scenario.device
            let awake = try arguments.number("awake_percent") / 100
            let idle = LoneRadio(profile: scenario.radio).joules([], horizon: 1024) / 1.024
            var sum = device.floor.magnitude + idle
            sum += awake * device.processor.awakeBackground.magnitude
            if let share = try arguments.numberIfAny("active_percent") {
                let constant = scenario.radio.states.compactMap { state -> (String, Double)? in
                    guard case .constant(let power) = state.draw else { return nil }
                    return (state.name, power.magnitude)
                }
                let active = try arguments.choice(
                    "active", of: Dictionary(uniqueKeysWithValues: constant))
                sum += share / 100 * (active - idle)
            }
            sum += try arguments.choice(
                "modem", of: ["none": 0, "idle": device.modemIdle?.magnitude ?? 0])
            return try arguments.figure(sum, device)
        },
    ]
}
