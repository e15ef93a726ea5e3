import DeviceModel
import Experiments

/// What a reader of any result must know beside its figures.
struct ResultNotes {
    let result: ExperimentResult

    /// Why there are no more replications, unless they are as many as it takes.
    var end: String {
        let plan = result.scenario.replications
        return switch result.end {
        case .precise: ""
        case .atMost:
            "Precision not reached: after \(result.replicationCount) replications the mean "
                + "of \(plan.metric.columnName) is not known to \(plan.relativeHalfWidth) for "
                + "every policy.\n"
        case .interrupted:
            "Interrupted: these are the \(result.replicationCount) replications that were "
                + "done.\n"
        }
    }

    /// Whether the phone is one that there was.
    var combination: String {
        let scenario = result.scenario
        let radios = [scenario.radio.name] + [scenario.wifiRadio?.name].compactMap { $0 }
        let unlisted = radios.filter { !scenario.device.radios.contains($0) }
        if unlisted.isEmpty { return "" }
        return "\(scenario.device.name) does not list \(unlisted.joined(separator: " or ")) among "
            + "its radios: a combination that nobody measured.\n"
    }
}
