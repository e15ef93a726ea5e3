import DeviceModel
import Forms

/// Who uses the phone, as a scenario says it: a user, who may still be a name, or one of two words.
struct UseText {
    enum Content {
        /// The phone lies there, and the user opens nothing.
        case standby
        /// The user has the phone in hand in the world's sessions alone.
        case sessions
        case user(PartText<UserProfile>)
    }

    let content: Content
    /// For faults that are found later.
    let place: SourcePlace

    static let key = "use"
    private static let (standby, sessions) = ("standby", "sessions")

    /// Reads a scenario's `use:`.
    init(_ entry: RawEntry, _ root: MappingReader) {
        place = entry.value.place
        let user = PartText(entry, root) { UserProfile.form.value(from: $0) }
        content = Self.content(user)
    }

    /// As a command line has it.
    init(word: String) {
        place = .first
        content = Self.content(.named(PlacedText(text: word, place: .first)))
    }

    private static func content(_ user: PartText<UserProfile>) -> Content {
        guard case .named(let name) = user else { return .user(user) }
        switch name.text {
        case standby: return .standby
        case sessions: return .sessions
        default: return .user(user)
        }
    }

    /// What a scenario can say.
    static let shape: FieldShape = .optional(
        key, .either([.text, .part(UserProfile.form.shape)]),
        "Who uses the phone: a shipped user, a path relative to this file that ends in .yaml, or "
            + "the user itself; standby for a phone that lies there, or sessions for one that is "
            + "in hand in the world's sessions alone.",
        without: "sessions where the world has any, else standby")
}
