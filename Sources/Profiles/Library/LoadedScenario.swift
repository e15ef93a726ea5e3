import DeviceModel
import Studies

/// A scenario that can run, with every file that it was made of.
public struct LoadedScenario: Sendable {
    public let scenario: Scenario
    public let description: String?
    /// What each policy is, as the file has it, in one line: `keep-alive: { interval: 10 min }`. In
    /// the order of the scenario's policies.
    public let policyTexts: [String]
    /// Scenario, device, radio and system, then movement and cells where they are files of their
    /// own, then the files that these name.
    public let files: [InputFile]
    /// What a reader of results should know of tracks and lists of towers, in whole sentences.
    public let notes: [String]
    /// What the command line has put in place of the parts that the question speaks of.
    public let replaced: [Replaced]
    /// What the scenario asks `tailwatt frontier`, if it does.
    public let frontier: LoadedFrontier?
    /// What the scenario lets `tailwatt sweep` vary; empty if it does not say.
    public let factors: [Factor]
    /// What is not known of the scenario's profiles: what the scenario says, then distributions in
    /// place of values of the profiles.
    public let uncertain: [UncertainParameter]
}

extension LoadedScenario {
    /// A part of a scenario that is another than its words are about.
    public struct Replaced: Hashable, Sendable {
        /// `radio`, `device`, `system` or `horizon`.
        public let what: String
        /// The scenario's own.
        public let asked: String
        public let used: String
    }

    /// What the scenario asks `tailwatt frontier`.
    ///
    /// - Throws: if it asks nothing.
    public func requiredFrontier() throws(ProfileFailure) -> LoadedFrontier {
        if let frontier { return frontier }
        let fault = MeaningFault.noFrontier(scenario: scenario.name)
        throw ProfileFailure(Diagnostic(.meaning(fault), file: files.first?.path))
    }
}

/// A scenario's family of policies, ready to be simulated on each kind of day.
public struct LoadedFrontier: Sendable {
    public let frontier: Frontier
    /// The scenario's files, as far as they decide the frontier: with the numbers of the family
    /// instead of those of the policies that `compare` compares, and the movements of its days.
    public let files: [InputFile]
    /// What a reader of results should know of tracks and lists of towers, in whole sentences.
    public let notes: [String]
}

/// A file of any kind.
public enum AnyProfile: Sendable {
    case device(ProfileDocument<DeviceProfile>)
    case radio(ProfileDocument<RadioProfile>)
    case system(ProfileDocument<SystemRules>)
    case movement(ProfileDocument<Movement>)
    case cells(ProfileDocument<CellLayout>)
    case user(ProfileDocument<UserProfile>)
    case app(ProfileDocument<PolicyOptions>)
    case scenario(LoadedScenario)
    case budget(AnyBudget)
}
