/// Traits of any app that decide how long it lives.
public struct AppTraits: Hashable, Sendable {
    public var memory: Bytes = AppTraits.usualMemory  // SR-004
    public var exitsOnSuspend = false  // SR-005
    public var cleanUp = TimeSpan.longest
    public var restore = TimeSpan.zero  // SR-004
    public var isUnrestricted = false  // AM-061
    public var holdsMulticastLock = false  // R050
    public var holdsWiFiLock = false  // R049

    /// Default: a program and some pictures; an assumption.
    public static let usualMemory = Bytes(10_000_000)

    static func form(memory: Bytes) -> Form<AppTraits> {
        Form(AppTraits(memory: memory), "Properties of any app.").optional(
            .quantity(
                "memory", \.memory,
                "Memory that the app holds; the system purges the largest suspended apps first."
            ).without("as much as this kind of app usually does"),
            .flag(
                "exits-on-suspend", \.exitsOnSuspend,
                "Whether the app opted out of running in the background."
            ).without("no"),
            .span(
                "clean-up", \.cleanUp,
                "Time that the app needs to end when the user leaves it; the system cuts it "
                    + "off after its grace time."
            ).without("the whole grace time"),
            .span(
                "restore", \.restore,
                "Time to restore the app's state when it is launched after a purge."
            ).without("none"),
            .flag(
                "unrestricted", \.isUnrestricted,
                "Whether the user has exempted the app from battery optimisation, so that "
                    + "Doze and buckets do not hold it back."
            ).without("no"),
            .flag(
                "multicast-lock", \.holdsMulticastLock,
                "Whether the app holds a multicast lock, so that multicasts reach the phone."
            ).without("no"),
            .flag(
                "wi-fi-lock", \.holdsWiFiLock,
                "Whether the app holds a high-performance Wi-Fi lock, which keeps Wi-Fi awake on "
                    + "systems with wi-fi-locks."
            ).without("no"))
    }
}
