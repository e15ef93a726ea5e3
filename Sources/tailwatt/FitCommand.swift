import ArgumentParser

/// Measurements → states, timers and powers of a radio → table, profile fragment and files.
struct FitCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "fit",
        abstract: "Infer a radio from measurements: timers, promotions, powers, with intervals.",
        discussion: """
            Prints what was fitted and a fragment of a radio profile, to be completed by hand. \
            With --out it writes fit.csv, residuals.csv, datapackage.json and manifest.json. \
            docs/guide/fitting.md says how each number is found and what it cannot tell.
            """,
        subcommands: [FitProbeCommand.self, FitTransferPowerCommand.self, FitTailCommand.self])
}
