import ArgumentParser
import Profiles

/// The options of policies, from the forms that files are read with.
struct BehavioursCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "behaviours",
        abstract: "What every option of every behaviour means, as Markdown.")

    func run() async throws {
        try await reportingFailures {
            let apps = try ProfilesFolder.library.shippedApps()
            try StandardOutput.write(BehaviourPage.markdown(with: apps))
        }
    }
}
