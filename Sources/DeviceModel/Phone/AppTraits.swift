import Forms
import Kernel

/// What any app says of itself that decides how it lives, whatever it does.
public struct AppTraits: Hashable, Sendable {
    /// What it holds in memory: the system purges large apps first (SR-004).
    public var memory: Bytes = AppTraits.usualMemory
    /// Whether it opted out of running in the background: it ends when it is left (SR-005).
    public var exitsOnSuspend = false
    public var cleanUp = TimeSpan.longest
    /// Whether its user has taken it out of what the system puts off (AM-061).
    public var isUnrestricted = false

    /// Of an app that says nothing else; an assumption: some pictures and a program.
    public static let usualMemory = Bytes(10_000_000)
}

extension AppTraits {
    /// - Parameter memory: of an app of that kind that says nothing.
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
