import Experiments
import Kernel
import Reports
import Show
import Traces

/// An earlier result of a check, as `--base` names it.
struct CheckBase {
    let result: RecordedCheck
    private let path: String

    /// Reads the result; a folder must be as it was written.
    init(path: String) throws {
        self.path = path
        result = try RecordedCheck(path: path)
        guard let manifest = result.manifest else { return }
        try ResultIntegrity(of: path, by: manifest).check(reading: [result.kind.fileName])
    }

    /// A line where another version of the program made it; else nothing.
    var note: String {
        guard let version = result.manifest?.version, version != Version.number else { return "" }
        return WrappedText.line(
            "Version \(PrintableText.excerpt(version, to: 40)) of tailwatt made the base, "
                + "\(Version.number) this check.")
    }

    static func files(_ path: String) -> [String] {
        [path]
            + ([Manifest.fileName] + RecordedCheck.Kind.allCases.map(\.fileName))
            .map { "\(path)/\($0)" }
    }

    /// The failure of a base that is of another kind of budget.
    func failure(_ error: OtherKindOfCheck, budget: String) -> CommandFailure {
        let (own, other) =
            error.base == .trace ? ("a scenario", "a trace") : ("a trace", "a scenario")
        return CommandFailure(
            message: "\(path) is a check of \(other), and \(budget) is a budget of \(own)",
            advice: "Name an earlier check of the same budget.", exitCode: .badData)
    }
}
