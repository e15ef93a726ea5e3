/// What the phone, its system and other apps must know of a policy before it runs.
public struct PolicyTraits: OptionSet, Hashable, Sendable {
    public let rawValue: Int

    public init(rawValue: Int) { self.rawValue = rawValue }

    /// It asks the phone for positions, which one app at a time can.
    public static let locates = PolicyTraits(rawValue: 1)
    /// It plays or records for itself, which one app at a time can; prompts mix (SR-023).
    public static let hasSound = PolicyTraits(rawValue: 2)
    /// It records: the books have lines for that.
    public static let records = PolicyTraits(rawValue: 4)
    /// It alerts its user with sound or vibration: the books have lines for that.
    public static let alerts = PolicyTraits(rawValue: 8)
    /// It counts what the processor computes: the books have a line for that.
    public static let computes = PolicyTraits(rawValue: 16)
    /// It is of use where an app that is left ends (SR-003).
    public static let runsInFront = PolicyTraits(rawValue: 32)
    /// It asks its server by a timer of its own.
    public static let polls = PolicyTraits(rawValue: 64)
}

extension PolicyOptions {
    /// What others must know of it; of several apps, what they must know of any.
    public var traits: PolicyTraits {
        switch self {
        case .none, .taskCompletion, .sending, .accessory: .runsInFront
        case .refresh(let options): options.polls ? [.runsInFront, .polls] : .runsInFront
        case .keepAlive(let options): options.extras.call == nil ? [] : .hasSound
        case .streaming: .hasSound
        case .recording: [.hasSound, .records]
        case .gpsContinuous, .gpsPeriodic, .standard, .significantChange, .region, .hybrid,
            .regionTriggered, .navigation:
            .locates
        case .localNotifications: .alerts
        case .backgroundWork: .computes
        case .backgroundSession, .newsstand: []
        case .apps(let options):
            options.apps.reduce(.runsInFront) { $0.union($1.options.traits) }
        }
    }

    /// Whether it is several apps on one phone.
    public var isSeveralApps: Bool {
        if case .apps = self { true } else { false }
    }
}

extension RefreshOptions {
    fileprivate var polls: Bool {
        if case .poll = way { true } else { false }
    }
}
