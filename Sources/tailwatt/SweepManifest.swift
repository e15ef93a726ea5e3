import Experiments
import Profiles
import Reports
import Show

extension Manifest {
    /// What decides the results of a sweep; files that it writes are left out.
    init(_ sweep: Sweep, words: [String], files: [InputFile]) {
        self.init(
            command: words, version: Version.number, seed: sweep.base.seed,
            settings: SweepSettings(
                scenario: sweep.base.name, horizon: "\(sweep.base.horizon.seconds)",
                design: sweep.design.rawValue, points: sweep.points.count,
                factors: sweep.paths
            ).members,
            inputs: files.map(\.manifestFile))
    }
}

/// What the manifest of a sweep says beside the command.
struct SweepSettings: Equatable {
    let scenario: String
    let horizon: String
    let design: String
    let points: Int
    /// The paths of what varies, as `design.csv` has its columns.
    let factors: [String]

    init(scenario: String, horizon: String, design: String, points: Int, factors: [String]) {
        (self.scenario, self.horizon) = (scenario, horizon)
        (self.design, self.points, self.factors) = (design, points, factors)
    }

    /// What a manifest says; `nil` if it is of no sweep.
    init?(_ manifest: Manifest) {
        guard let scenario = manifest.text("scenario"), let horizon = manifest.text("horizon"),
            let design = manifest.text("design"), let points = manifest.integer("points"),
            let factors = manifest.texts("factors")
        else { return nil }
        self.init(
            scenario: scenario, horizon: horizon, design: design, points: points, factors: factors)
    }

    var members: [JSONValue.Member] {
        [
            .init("scenario", .string(scenario)), .init("horizon", .string(horizon)),
            .init("design", .string(design)), .init("points", .integer(Int64(points))),
            .init("factors", .array(factors.map(JSONValue.string))),
        ]
    }
}
