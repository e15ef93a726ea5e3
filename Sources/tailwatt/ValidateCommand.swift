import ArgumentParser

struct ValidateCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "validate",
        abstract: "Test the program where the truth is known: published results, statistics.",
        subcommands: [
            ValidatePublishedCommand.self, ValidateCoverageCommand.self,
            ValidateStoppingCommand.self,
            ValidateOptimumCommand.self,
        ])
}
