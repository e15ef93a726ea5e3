extension Refusal {
    /// The app has the mode, but is suspended all the same.
    static func notKept(_ kept: KeptRunning, system: String) -> Refusal {
        Refusal(
            option: "kept-by",
            "\(system) suspends an app in the background in spite of \(kept.rawValue)",
            advice: "Leave kept-by out.", isOfSystem: true)
    }

    /// AM-202.
    static func noForegroundServices(_ kept: KeptRunning, in system: SystemRules) -> Refusal {
        let audio = system.audio.keepsRunning ? "Write kept-by: audio, if the app plays sound." : ""
        return Refusal(
            option: "kept-by", rule: "foreground-services",
            "\(system.name) has no foreground services, which kept-by: \(kept.rawValue) "
                + "needs (AM-202)",
            advice: audio, isOfSystem: true)
    }

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

    static func neverSends(system: String) -> Refusal {
        Refusal(
            "\(system) suspends the app in the background, and its user never opens it in "
                + "this world",
            advice:
                "Add what keeps it running, such as kept-by: audio, or sessions under world.")
    }

    static func shareAboveOne(_ share: Fraction) -> Refusal {
        Refusal(
            option: "share",
            "share is \(share), but must be at most 100 % of the tail",
            advice: "Set it to 100 % or less.")
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
        if !isKept { throw .notKept(self, system: system.name) }
        if isService, system.foregroundServices == nil {
            throw .noForegroundServices(self, in: system)
        }
        let rules = system.foregroundServices
        if self == .shortService, rules?.shortService == nil {
            throw .noServiceType(self, id: "AM-199", system: system.name)
        }
        if self == .mediaProcessing, rules?.mediaProcessing == nil {
            throw .noServiceType(self, id: "AM-203", system: system.name)
        }
    }
}
