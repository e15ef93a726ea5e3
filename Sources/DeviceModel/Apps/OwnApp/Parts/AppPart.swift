/// A ready-made behaviour in addition to an app's rules.
public struct AppPart: Hashable, Sendable {
    public var key: String
    public var options: PolicyOptions

    /// Energy is booked under the behaviour's key and its own name for the activity.
    var activities: [String] {
        options.behaviour.activities.map { $0 == key ? key : "\(key): \($0)" }
    }

    var watched: WatchedRegions? { (options.behaviour as? any LocatingOptions)?.watched }

    static let possible = Behaviour.all.filter { ![Behaviour.app.key, "none"].contains($0.key) }

    static func read(_ reader: any FieldReader) -> AppPart? {
        guard let key = reader.givenOne(of: possible.map(\.key)),
            let behaviour = Behaviour.named(key)
        else { return nil }
        return reader.givenPart(key) { behaviour.options(from: $0) }.map {
            AppPart(key: behaviour.key, options: $0)
        }
    }

    static let shape = FormShape(
        "A ready-made behaviour: one of these, with its options.", name: "appBehaviour",
        alternatives: possible.map { [$0.key] },
        possible.map { .needed($0.key, .defined("anything"), "Options of the policy.") })
}

extension OwnAppOptions {
    var partFault: FormFault? {
        for part in parts where part.options.traits != part.options.behaviour.usualTraits {
            return FormFault(
                option: "behaviours",
                message: "\(part.key) has options of the whole app, such as memory",
                advice: "Write them next to behaviours.")
        }
        let places = parts.filter { $0.options.behaviour is any LocatingOptions }
        return .when(
            places.count > 1, "behaviours",
            "\(places.map(\.key).joined(separator: " and ")) both ask for positions, but only one "
                + "part of an app can",
            advice: "Put one of them into rules (locate, track), or make it an app of its own.")
    }
}

extension BehaviourOptions {
    fileprivate var usualTraits: AppTraits { AppTraits(memory: Self.usualMemory) }
}
