/// The five states of an app (SR-001).
public enum AppState: String, CaseIterable, Hashable, Sendable {
    case notRunning = "not-running"
    /// In front, while something is in its way, such as a telephone call.
    case inactive
    /// In front.
    case active
    /// It runs behind another app, or behind none.
    case background
    /// In memory, and nothing of it runs.
    case suspended
}
