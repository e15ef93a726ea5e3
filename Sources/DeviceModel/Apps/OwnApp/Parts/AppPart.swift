import Forms

/// A ready-made behaviour of an app, beside the app's rules.
public struct AppPart: Hashable, Sendable {
    /// As files spell the behaviour.
    public var key: String
    public var options: PolicyOptions

    public init(key: String, options: PolicyOptions) { (self.key, self.options) = (key, options) }

    /// Its energy is booked under the behaviour's key, and what the behaviour calls it.
    var activities: [String] {
        options.behaviour.activities.map { $0 == key ? key : "\(key): \($0)" }
    }

    /// The regions that it registers; `nil`: none.
    var watched: WatchedRegions? { (options.behaviour as? any LocatingOptions)?.watched }

    /// What can be a part: what is one app, and no list of rules itself.
    static let possible = Behaviour.all.filter { ![Behaviour.app.key, "none"].contains($0.key) }
}

extension AppPart {
    /// The behaviour that a text names by its one key, with its options.
    static func read(_ reader: any FieldReader) -> AppPart? {
        guard let key = reader.givenOne(of: possible.map(\.key)),
            let behaviour = Behaviour.named(key)
        else { return nil }
        return reader.givenPart(key) { behaviour.options(from: $0) }.map {
            AppPart(key: behaviour.key, options: $0)
        }
    }

    /// What can stand in a list of behaviours.
    static let shape = FormShape(
        "A ready-made behaviour: one of these, with its options.", name: "appBehaviour",
        alternatives: possible.map { [$0.key] },
        possible.map { .needed($0.key, .defined("anything"), "As of a policy.") })
}

extension OwnAppOptions {
    /// What is wrong with the parts by themselves.
    var partFault: FormFault? {
        for part in parts where part.options.traits != part.options.behaviour.usualTraits {
            return FormFault(
                option: "behaviours",
                message: "\(part.key) says what is the whole app's, such as memory",
                advice: "Put it beside behaviours.")
        }
        let places = parts.filter { $0.options.behaviour is any LocatingOptions }
        if places.count > 1 {
            return FormFault(
                option: "behaviours",
                message: "\(places.map(\.key).joined(separator: " and ")) both ask for positions, "
                    + "of which one part of an app does",
                advice: "Say one of them in rules (locate, track), or make it an app of its own.")
        }
        return nil
    }
}

extension BehaviourOptions {
    /// Of an app that says nothing of itself.
    fileprivate var usualTraits: AppTraits { AppTraits(memory: Self.usualMemory) }
}
