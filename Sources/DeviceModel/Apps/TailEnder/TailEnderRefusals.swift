extension Refusal {
    /// The system has services, but none of this type.
    static func noServiceType(_ kept: KeptRunning, id: String, system: String) -> Refusal {
        Refusal(
            option: "kept-by", rule: "foreground-services.\(kept.rawValue)",
            "\(system) has no foreground services of the type \(kept.rawValue) (\(id))",
            advice: "Write kept-by: data-sync.", isOfSystem: true)
    }

    /// Only an app of rules follows the rules of services.
    static func noServiceOf(_ kept: KeptRunning) -> Refusal {
        Refusal(
            option: "kept-by",
            kept == .packetTunnel
                ? "a packet tunnel is an app of rules, and no behaviour of another kind"
                : "a foreground service of the type \(kept.rawValue) cannot keep a tail-ender "
                    + "running",
            advice: "Write kept-by: audio or location, or describe the app by rules.")
    }
}

extension KeptRunning {
    func check(_ system: SystemRules) throws(Refusal) {
        let isKept =
            switch self {
            case .nothing: true
            case .audio: system.audio.keepsRunning
            case .location: system.standardLocation.keepsRunning
            case .packetTunnel: system.hasPacketTunnels
            case .dataSync, .mediaProcessing, .connectedDevice, .shortService: true
            }
        try refuse(
            !isKept, option: "kept-by",
            "\(system.name) suspends an app in the background in spite of \(rawValue)",
            advice: "Leave kept-by out.", isOfSystem: true)
        try refuse(
            isService && system.foregroundServices == nil, option: "kept-by",
            rule: "foreground-services",
            "\(system.name) has no foreground services, which kept-by: \(rawValue) needs (AM-202)",
            advice: system.audio.keepsRunning
                ? "Write kept-by: audio, if the app plays sound." : "",
            isOfSystem: true)
        let rules = system.foregroundServices
        if self == .shortService, rules?.shortService == nil {
            throw .noServiceType(self, id: "AM-199", system: system.name)
        }
        if self == .mediaProcessing, rules?.mediaProcessing == nil {
            throw .noServiceType(self, id: "AM-203", system: system.name)
        }
    }
}
