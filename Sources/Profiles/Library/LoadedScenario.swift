import DeviceModel

/// A scenario that can run, with every file that it was made of.
public struct LoadedScenario: Sendable {
    public let scenario: Scenario
    public let description: String?
    /// Scenario, device, radio and system, then the files that distributions draw from.
    public let files: [InputFile]
}

/// A file of any kind.
public enum AnyProfile: Sendable {
    case device(ProfileDocument<DeviceProfile>)
    case radio(ProfileDocument<RadioProfile>)
    case system(ProfileDocument<SystemRules>)
    case scenario(LoadedScenario)
}
