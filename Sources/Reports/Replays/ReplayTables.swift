import DeviceModel
import Experiments
import Kernel
import Show

/// The tables of a replay other than `residence.csv` and `causes.csv`.
public enum ReplayTables {
    /// The energy of each radio by cause, for people.
    static func readable(_ radios: [ReplayedRadio]) -> TextTable {
        func energy(
            _ heading: String, _ energy: @escaping (ReplayedRadio) -> Millijoules
        ) -> TextColumn<ReplayedRadio> {
            .right("\(heading) [J]") {
                ReadableNumber.text(joules(energy($0)), significantDigits: 4)
            }
        }
        return TextTable(
            radios,
            [
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

    static let radios = Table<ReplayedRadio>(
        name: "radios",
        columns: [
            .text("radio", "The profile's name.", \.radio.name),
            .text("promotion", "Where promotions lie: --promotion.", \.settings.mode.rawValue),
            .seconds("duration_s", "The replay's length.", nanoseconds: \.duration.nanoseconds),
            .number("energy_J", "All that the radio drew.") { joules($0.energy) },
            .number("caused_J", "What it drew because of the trace: all but the rest.") {
                joules($0.activeEnergy)
            },
            .number("transfer_J", "Of it while data passed.") {
                joules($0.energy(of: .transfer))
            },
            .number("tail_J", "Of it in tails.") { joules($0.energy(of: .tail)) },
            .number("promotion_J", "Of it in promotions.") {
                joules($0.energy(of: .promotion))
            },
            .number(
                "promotion_unbilled_s",
                "Promotions that found no room before their packets, as where the trace begins."
            ) {
                $0.unbilledPromotion.seconds.magnitude
            },
            .number(
                "tail_share", "Tails over what was caused; empty if that is 0.", \.tailShare),
            .integer(
                "promotions",
                "Those out of states at rest, and those that take time; see promotions.csv."
            ) { Int($0.promotionCount) },
            .number(
                "radio_on_share", "Time not at rest over the duration; 1 is all of it.",
                \.radioOnShare),
        ])

    /// A promotion of a radio and its count.
    public struct Promotion: Sendable {
        let radio: String
        let row: PromotionRow
    }

    static func promotionRows(of radios: [ReplayedRadio]) -> [Promotion] {
        radios.flatMap { radio in
            radio.promotions.filter { $0.count > 0 }.map {
                Promotion(radio: radio.radio.name, row: $0)
            }
        }
    }

    static let promotions = Table<Promotion>(
        name: "promotions",
        columns: [
            .text("radio", "The profile's name.", \.radio),
            .text("from", "The state before.", \.row.from),
            .text("to", "The state after.", \.row.to),
            .integer("count", "How often, those without delay included.") {
                Int($0.row.count)
            },
        ])

    /// A burst with its number.
    public struct NumberedBurst: Sendable {
        let number: Int
        let burst: Burst
    }

    static func burstRows(of result: TraceReplayResult) -> [NumberedBurst] {
        result.bursts.enumerated().map { NumberedBurst(number: $0 + 1, burst: $1) }
    }

    static let bursts = Table<NumberedBurst>(
        name: "bursts",
        columns: [
            .integer("burst", "Its number, from 1; a pause of more than 1.5 s begins one.") {
                $0.number
            },
            .seconds("from_s", "Its first packet.", nanoseconds: \.burst.from.nanoseconds),
            .seconds("until_s", "Its last packet.", nanoseconds: \.burst.until.nanoseconds),
            .text("category", "See docs/guide/replay.md.", \.burst.category.rawValue),
            .text("host", "The other end of its first packet; empty if not known.") {
                $0.burst.host?.description
            },
            .group(traffic, of: \.burst.traffic), .group(energy, of: \.burst.energy),
        ])

    static let flows = Table<Flow>(
        name: "flows",
        columns: [
            .text("protocol", "TCP, UDP or IANA's number; empty if not known.") {
                $0.key.map { ProtocolName.text($0.protocolNumber) }
            },
            .text("device", "The phone's address.") { $0.key?.device.description },
            .integer("device_port", "The phone's port; 0 for protocols without.") {
                $0.key.map { Int($0.devicePort) }
            },
            .text("host", "The address at the other end.") { $0.key?.remote.description },
            .integer("port", "The port at the other end; 0 for protocols without.") {
                $0.key.map { Int($0.remotePort) }
            },
            .seconds("from_s", "Its first packet.", nanoseconds: \.first.nanoseconds),
            .seconds("until_s", "Its last packet.", nanoseconds: \.last.nanoseconds),
            .group(traffic, of: \.traffic), .group(energy, of: \.energy),
        ])

    static let hosts = Table<Host>(
        name: "hosts",
        columns: [
            .text("host", "The remote address; empty if not known.") {
                $0.address?.description
            },
            .integer("connections", "How many there were.", \.connections),
            .group(traffic, of: \.traffic), .group(energy, of: \.energy),
        ])

    static let advice = Table<ReplayAdvice>(
        name: "advice",
        columns: [
            .text("advice", "What could be done otherwise.") { AdviceText.sentence($0) },
            .number("cost_J", "What those bursts cost as they were; empty for closings.") {
                $0.energy.map { joules($0) }
            },
            .number("saving_J", "Found by replaying the changed trace.") {
                joules($0.saving)
            },
        ])

    static let traffic: [Column<Traffic>] = [
        .integer("packets", "How many passed.") { Int($0.packets) },
        .integer("uplink_B", "IP bytes sent.") { Int($0.uplinkBytes) },
        .integer("downlink_B", "IP bytes received.") { Int($0.downlinkBytes) },
    ]

    private static let energy: [Column<CausedEnergy>] = [
        .number("energy_J", "What it caused: the sum of the next three.") { joules($0.total) },
        .number("promotion_J", "Promotions that its packets needed.") { joules($0.promotion) },
        .number("transfer_J", "While its data passed.") { joules($0.transfer) },
        .number("tail_J", "Tails that its packets were the last to prolong.") { joules($0.tail) },
    ]
}

private func joules(_ energy: Millijoules) -> Double { energy.magnitude / 1000 }

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
