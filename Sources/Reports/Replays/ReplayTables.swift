/// The tables of a replay other than `residence.csv` and `causes.csv`.
public enum ReplayTables {
    /// The energy of each radio by cause, for the screen.
    static func readable(_ radios: [ReplayedRadio]) -> TextTable {
        func energy(
            _ heading: String, _ energy: @escaping (ReplayedRadio) -> Millijoules
        ) -> TextColumn<ReplayedRadio> {
            .right("\(heading) [J]") {
                ReadableNumber.text(energy($0).magnitude / 1000, significantDigits: 4)
            }
        }
        return radios.table([
            .left("radio", \.radio.name), energy("energy", \.energy),
            energy("caused", \.activeEnergy),
            energy("transfer") { $0.energy(of: .transfer) },
            energy("tail") { $0.energy(of: .tail) },
            energy("promotion") { $0.energy(of: .promotion) },
            .right("promotions") { "\($0.promotionCount)" },
            .right("radio on [%]") {
                $0.radioOnShare.map { ReadableNumber.text(100 * $0, decimals: 1) } ?? "-"
            },
        ])
    }

    static let radios = Table<ReplayedRadio>("radios").with(columns: [
        .text("radio", "Profile name.", \.radio.name),
        .text("promotion", "Placement of promotions: --promotion.", \.settings.mode.rawValue),
        .seconds("duration_s", "Length of the replay.", nanoseconds: \.duration.nanoseconds),
        .energy("energy_J", "All energy that the radio drew.", \.energy),
        .energy("caused_J", "Energy caused by the trace: all except that of rest.", \.activeEnergy),
        .energy("transfer_J", "Part of caused_J drawn while data passed.") {
            $0.energy(of: .transfer)
        },
        .energy("tail_J", "Part of caused_J drawn in tails.") { $0.energy(of: .tail) },
        .energy("promotion_J", "Part of caused_J drawn in promotions.") {
            $0.energy(of: .promotion)
        },
        .number(
            "promotion_unbilled_s",
            "Promotion time that does not fit before its packets, as at the start of the trace."
        ) { $0.unbilledPromotion.seconds.magnitude },
        .number("tail_share", "Tails divided by caused_J; empty if that is 0.", \.tailShare),
        .integer(
            "promotions",
            "Promotions out of states at rest, and those that take time; see promotions.csv."
        ) { Int($0.promotionCount) },
        .number(
            "radio_on_share", "Share of the duration not at rest, from 0 to 1.", \.radioOnShare),
    ])

    public typealias Promotion = (radio: String, row: PromotionRow)

    static func promotionRows(of radios: [ReplayedRadio]) -> [Promotion] {
        radios.flatMap { radio in
            radio.promotions.filter { $0.count > 0 }.map { (radio.radio.name, $0) }
        }
    }

    static let promotions = Table<Promotion>("promotions").with(columns: [
        .text("radio", "Profile name.", \.radio),
        .text("from", "State before.", \.row.from),
        .text("to", "State after.", \.row.to),
        .integer("count", "Number of promotions, including those without delay.") {
            Int($0.row.count)
        },
    ])

    public typealias NumberedBurst = (number: Int, burst: Burst)

    static func burstRows(of result: TraceReplayResult) -> [NumberedBurst] {
        result.bursts.enumerated().map { ($0 + 1, $1) }
    }

    static let bursts = Table<NumberedBurst>("bursts").with(columns: [
        .integer("burst", "Number from 1; a pause of more than 1.5 s begins a burst.", \.number),
        .seconds("from_s", "Time of its first packet.", nanoseconds: \.burst.from.nanoseconds),
        .seconds("until_s", "Time of its last packet.", nanoseconds: \.burst.until.nanoseconds),
        .text("category", "Category; see docs/guide/replay.md.", \.burst.category.rawValue),
        .text("host", "Remote address of its first packet; empty if unknown.") {
            $0.burst.host?.description
        },
        .group(traffic, of: \.burst.traffic), .group(energy, of: \.burst.energy),
    ])

    static let flows = Table<Flow>("flows").with(columns: [
        .text("protocol", "TCP, UDP or the IANA number; empty if unknown.") {
            $0.key.map { ProtocolName.text($0.protocolNumber) }
        },
        .text("device", "Address of the phone.") { $0.key?.device.description },
        .integer("device_port", "Port of the phone; 0 for protocols without ports.") {
            $0.key.map { Int($0.devicePort) }
        },
        .text("host", "Remote address.") { $0.key?.remote.description },
        .integer("port", "Remote port; 0 for protocols without ports.") {
            $0.key.map { Int($0.remotePort) }
        },
        .seconds("from_s", "Time of its first packet.", nanoseconds: \.first.nanoseconds),
        .seconds("until_s", "Time of its last packet.", nanoseconds: \.last.nanoseconds),
        .group(traffic, of: \.traffic), .group(energy, of: \.energy),
    ])

    static let hosts = Table<Host>("hosts").with(columns: [
        .text("host", "Remote address; empty if unknown.", \.address?.description),
        .integer("connections", "Number of connections.", \.connections),
        .group(traffic, of: \.traffic), .group(energy, of: \.energy),
    ])

    static let advice = Table<ReplayAdvice>("advice").with(columns: [
        .text("advice", "Proposed change.") { AdviceText.sentence($0) },
        .energy(
            "cost_J", "Energy of the affected bursts as recorded; empty for closings.", \.energy),
        .energy("saving_J", "Energy saved, found by replaying the changed trace.", \.saving),
    ])

    static let traffic: [Column<Traffic>] = [
        .integer("packets", "Number of packets.") { Int($0.packets) },
        .integer("uplink_B", "IP bytes sent.") { Int($0.uplinkBytes) },
        .integer("downlink_B", "IP bytes received.") { Int($0.downlinkBytes) },
    ]

    private static let energy: [Column<CausedEnergy>] = [
        .energy("energy_J", "Energy that it caused: the sum of the next three columns.", \.total),
        .energy("promotion_J", "Energy of promotions that its packets needed.", \.promotion),
        .energy("transfer_J", "Energy while its data passed.", \.transfer),
        .energy("tail_J", "Energy of tails that its packets were the last to prolong.", \.tail),
    ]
}

enum ProtocolName {
    static func text(_ number: UInt8) -> String {
        switch number {
        case 1: "ICMP"
        case 6: "TCP"
        case 17: "UDP"
        case 58: "ICMPv6"
        default: "\(number)"
        }
    }
}
