import ArgumentParser

/// Factors → design → an experiment at each point → tables.
struct SweepCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "sweep",
        abstract: "Compare a scenario's policies at many values of what they depend on.",
        subcommands: [SweepRunCommand.self, SweepMergeCommand.self],
        defaultSubcommand: SweepRunCommand.self)
}
