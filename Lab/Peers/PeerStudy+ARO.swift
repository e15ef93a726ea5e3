import DeviceModel
import Traces

extension PeerStudy {
    /// ARO's states by ours.
    private static let aroStates: [String: (state: String, kind: EnergyKind)] = [
        "STATE_IDLE": ("IDLE", .baseline), "PROMO_IDLE_DCH": ("IDLE", .promotion),
        "STATE_DCH": ("CELL_DCH", .transfer), "TAIL_DCH": ("CELL_DCH", .tail),
        "STATE_FACH": ("CELL_FACH", .transfer), "TAIL_FACH": ("CELL_FACH", .tail),
        "PROMO_FACH_DCH": ("CELL_FACH", .promotion),
        "LTE_IDLE": ("RRC_IDLE", .baseline), "LTE_PROMOTION": ("RRC_IDLE", .promotion),
        "LTE_CONTINUOUS": ("CONTINUOUS_RECEPTION", .transfer),
        "LTE_CR_TAIL": ("CONTINUOUS_RECEPTION", .tail), "LTE_DRX_SHORT": ("SHORT_DRX", .tail),
        "LTE_DRX_LONG": ("LONG_DRX", .tail), "WIFI_IDLE": ("WIFI_IDLE", .baseline),
        "WIFI_ACTIVE": ("WIFI_ACTIVE", .transfer), "WIFI_TAIL": ("WIFI_ACTIVE", .tail),
    ]

    func aro() throws -> [PeerFigure] {
        try traces.rows("aro").flatMap { row in
            let (trace, radio) = (try row.word("trace"), try row.word("radio"))
            let state = try row.word("state")
            let isRounded = trace == "m21_fach_ul300x2_100ms" && radio == "aro-lte"
            let horizon = PeerTraces.instant(try row.number("horizon_s"))
            let result = try traces.replay(traces.trace(trace), on: radio, horizon: horizon)
            let figures = try aroFigures(row, state, result)
            guard isRounded else {
                return figures.map { mendingStepsBack(mendLostPackets($0)) }
            }
            let packets = PeerTraces.rounded(traces.trace(trace), limit: 0.1, scale: 1)
            let rounded = try traces.replay(packets, on: radio, horizon: horizon)
            return zip(figures, try aroFigures(row, state, rounded)).map {
                $0.mended(by: $1, because: .roundedGap)
            }
        }
    }

    private func aroFigures(
        _ row: PeerRow, _ state: String, _ result: PeerReplay
    ) throws -> [PeerFigure] {
        guard let (ours, kind) = Self.aroStates[state] else {
            return [try .joules("ARO 4.1.1", row, "energy J", ours: result.joules)]
        }
        let found = result.table.sum(ours, kind)
        var figures = [
            try PeerFigure("ARO 4.1.1", row, "\(state) s", theirs: "time_s", ours: found.seconds),
            try .joules("ARO 4.1.1", row, "\(state) J", ours: found.joules),
        ]
        if kind == .promotion {
            figures.append(
                try PeerFigure(
                    "ARO 4.1.1", row, "\(state) count", theirs: "stays",
                    ours: Double(result.promotions(from: ours)), tolerance: 0))
        }
        return figures
    }

    /// In one trace ARO loses the 60 B down and 52 B up that begin an interval of LTE.
    private func mendLostPackets(_ figure: PeerFigure) -> PeerFigure {
        guard figure.trace == "smartdiet_conn32994", figure.radio == "aro-lte",
            ["LTE_CONTINUOUS J", "energy J"].contains(figure.quantity)
        else { return figure }
        let lost = (60 * 51.97 + 52 * 438.39) * 8e-9
        return figure.mended(to: figure.theirs + lost, because: .lostPackets)
    }
}
