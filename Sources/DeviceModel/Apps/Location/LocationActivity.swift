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
