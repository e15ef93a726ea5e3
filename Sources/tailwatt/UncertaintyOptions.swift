import ArgumentParser
import Profiles
import Statistics

/// What `compare` is told of profiles that are not known exactly.
struct UncertaintyOptions: ParsableArguments {
    @Flag(
        name: .customLong("uncertain"),
        help: ArgumentHelp(
            "Draw what is not known of the phone as well, and tell its spread from chance.",
            discussion: """
                What is not known: distributions in place of values of profiles, and what the \
                scenario lists under uncertain:. Writes uncertainty.csv, tornado.csv and \
                tornado.svg.
                """))
    var isAsked = false

    @Option(help: "How many profiles are drawn, from 2; with --uncertain.")
    var draws: Int?

    @Option(
        name: .customLong("uncertain-radio"),
        help: ArgumentHelp(
            "Radios each as likely as the others, with commas between; implies --uncertain.",
            valueName: "names"))
    var radios: String?

    @Option(
        name: .customLong("sobol"),
        help: ArgumentHelp(
            "Sobol' indices from so many base points, from 2; implies --uncertain.",
            valueName: "points"))
    var basePoints: Int?

    /// Whether anything of this is asked for.
    var isWanted: Bool { isAsked || radios != nil || basePoints != nil }

    static let standardDraws = 40

    func validate() throws {
        if draws != nil, !isWanted { throw ValidationError("--draws goes with --uncertain.") }
        if let draws, !(2...100_000).contains(draws) {
            throw ValidationError("--draws must be from 2 to 100000, not \(draws).")
        }
        if let basePoints, !(2...100_000).contains(basePoints) {
            throw ValidationError("--sobol must be from 2 to 100000, not \(basePoints).")
        }
        if let radios, radioNames.count < 2 {
            throw ValidationError("--uncertain-radio needs two radios or more, not \"\(radios)\".")
        }
    }

    /// The radios, in the order of the command line.
    var radioNames: [String] {
        (radios ?? "").split(separator: ",").map {
            let start = $0.drop(while: \.isWhitespace)
            return String(start.reversed().drop(while: \.isWhitespace).reversed())
        }
    }

    /// As the manifest has them.
    var words: [String] {
        var words = isAsked ? ["--uncertain"] : []
        if let draws { words += ["--draws", "\(draws)"] }
        if let radios { words += ["--uncertain-radio", radios] }
        if let basePoints { words += ["--sobol", "\(basePoints)"] }
        return words
    }
}
