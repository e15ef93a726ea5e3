/// Why a system wakes a background app, or launches it in the background.
public enum WakeMode: String, CaseIterable, Hashable, Sendable {
    case significantChange = "significant-change"
    case region, voip
    case voipPush = "voip-push"
    case backgroundFetch = "background-fetch"
    case remoteNotification = "remote-notification"
    case backgroundTransfer = "background-transfer"
    case newsstand
    case externalAccessory = "external-accessory"
    case bluetooth
    case remoteControl = "remote-control"

    /// Whether it is a location service, which iOS 8 exempts from force quits (SR-033).
    var isLocation: Bool {
        switch self {
        case .significantChange, .region: true
        case .voip, .voipPush, .backgroundFetch, .remoteNotification, .backgroundTransfer,
            .newsstand, .externalAccessory, .bluetooth, .remoteControl:
            false
        }
    }

    /// A file's table of modes, each true or false.
    static let form = Form<[WakeMode]>(
        [], "Modes in which a system wakes apps, each true if included.", name: "modes"
    ).and(allCases.map(field))

    private static func field(_ mode: WakeMode) -> Field<[WakeMode]> {
        Field(
            mode.rawValue, mode.about, content: { _ in .stated(.flag) },
            read: { reader, modes in
                if reader.givenStatedFlag(mode.rawValue) == true { modes.append(mode) }
            },
            text: { $0.contains(mode) ? "true" : nil })
    }

    private var about: String {
        switch self {
        case .significantChange: "Significant changes of location."
        case .region: "Regions entered and left."
        case .voip: "Data on a VoIP app's socket, and its keep-alive handler."
        case .voipPush: "Pushes of calls."
        case .backgroundFetch: "Good times to fetch."
        case .remoteNotification: "Pushes with content."
        case .backgroundTransfer: "The end of transfers that the system performs."
        case .newsstand: "A new issue."
        case .externalAccessory: "Data from an accessory."
        case .bluetooth: "Data from a Bluetooth device."
        case .remoteControl: "Play and pause buttons."
        }
    }
}

extension SystemRules {
    /// Whether the system can wake apps for such events at all.
    func offers(_ mode: WakeMode) -> Bool {
        guard lifeCycle.multitasks else { return false }
        return switch mode {
        case .significantChange, .region, .voip: true
        case .voipPush: self.voipPush != nil
        case .backgroundFetch: backgroundFetch != nil
        case .remoteNotification: remoteNotification != nil
        case .backgroundTransfer: backgroundTransfer != nil
        case .newsstand: newsstand != nil
        case .externalAccessory: externalAccessory != nil
        case .bluetooth: bluetooth != nil
        case .remoteControl: audio.keepsRunning
        }
    }
}

extension Field<LifeCycleRules> {
    /// Modes that a file sets to true; a mode that it leaves out is false.
    ///
    /// - Parameter without: what holds if the file has no such table; `nil`: the standard modes.
    static func modes(
        _ key: String, _ path: Path<[WakeMode]>, _ about: String, without: String? = nil
    ) -> Field {
        Field(
            key, about, without: without,
            content: { _ in .part(WakeMode.form.shape) },
            read: { reader, rules in
                let modes = reader.givenPart(key) { WakeMode.form.value(from: $0) }
                if let modes { rules[keyPath: path] = modes }
            },
            text: { rules in without == nil ? WakeMode.form.text(of: rules[keyPath: path]) : nil })
    }
}
