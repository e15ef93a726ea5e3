import Forms
import Kernel

/// Traits of any app that decide how long it lives.
public struct AppTraits: Hashable, Sendable {
    /// Memory that it holds; the system purges large apps first (SR-004).
    public var memory: Bytes = AppTraits.usualMemory
    /// Whether it opted out of the background, so that it ends when it is left (SR-005).
    public var exitsOnSuspend = false
    public var cleanUp = TimeSpan.longest
    /// Whether the user has exempted it from Doze and standby buckets (AM-061).
    public var isUnrestricted = false

    /// Default: a program and some pictures; an assumption.
    public static let usualMemory = Bytes(10_000_000)
}

extension AppTraits {
    static func form(memory: Bytes) -> Form<AppTraits> {
        Form(
            "What any app says of itself.", standard: AppTraits(memory: memory),
            fields: [
                .quantity(
                    "memory", \.memory,
                    "What the app holds: of suspended apps the largest are purged first."
                ).without("as much as such apps usually do"),
                .flag(
                    "exits-on-suspend", \.exitsOnSuspend,
                    "Whether the app opted out of running in the background."
                ).without("no"),
                .span(
                    "clean-up", \.cleanUp,
                    "How long it takes to end where it ends because it is left; cut off after the "
                        + "system's grace."
                ).without("all of the grace"),
                .flag(
                    "unrestricted", \.isUnrestricted,
                    "Whether the user has taken the app out of what the system puts off: Doze and "
                        + "buckets do not hold it back."
                ).without("no"),
            ])
    }
}
