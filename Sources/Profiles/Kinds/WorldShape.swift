import DeviceModel
import Forms
import Quantities

/// What a scenario's `world:` can say.
enum WorldShape {
    static let world = FormShape(
        "What happens to the phone whatever the policy does.",
        surroundings + network + people + app + phone + sound)

    /// What is there for one of several apps.
    static let appWorld = FormShape(
        "What is there for one of several apps.", name: "appWorld", app)

    private static let surroundings: [FieldShape] = [
        .optional(
            "other-traffic", .list(.part(traffic), 0...1000), "Mail, push, other apps.",
            without: "none"),
        .optional(
            "sky", .part(sky), "Where satellites are received, and how well.",
            without: "everywhere"),
        .optional(
            "wi-fi-coverage", .quantity(Fraction.self),
            "The share of places whose access points are known.", standard: "100 %"),
        .optional(
            "movement", .either([.text, .part(MovementShape.movement)]),
            "A shipped movement, a path relative to this file that ends in .yaml or .gpx, or the "
                + "movement itself.",
            without: "the phone stays where it is"),
        .optional(
            "cells", .either([.text, .part(CellsShape.cells)]),
            "Shipped radio cells, a path relative to this file that ends in .yaml, or the cells "
                + "themselves.",
            without: "none"),
        .optional(
            "regions", .list(.part(region), 0...1000), "Places that policies may watch.",
            without: "none"),
    ]

    private static let network: [FieldShape] = [
        .optional(
            "nat-idle-timeout", .law(Seconds.self),
            "After this long without a packet a middlebox forgets a connection; drawn once for "
                + "each network.",
            without: "never"),
        .optional(
            "network-change", .part(recurring),
            "Changes of network, each of which ends all connections.", without: "none"),
        .optional(
            "nat-idle-timeout-udp", .law(Seconds.self),
            "The same for UDP; needed where a policy's transport is udp and nat-idle-timeout is "
                + "there."),
        .optional(
            "server-idle-timeout", .quantity(Seconds.self, .aboveZero),
            "After this long without a packet the server closes a connection, and says so.",
            without: "never"),
        .optional(
            "outages", .part(spells),
            "Times in which no server can be reached, which end all connections.",
            without: "none"),
        .optional(
            "wi-fi", .part(wifi),
            "When the phone has a Wi-Fi network that it knows; for a scenario with wi-fi-radio.",
            without: "never"),
    ]

    private static let people: [FieldShape] = [
        .optional("incoming-calls", .part(calls), "VoIP calls to the app.", without: "none"),
        .optional(
            "phone-calls", .part(spells), "Cellular calls, which interrupt playing.",
            without: "none"),
        .optional("listening", .part(listening), "A user who listens to music."),
    ]

    /// What each of several apps has of its own.
    private static let app: [FieldShape] = [
        .optional("sessions", .part(spells), "When the user has the app in front."),
        .optional(
            "force-quits", .part(recurring), "Times that the user swipes the app away.",
            without: "none"),
        .optional(
            "messages", .part(items), "Things that come to the app's server for its user."),
        .optional("outbox", .part(items), "Things that the app has to send."),
        .optional("pauses", .part(spells), "When the user has the app's sound paused."),
        .optional("recordings", .part(spells), "When the user has the app record."),
    ]

    private static let phone: [FieldShape] = [
        .optional(
            "memory-pressure", .part(pressure), "Times when memory is short.", without: "none"),
        .optional(
            "restarts", .part(recurring), "Times that the phone is switched off and on.",
            without: "none"),
        .optional(
            "other-apps", .part(spells), "When the user has another app in front.",
            without: "never"),
        .optional(
            "battery", .part(battery), "The battery, which may be empty before the run is over.",
            without: "it lasts"),
        .optional("charging", .part(charging), "When the phone is at a charger.", without: "never"),
    ]

    private static let sound: [FieldShape] = [
        .optional(
            "remote-control", .part(recurring),
            "Presses of the button that plays and pauses; the last player's.", without: "none"),
        .optional(
            "headset-removed", .part(recurring), "Times that the headset is pulled out.",
            without: "none"),
        .optional(
            "other-player", .part(spells), "When a player that is none of the apps plays.",
            without: "never"),
    ]
}
