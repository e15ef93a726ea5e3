import Experiments
import Show

/// What a verdict looks like, on a limit of a scenario or of a trace.
extension LimitOutcome.Verdict {
    var tone: TextTable.Tone {
        switch self {
        case .met: .good
        case .exceeded: .bad
        case .undecided: .open
        }
    }

    /// What it is to a server of continuous integration.
    func junit(undecidedPasses: Bool) -> JUnitReport.Outcome {
        switch self {
        case .met: .passed
        case .undecided where undecidedPasses: .skipped
        case .exceeded, .undecided: .failed(type: rawValue)
        }
    }

    /// `Passed: of 4 limits 3 met, 1 undecided.`
    static func headline(_ verdicts: [Self], passes: Bool) -> String {
        let counts = allCases.compactMap { verdict in
            let count = verdicts.count { $0 == verdict }
            return count > 0 ? "\(count) \(verdict.rawValue)" : nil
        }
        return "\(passes ? "Passed" : "Failed"): of \(verdicts.count) "
            + "\(verdicts.count == 1 ? "limit" : "limits") \(counts.joined(separator: ", "))."
    }
}
