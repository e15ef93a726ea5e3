extension PeerStudy {
    func energyBox() throws -> [PeerFigure] {
        try traces.rows("energybox").flatMap { row in
            let (trace, radio) = (try row.word("trace"), try row.word("radio"))
            let packets = traces.trace(trace, fromFirstPacket: true)
            let result = try traces.replay(packets, on: radio, horizon: nil)
            let states =
                radio == "energybox-wifi"
                ? ["PSM", "CAM", "CAMH"] : ["IDLE", "CELL_FACH", "CELL_DCH"]
            var figures = try zip(states, ["lowest_s", "middle_s", "highest_s"]).map { state, key in
                try PeerFigure(
                    "EnergyBox", row, "\(state) s", theirs: key,
                    ours: result.table.sum(state).seconds)
            }
            figures += [
                try PeerFigure(
                    "EnergyBox", row, "end s", theirs: "end_s",
                    ours: result.end.seconds.magnitude),
                try PeerFigure(
                    "EnergyBox", row, "promotions", theirs: "promotions_from_lowest",
                    ours: Double(result.promotions(from: states[0])), tolerance: 0),
                try .joules("EnergyBox", row, "energy J", ours: result.joules),
            ]
            return figures.map { mendEnergyBox($0) }
        }
    }

    private func mendEnergyBox(_ figure: PeerFigure) -> PeerFigure {
        if let expected = crashFigure(figure) {
            return figure.mended(to: expected, because: .crash)
        }
        if figure.trace == "m04_ul1200_then_far" {
            switch (figure.radio, figure.quantity) {
            case ("energybox-teliasonera-3g", "IDLE s"),
                ("energybox-teliasonera-3g-nexus-one", "IDLE s"):
                return figure.mended(to: figure.theirs + 1.7, because: .lateAccount)
            case ("energybox-teliasonera-3g", "energy J"):
                return figure.mended(to: figure.theirs + 1.7 * 0.2, because: .lateAccount)
            default: return figure
            }
        }
        return mendingStepsBack(figure)
    }

    /// What EnergyBox's rules give for a lone packet of 1200 B up, on which it crashes: 1.7 s of
    /// promotion, the rest of 4.1 s in CELL_DCH, 5.6 s in CELL_FACH.
    private func crashFigure(_ figure: PeerFigure) -> Double? {
        guard figure.theirs.isNaN, figure.trace == "m17_ul1200_last" else { return nil }
        let isNexusOne = figure.radio.hasSuffix("nexus-one")
        switch figure.quantity {
        case "IDLE s": return 1.7
        case "CELL_FACH s": return 5.6
        case "CELL_DCH s": return 2.4
        case "end s": return 9.7
        case "promotions": return 1
        case "energy J":
            return isNexusOne ? 5.6 * 0.45 + 2.4 * 0.6 : 1.7 * 0.2 + 5.6 * 0.5 + 2.4 * 1.3
        default: return nil
        }
    }
}
