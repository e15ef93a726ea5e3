import DeviceModel
import EventKernel
import Quantities

/// Reads the options of `navigation` and `local-notifications`.
enum NavigationReader {
    static func navigation(_ options: MappingReader) -> NavigationOptions {
        let prompt = options.optionalMapping("prompt") {
            NavigationOptions.Prompt(
                every: $0.span("every", .aboveZero), duration: $0.span("duration", .aboveZero))
        }
        let stops: NavigationOptions.Stops? = options.optionalChoice(
            "stops", what: "when updates end")
        if stops == nil, !options.has("stops") {
            options.log.recordDefault(options.path("stops"), "at-destination")
        }
        return NavigationOptions(
            prompt: prompt, stops: stops ?? .atDestination,
            route: options.transfer("route", default: 4, Bytes(2000), Bytes(50_000)))
    }

    static func localNotifications(_ options: MappingReader) -> LocalNotificationOptions {
        LocalNotificationOptions(
            pending: options.count("pending", in: 1...1_000_000, default: 1),
            apart: options.span("apart", .aboveZero),
            repeats: options.optionalSpan("repeats", .aboveZero),
            sound: !options.has("sound") || options.plainFlag("sound"),
            vibration: !options.has("vibration") || options.plainFlag("vibration"))
    }
}
