import DeviceModel
import Foundation
import Kernel
import Profiles

extension Measure {
    static let radios = [
        Measure(
            "burst",
            "Joules of what an isolated transfer of 200 B leaves: its promotion and "
                + "tail, or its tail.",
            .needed("radio"), .usual("of", "promotion+tail")
        ) { arguments, library in
            let kinds: [EnergyKind] = try arguments.choice(
                "of", of: ["tail": [.tail], "promotion+tail": [.promotion, .tail]])
            return try lone(arguments, library)
                .books(LoneRadio.pings(every: 1000, count: 1), horizon: 1000)
                .energy { kinds.contains($0.kind) }.magnitude / 1000
        },
        Measure(
            "keep-alive-current",
            "Milliamperes above the floor of a phone whose radio carries a keep-alive at the "
                + "interval every_s.",
            .needed("radio"), .needed("every_s"), .needed("volts"),
            .needed("floor_mA")
        ) { arguments, library in
            let (radio, every) = (try lone(arguments, library), try arguments.seconds("every_s"))
            func joules(_ count: Int) -> Double {
                radio.joules(
                    LoneRadio.pings(every: every, count: count), horizon: every * Double(count))
            }
            let milliwatts = (joules(40) - joules(20)) / (20 * every) * 1000
            return try milliwatts / arguments.number("volts") + arguments.number("floor_mA")
        },
        Measure(
            "keep-alive-ratio",
            "Power with keep-alives over that of the floor alone.",
            .needed("radio"), .needed("every_s"), .needed("volts"),
            .needed("floor_mA")
        ) { arguments, library in
            let every = try arguments.seconds("every_s")
            let pings = LoneRadio.pings(every: every, count: max(1, Int(3600 / every)))
            let drawn = try lone(arguments, library).joules(pings, horizon: 3600) / 3.6
            let floor = try arguments.number("floor_mA") * arguments.number("volts")
            return (drawn + floor) / floor
        },
        Measure(
            "idle-current",
            "Milliamperes of a radio that carries nothing.",
            .needed("radio"), .needed("volts"), .usual("span_s", "1024"), .usual("set", "")
        ) {
            arguments, library in
            let span = try arguments.seconds("span_s")
            return try lone(arguments, library).joules([], horizon: span) / span
                / arguments.number("volts") * 1000
        },
        Measure(
            "silent-current",
            "Milliamperes of a silent connected radio, starting from_s after a packet, for "
                + "span_s.",
            .needed("radio"), .needed("volts"), .needed("from_s"),
            .needed("span_s"), .usual("set", "")
        ) { arguments, library in
            let (radio, packet) = (
                try lone(arguments, library), LoneRadio.pings(every: 1, count: 1)
            )
            let (from, span) = (
                try arguments.seconds("from_s"), try arguments.seconds("span_s")
            )
            let drawn =
                radio.joules(packet, horizon: from + span) - radio.joules(packet, horizon: from)
            return try drawn / span / arguments.number("volts") * 1000
        },
        Measure(
            "packet-current",
            "Milliamperes under random packets of both directions.",
            .needed("radio"), .needed("volts"), .needed("rate"), .usual("set", "")
        ) {
            arguments, library in
            try PacketCurrents(arguments.radio(in: library), volts: arguments.number("volts"))
                .milliamperes(rate: arguments.count("rate", atMost: 1000))
        },
        Measure(
            "packet-current-error",
            "Mean absolute error of these, in percent, over those rates of a shipped table that "
                + "nothing was fitted to: all but each third from the first.",
            .needed("radio"), .needed("volts"), .needed("table"), .needed("column"),
            .usual("from", "1"), .usual("to", "1000")
        ) { arguments, library in
            let currents = try PacketCurrents(
                library.loadRadio(arguments.profile("radio")).value,
                volts: arguments.number("volts"))
            let rows = try MeasuredCurrents(
                shipped: arguments.text("table"), column: arguments.text("column"), in: library
            ).rows
            let from = try arguments.count("from", atMost: 1000)
            let to = max(from, try arguments.count("to", atMost: 1000))
            let tested = rows.indices.filter { $0 % 3 != 0 }.map { rows[$0] }
                .filter { (from...to).contains($0.rate) }
            let errors = tested.map { row in
                abs(currents.milliamperes(rate: row.rate) / row.milliamperes - 1)
            }
            return 100 * errors.reduce(0, +) / Double(max(1, errors.count))
        },
        Measure(
            "level-current",
            "Milliamperes of a state of a radio: awake, asleep as its DRX has it, or sending "
                + "and receiving as its bursts do.",
            .needed("radio"), .needed("state"), .needed("of"), .needed("volts"),
            .usual("set", "")
        ) { arguments, library in
            let radio = try arguments.radio(in: library)
            let states = radio.states
            let state = try arguments.choice(
                "state", of: Dictionary(uniqueKeysWithValues: states.map { ($0.name, $0) }))
            var powers: [String: Milliwatts] = [:]
            if case .constant(let awake) = state.draw { powers["awake"] = awake }
            powers["micro"] = state.reception?.micro?.power
            powers["light"] = state.reception?.light?.power
            powers["deep"] = state.reception?.deep?.power
            powers["sending"] = radio.bursts?.uplink.power
            powers["receiving"] = radio.bursts?.downlink.power
            return try arguments.choice("of", of: powers).magnitude / arguments.number("volts")
        },
        Measure(
            "asleep-share",
            "Share of the time that a connected radio sleeps by its DRX, without packets or under "
                + "random ones of both directions.",
            .needed("radio"), .needed("rate"), .usual("set", "")
        ) { arguments, library in
            guard let sleep = try SleepShare(arguments.radio(in: library)) else {
                throw arguments.fault("radio", possible: ["a radio with drx"])
            }
            let isSilent = arguments.text("rate") == "0"
            return sleep.share(rate: isSilent ? 0 : try arguments.count("rate", atMost: 1000))
        },
        Measure(
            "line",
            "A line through a first point: from + slope (at - 1).",
            .needed("from"), .needed("slope"), .needed("at")
        ) { arguments, _ in
            try arguments.number("from")
                + arguments.number("slope") * (arguments.number("at") - 1)
        },
        Measure(
            "replayed-pings",
            "Percent of a battery that an hour of pings draws by a peer's profile, "
                + "above its idle.",
            .needed("radio"), .needed("every_s"), .needed("bytes"),
            .needed("idle_mW"), .needed("battery_J")
        ) { arguments, library in
            let every = try arguments.seconds("every_s")
            let bytes = Int64(try arguments.count("bytes"))
            let profile = try library.loadRadio(
                "\(library.root)/radios/peers/\(arguments.text("radio")).yaml"
            ).value
            var radio = PeerRadio(profile, mode: .inferred)
            for number in 0..<max(1, Int(3600 / every)) {
                for (direction, later) in [(Packet.Direction.uplink, 0.0), (.downlink, 0.2)] {
                    let time = Instant.start + TimeSpan(Seconds(every * Double(number) + later))
                    radio.carry(Packet(time: time, bytes: bytes, direction: direction))
                }
            }
            _ = radio.finish(at: Instant.start + TimeSpan(Seconds(3600)))
            let joules = radio.books.table.totalEnergy.magnitude / 1000
            let idle = try arguments.number("idle_mW") * 3.6
            return try 100 * (joules - idle) / arguments.number("battery_J")
        },
        Measure(
            "beacon-share",
            "Percent of the radio's energy that a beacon each minute costs beside "
                + "music.",
            .needed("radio"), .needed("song_bytes")
        ) { arguments, library in
            let radio = try lone(arguments, library)
            let bytes = Int64(try arguments.number("song_bytes"))
            let songs = (0..<15).map { (1 + 240 * Double($0), Int64(2000), bytes) }
            let beacons = (0..<60).map { (31 + 60 * Double($0), Int64(1000), Int64(1000)) }
            let both = (songs + beacons).sorted { $0.0 < $1.0 }
            let without = radio.joules(songs, horizon: 3700)
            return 100 * (1 - without / radio.joules(both, horizon: 3700))
        },
        Measure(
            "peer-figures",
            "Number of another tool's figures that are reproduced, after its defects are fixed.",
            .needed("tool")
        ) { arguments, library in
            let tools = PeerTool.allCases.map { ($0.rawValue, $0) }
            let tool = try arguments.choice("tool", of: Dictionary(uniqueKeysWithValues: tools))
            return Double(try PeerStudy(library).figures(of: tool).count(where: \.agrees))
        },
    ]

    private static func lone(
        _ arguments: MeasureArguments, _ library: ProfileLibrary
    ) throws -> LoneRadio {
        LoneRadio(profile: try arguments.radio(in: library))
    }
}
