extension Scenario {
    var notes: [String] { shortTrack + sleepingTimers + idleSignal }

    private var idleSignal: [String] {
        guard world.signal != nil, radio.levels.isEmpty else { return [] }
        return ["\(radio.name) has no levels: signal does not act on it"]
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

    private var sleepingTimers: [String] {
        let positions = system.standardLocation
        let polling = system.timers.wakesSuspended ? nil : sleeping(.polls)
        let looking =
            positions.keepsRunning || positions.wakesByTimer ? nil : sleeping(.looksAround)
        return [
            polling.map { "\($0) only while the app is in front" },
            looking.map { "\($0) looking for positions in new cells alone" },
        ].compactMap { $0 }
    }

    /// `nil` if no policy needs it.
    private func sleeping(_ need: AppNeeds) -> String? {
        let names = policies.filter { $0.options.needs.contains(need) }.map(\.name)
        if names.isEmpty { return nil }
        return "\(system.name) fires no timer of a suspended app: \(names.joined(separator: ", "))"
    }
}

extension [PolicyText] {
    /// The rules and modes of apps that do nothing in the scenario, each once with its policies.
    func idleNotes(in scenario: Scenario) -> [String] {
        let world = scenario.world
        var notes: [IdleNote] = []
        for policy in self {
            for (name, app, places, number) in policy.ownApps {
                var own = world
                if world.apps.indices.contains(number) { own.apps = [world.apps[number]] }
                let found =
                    app.idleRules(in: own, on: scenario.radio.technology).map { rule, why in
                        IdleNote(
                            "rule \(rule) of", "never fires: \(why)", places,
                            places?.place(ofRule: rule))
                    }
                    + app.unneededModes.map { mode in
                        IdleNote(
                            "no rule of", "needs the mode \(mode.rawValue)", places,
                            places?.place(of: mode))
                    }
                for note in found {
                    if let same = notes.firstIndex(where: { $0.isSame(as: note) }) {
                        if !notes[same].names.contains(name) { notes[same].names.append(name) }
                    } else {
                        notes.append(note)
                        notes[notes.count - 1].names = [name]
                    }
                }
            }
        }
        return notes.map(\.text)
    }
}

private struct IdleNote {
    let (before, after): (String, String)
    let source: SourceText?
    let place: SourcePlace?
    var names: [String] = []
    private static let most = 4

    init(_ before: String, _ after: String, _ places: AppPlaces?, _ place: SourcePlace?) {
        (self.before, self.after) = (before, after)
        (source, self.place) = (places?.source, place)
    }

    func isSame(as other: IdleNote) -> Bool {
        before == other.before && after == other.after && place == other.place
            && source?.path == other.source?.path
    }

    var text: String {
        let shown =
            names.count > Self.most
            ? names.prefix(Self.most - 1) + ["\(names.count - Self.most + 1) more"] : names
        let words = "\(before) \(enumerated(shown)) \(after)"
        guard let source, let place else { return words }
        return source.note(words, at: place)
    }
}

extension PolicyText {
    /// The policy's rule-based apps, with the places of their rules and their numbers in the world.
    fileprivate var ownApps: [(name: String, app: OwnAppOptions, places: AppPlaces?, number: Int)] {
        guard let several = options.severalApps else {
            return options.options(as: OwnAppOptions.self).map {
                [(name.text, $0, appPlaces, 0)]
            } ?? []
        }
        return several.apps.compactMap { one in
            let text = apps.first { $0.policy.name.text == one.name }
            return one.options.options(as: OwnAppOptions.self).map {
                (one.name, $0, text?.policy.appPlaces, one.place)
            }
        }
    }
}

extension ProfileLibrary {
    /// Adds to a system's refusal the nearest shipped system of its kind that can run the policy.
    func advised(
        _ refusal: Refusal, for policy: PolicyOptions, on device: DeviceProfile,
        _ radio: RadioProfile, _ system: SystemRules, in world: WorldProfile
    ) -> Refusal {
        guard refusal.isOfSystem else { return refusal }
        let possible = systems(near: system).filter { other in
            let refused: Void? = try? policy.check(
                system: other, device: device, radio: radio, world: world)
            return refused != nil
        }.map(\.name)
        var refusal = refusal
        let words = Self.words(possible, on: device)
        refusal.advice += refusal.advice.isEmpty ? words : " " + words
        return refusal
    }

    private static func words(_ possible: [String], on device: DeviceProfile) -> String {
        guard let nearest = possible.first else {
            return "No shipped system of this kind allows it."
        }
        guard let own = device.systems else {
            return "The nearest system that allows it is \(nearest)."
        }
        return possible.first(where: own.contains).map {
            "The nearest system that allows it is \($0)."
        } ?? "No system of \(device.name) allows it; \(nearest) does."
    }

    /// Other shipped systems that treat timers alike, nearest version first, the later of two.
    ///
    /// All systems of one maker treat timers alike.
    private func systems(near system: SystemRules) -> [SystemRules] {
        let all = names(of: .system).compactMap { try? loadSystem($0).value }
        let alike = all.filter {
            $0.name != system.name && $0.timers.wakesSuspended == system.timers.wakesSuspended
        }
        let asked = Self.version(of: system.name)
        return alike.sorted {
            let (left, right) = (Self.version(of: $0.name), Self.version(of: $1.name))
            return (abs(left - asked), -left) < (abs(right - asked), -right)
        }
    }

    /// 14 for `android-14`; 0 without a number.
    private static func version(of name: String) -> Int {
        name.split(separator: "-").last.flatMap { Int($0) } ?? 0
    }
}
