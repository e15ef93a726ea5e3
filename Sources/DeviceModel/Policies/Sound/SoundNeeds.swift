/// What a policy needs of a phone's audio beside playing: ledgers of others have no lines for it.
struct SoundNeeds: OptionSet, Sendable {
    let rawValue: Int

    /// It records.
    static let recording = SoundNeeds(rawValue: 1)
    /// It alerts its user with sound or vibration.
    static let alerts = SoundNeeds(rawValue: 2)
}

extension PolicyOptions {
    var sounds: SoundNeeds {
        switch self {
        case .recording: .recording
        case .localNotifications: .alerts
        case .apps(let options): options.apps.reduce([]) { $0.union($1.options.sounds) }
        case .none, .keepAlive, .streaming, .gpsContinuous, .gpsPeriodic, .standard,
            .significantChange, .region, .hybrid, .regionTriggered, .navigation,
            .taskCompletion, .sending, .refresh, .backgroundSession, .newsstand, .accessory,
            .backgroundWork:
            []
        }
    }
}
