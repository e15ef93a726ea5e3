import Forms

extension WakeMode {
    /// Modes, each called true or false.
    static let form: Form<[WakeMode]> = Form(
        "Ways in which a system wakes apps, and whether they are meant.", name: "modes",
        standard: [], fields: allCases.map(field))

    private static func field(_ mode: WakeMode) -> Field<[WakeMode]> {
        Field(
            mode.rawValue, mode.about, isRequired: false, content: { _ in .stated(.flag) },
            read: { reader, modes in
                if reader.givenStatedFlag(mode.rawValue) == true { modes.append(mode) }
            },
            text: { $0.contains(mode) ? "true" : nil })
    }

    private var about: String {
        switch self {
        case .significantChange: "Significant changes of the place."
        case .region: "Regions entered and left."
        case .voip: "Data on a VoIP app's socket, and its keep-alive handler."
        case .voipPush: "Pushes of calls."
        case .backgroundFetch: "Good times to fetch."
        case .remoteNotification: "Pushes with content."
        case .backgroundTransfer: "The end of transfers that the system performs."
        case .newsstand: "A new issue."
        case .externalAccessory: "Data of an accessory."
        case .bluetooth: "Data of a Bluetooth device."
        case .remoteControl: "Play and pause buttons."
        }
    }
}

extension Field<LifeCycleRules> {
    /// Modes of which a file calls some true; what it does not name is false.
    ///
    /// - Parameters:
    ///   - key: as files spell it.
    ///   - path: where the modes are kept.
    ///   - about: what the modes are for.
    ///   - without: what is so where a file says nothing; `nil`: the modes of the standard.
    static func modes(
        _ key: String, _ path: Path<[WakeMode]>, _ about: String, without: String? = nil
    ) -> Field {
        Field(
            key, about, isRequired: false, without: without,
            content: { _ in .part(WakeMode.form.shape) },
            read: { reader, rules in
                let modes = reader.givenPart(key) { WakeMode.form.value(from: $0) }
                if let modes { rules[keyPath: path] = modes }
            },
            text: { rules in without == nil ? WakeMode.form.text(of: rules[keyPath: path]) : nil })
    }
}
