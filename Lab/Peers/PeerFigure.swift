import Kernel
import Traces

/// Why a golden differs from its tool's own rules.
///
/// All but `stepsBack` are defects of the tool. No tool has a rule for times that step back; each
/// treats them differently.
enum PeerDifference: String, CaseIterable {
    case crash = "EnergyBox crashes when the last packet is a large uplink one in IDLE"
    case lateAccount =
        "EnergyBox's account begins with the first change of state, after the first promotion"
    case stepsBack =
        "the capture's times step back by up to a millisecond, and the tool's time with them"
    case roundedGap =
        "a gap as long as a limit is found longer, by times in floating point"
    case lostPackets =
        "packets at the very start of a stretch are lost, by times in floating point"
}

struct PeerFigure {
    let peer: String
    let trace: String
    let radio: String
    let quantity: String
    /// `nan` if the peer gave none.
    let theirs: Double
    /// The peer's figure without its defect, or for times that do not step back.
    var mended: Double
    let ours: Double
    let tolerance: Double
    var cause: PeerDifference?

    var agrees: Bool { abs(ours - mended) <= tolerance }

    init(
        _ peer: String, _ row: PeerRow, _ quantity: String, theirs: String, ours: Double,
        tolerance: Double = 1e-5
    ) throws(InputError) {
        self.peer = peer
        trace = try row.word("trace")
        radio = try row.word("radio")
        self.quantity = quantity
        self.theirs = try row.figure(theirs) ?? .nan
        mended = self.theirs
        self.ours = ours
        self.tolerance = tolerance
    }

    /// Compares energies relatively; below 0.1 J the six recorded decimals decide.
    static func joules(
        _ peer: String, _ row: PeerRow, _ quantity: String, ours: Double
    ) throws(InputError) -> PeerFigure {
        let theirs = try row.figure("energy_J") ?? ours
        return try PeerFigure(
            peer, row, quantity, theirs: "energy_J", ours: ours,
            tolerance: max(1e-5 * abs(theirs), 1e-6))
    }

    func mended(to figure: Double, because cause: PeerDifference) -> PeerFigure {
        var mended = self
        mended.mended = figure
        mended.cause = cause
        return mended
    }

    /// Accepts our figure if `other`, which reproduces the defect, agrees with the golden.
    func mended(by other: PeerFigure, because cause: PeerDifference) -> PeerFigure {
        if agrees { return self }
        return mended(to: other.agrees ? ours : theirs, because: cause)
    }

    static func csv(_ figures: [PeerFigure]) -> String {
        var lines = ["peer,trace,radio,quantity,theirs,ours,difference,agrees,because"]
        for figure in figures {
            let isSame = abs(figure.ours - figure.theirs) <= figure.tolerance
            let cells = [
                figure.peer, figure.trace, figure.radio, figure.quantity,
                figure.theirs.isNaN ? "" : text(figure.theirs), text(figure.ours),
                figure.theirs.isNaN ? "" : text(figure.ours - figure.theirs),
                isSame ? "yes" : "no", isSame ? "" : "\"\(figure.cause?.rawValue ?? "")\"",
            ]
            lines.append(cells.joined(separator: ","))
        }
        return lines.joined(separator: "\n") + "\n"
    }

    private static func text(_ number: Double) -> String {
        let rounded = (number * 1e6).rounded() / 1e6
        return "\(rounded == 0 ? 0 : rounded)"
    }
}
