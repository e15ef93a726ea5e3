/// Why a system wakes an app that is in the background, or launches it there.
public enum WakeMode: String, CaseIterable, Hashable, Sendable {
    case significantChange = "significant-change"
    case region
    case voip
    case voipPush = "voip-push"
    case backgroundFetch = "background-fetch"
    case remoteNotification = "remote-notification"
    case backgroundTransfer = "background-transfer"
    case newsstand
    case externalAccessory = "external-accessory"
    case bluetooth
    case remoteControl = "remote-control"

    /// Whether it is one of the location services, which iOS 8 exempts from force quits (SR-033).
    var isLocation: Bool {
        switch self {
        case .significantChange, .region: true
        case .voip, .voipPush, .backgroundFetch, .remoteNotification, .backgroundTransfer,
            .newsstand, .externalAccessory, .bluetooth, .remoteControl:
            false
        }
    }
}

extension SystemRules {
    /// Whether apps can be woken for such events at all.
    func offers(_ mode: WakeMode) -> Bool {
        guard lifeCycle.multitasks else { return false }
        return switch mode {
        case .significantChange, .region, .voip: true
        case .voipPush: voipPush != nil
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
