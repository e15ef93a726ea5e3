import DeviceModel
import Studies

extension Scenario {
    /// A recorded way may end before a run does.
    var notes: [String] {
        shortTrack + sleepingTimers
    }

    private var shortTrack: [String] {
        guard case .track(let track) = world.movement, track.duration < horizon,
            track.duration.rounded != horizon.rounded
        else { return [] }
        return [
            "the track ends after \(track.duration.rounded); the phone then stays where it is, "
                + "until \(horizon.rounded) (--horizon ends the run sooner)"
        ]
    }

    /// Who asks by a timer that does not fire in the background.
    private var sleepingTimers: [String] {
        let names = policies.filter { $0.options.needs.contains(.polls) }.map(\.name)
        guard !system.timers.wakesSuspended, !names.isEmpty else { return [] }
        return [
            "\(system.name) fires no timer of a suspended app: "
                + "\(names.joined(separator: ", ")) only while the app is in front"
        ]
    }
}
