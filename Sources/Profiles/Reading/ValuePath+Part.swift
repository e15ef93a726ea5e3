extension ValuePath {
    /// The profile that the path leads into; `nil` for a value of the scenario's own file.
    var part: Part? { keys.count > 1 ? Part(rawValue: keys[0]) : nil }

    /// The profiles of a scenario whose values a path can name.
    enum Part: String, CaseIterable {
        case radio
        case wiFiRadio = "wi-fi-radio"
        case device, system
    }
}
