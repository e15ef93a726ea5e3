import DeviceModel
import EventKernel
import Quantities

/// Reads what a world holds for one app: in `world:` for an app that is alone on the phone, in each
/// of several apps' own `world:`.
enum AppWorldReader {
    static func read(_ world: MappingReader) -> AppWorldProfile {
        AppWorldProfile(
            sessions: world.optionalMapping("sessions", spells),
            forceQuits: world.optionalMapping("force-quits") { $0.recurrence },
            messages: world.optionalMapping("messages", items),
            outbox: world.optionalMapping("outbox", items),
            pauses: world.optionalMapping("pauses", spells),
            recordings: world.optionalMapping("recordings", spells))
    }

    static func spells(_ spells: MappingReader) -> Spells {
        Spells(every: spells.recurrence, duration: spells.distribution("duration", .betweenEvents))
    }

    private static func items(_ items: MappingReader) -> AppWorldProfile.Items {
        AppWorldProfile.Items(
            every: items.recurrence, size: items.distribution("size", .zeroOrMore))
    }
}

extension MappingReader {
    /// How long it takes from one event to the next.
    var recurrence: Distribution<Seconds> { distribution("every", .betweenEvents) }
}
