import ArgumentParser
import Profiles
import Show
import Studies

struct UncertaintyOptions: ParsableArguments {
    @Flag(
        help: ArgumentHelp(
            "Also draw unknown values of the phone, and separate their spread from chance.",
            discussion: """
                Draws profile values that are distributions, and the values that the scenario \
                lists under uncertain:. Writes uncertainty.csv, tornado.csv and tornado.svg.
                """))
    var uncertain = false

    @Option(help: "Number of profiles drawn, from 2; with --uncertain.")
    var draws: Int?

    @Option(
        help: ArgumentHelp(
            "Equally likely radios, separated by commas; implies --uncertain.", valueName: "names"))
    var uncertainRadio: String?

    @Option(
        help: ArgumentHelp(
            "Compute Sobol' indices from this number of base points, from 2; implies --uncertain.",
            valueName: "points"))
    var sobol: Int?

    var isWanted: Bool { uncertain || uncertainRadio != nil || sobol != nil }

    static let standardDraws = 40

    func validate() throws {
        if draws != nil, !isWanted {
            throw ValidationError("\(OptionName.draws) needs \(OptionName.uncertain).")
        }
        try OptionName.draws.require(draws, in: 2...100_000)
        try OptionName.sobol.require(sobol, in: 2...100_000)
        if let uncertainRadio { _ = try RadioNames(uncertainRadio, of: .uncertainRadio) }
        if let uncertainRadio, radioNames.count < 2 {
            throw ValidationError(
                "\(OptionName.uncertainRadio) needs two radios or more, not \"\(uncertainRadio)\".")
        }
    }

    var radioNames: [String] {
        (uncertainRadio ?? "").split(separator: ",").map { PolicyNames.trimmed(String($0)) }
    }

    func parameters(of loaded: LoadedScenario) throws -> [UncertainParameter] {
        var parameters = loaded.uncertain
        if uncertainRadio != nil {
            let path = try ValuePath("radio")
            let law = UncertainLaw(oneOf: radioNames, central: loaded.scenario.radio.name)
            // Listed radios are used as they are; uncertainties of the scenario's own radio do not
            // apply.
            parameters.removeAll { $0.path.keys[0] == "radio" }
            parameters.insert(UncertainParameter(path, law), at: 0)
        }
        if parameters.isEmpty { throw Self.nothingVaries(in: loaded) }
        return parameters
    }

    private static func nothingVaries(in loaded: LoadedScenario) -> CommandFailure {
        CommandFailure(
            message: "nothing is uncertain in \(loaded.scenario.name)",
            advice: "Add uncertain: with paths to the scenario, a distribution to a profile, or "
                + "--uncertain-radio. The shipped scenario keep-alive shows how.", exitCode: .usage)
    }
}
