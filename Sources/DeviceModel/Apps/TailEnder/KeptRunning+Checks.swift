extension KeptRunning {
    /// Refuses what the system does not keep running.
    func check(_ system: SystemRules) throws(Refusal) {
        let isKept =
            switch self {
            case .nothing: true
            case .audio: system.audio.keepsRunning
            case .location: system.standardLocation.keepsRunning
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
