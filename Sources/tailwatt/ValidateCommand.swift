import ArgumentParser

/// Whether the program's own statistics do what they claim.
struct ValidateCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "validate",
        abstract: "Try the program's own statistics where the truth is known.",
        subcommands: [
            ValidateCoverageCommand.self, ValidateStoppingCommand.self,
            ValidateOptimumCommand.self,
        ])
}
