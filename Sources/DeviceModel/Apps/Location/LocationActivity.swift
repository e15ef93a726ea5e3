/// What the energy of an app that wants positions is booked under.
enum LocationActivity: Int, AppActivity {
    case location
    case upload

    var name: String {
        switch self {
        case .location: "location"
        case .upload: "location upload"
        }
    }
}

/// The options of an app that wants positions.
protocol LocatingOptions: BehaviourOptions {
    /// The regions that it registers; `nil`: none.
    var watched: WatchedRegions? { get }
}

extension LocatingOptions {
    var watched: WatchedRegions? { nil }
    var needs: AppNeeds { [] }
    var activities: [String] { LocationActivity.names }
}
