/// What the phone, its system and other apps must know of an app before it runs.
public struct AppNeeds: OptionSet, Hashable, Sendable {
    public let rawValue: Int

    public init(rawValue: Int) { self.rawValue = rawValue }

    /// It records: the books have lines for that.
    public static let records = AppNeeds(rawValue: 4)
    /// It alerts its user with sound or vibration: the books have lines for that.
    public static let alerts = AppNeeds(rawValue: 8)
    /// It counts what the processor computes: the books have a line for that.
    public static let computes = AppNeeds(rawValue: 16)
    /// It is of use where an app that is left ends (SR-003).
    public static let runsInFront = AppNeeds(rawValue: 32)
    /// It asks its server by a timer of its own.
    public static let polls = AppNeeds(rawValue: 64)
    /// It looks for its position by a timer of its own.
    public static let looksAround = AppNeeds(rawValue: 1024)
    /// Its server pushes: the system keeps its connection up.
    public static let pushes = AppNeeds(rawValue: 128)
    /// It uses Bluetooth Low Energy: the books have lines for that.
    public static let bluetooth = AppNeeds(rawValue: 256)
    /// The user has what plays heard from a receiver: the world says so, whatever the apps do.
    static let airPlay = AppNeeds(rawValue: 512)
}
