import ArgumentParser

/// Whether the program gives what was published, and its own statistics do what they claim.
struct ValidateCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "validate",
        abstract: "Try the program where the truth is known: published results, statistics.",
        subcommands: [
            ValidatePublishedCommand.self, ValidateCoverageCommand.self,
            ValidateStoppingCommand.self,
            ValidateOptimumCommand.self,
        ])
}
