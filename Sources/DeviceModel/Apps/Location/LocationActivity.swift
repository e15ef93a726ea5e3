enum LocationActivity: Int, AppActivity {
    case location, upload

    var name: String {
        switch self {
        case .location: "location"
        case .upload: "location upload"
        }
    }
}

protocol LocatingOptions: BehaviourOptions {
    /// `nil` if the app registers no regions.
    var watched: WatchedRegions? { get }
}

extension LocatingOptions {
    var watched: WatchedRegions? { nil }
    var needs: AppNeeds { [] }
    var activities: [String] { LocationActivity.names }
}
