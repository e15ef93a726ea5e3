import DeviceModel

extension EnergyKind {
    /// The class of its colour, the same in all pictures.
    var color: String {
        switch self {
        case .baseline: "rest"
        case .transfer: "c0"
        case .promotion: "c1"
        case .tail: "c4"
        case .wakeUp: "c3"
        case .acquisition: "c5"
        case .tracking: "c2"
        case .playback: "c6"
        case .alert: "c5"
        case .use: "c7"
        }
    }
}
