import DeviceModel

/// The keys that say what an entry of `policies:` or `apps:` does.
enum PolicyKeys {
    /// Of the list of apps, and of a policy that is several of them.
    static let apps = "apps"

    /// What one app can do.
    static var behaviours: [String] { Behaviour.all.map(\.key) }
}
