import DeviceModel
import Studies

extension Scenario {
    /// A recorded way may end before a run does.
    var notes: [String] {
        shortTrack + sleepingTimers + idleRules
    }

    /// What apps of rules have that does nothing here: each once, whichever policies have it.
    private var idleRules: [String] {
        var notes: [String] = []
        for policy in policies {
            for (name, app, place) in policy.ownApps {
                var world = world
                if world.apps.indices.contains(place) { world.apps = [world.apps[place]] }
                for (rule, why) in app.idleRules(in: world) {
                    notes.append("\(name): rule \(rule) never fires: \(why)")
                }
                for mode in app.unneededModes {
                    notes.append("\(name): no rule needs the mode \(mode.rawValue)")
                }
            }
        }
        return notes.enumerated().filter { !notes[..<$0].contains($1) }.map(\.element)
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

extension NamedPolicy {
    /// The apps of rules that the policy is, with their names and their places in the world.
    fileprivate var ownApps: [(name: String, app: OwnAppOptions, place: Int)] {
        guard let several = options.severalApps else {
            return options.options(as: OwnAppOptions.self).map { [(name, $0, 0)] } ?? []
        }
        return several.apps.compactMap { one in
            one.options.options(as: OwnAppOptions.self).map { (one.name, $0, one.place) }
        }
    }
}
