import DeviceModel
import Forms
import Kernel

/// What a file of `kind: radio` can say. `RadioReader` reads it, since states refer to each other.
enum RadioShape {
    static let radio = FormShape(
        "How a network operator and a modem make a radio draw power: states, inactivity timers, "
            + "promotions.",
        [
            .needed(
                "technology", .choice(RadioProfile.Technology.self),
                "What the network calls itself."),
            .needed("initial", .text, "The state at the start of a run."),
            .needed(
                "states", .named(.part(state), 1...RadioReader.mostStates),
                "The states by their names, as 3GPP prints them."),
            .optional(
                "demotions", .list(.part(demotion), 0...RadioReader.mostStates),
                "Inactivity timers, one for each state that is left by one.", without: "none"),
            .optional(
                "promotions", .list(.part(promotion), 0...RadioReader.mostPromotions),
                "In the order in which they are tried.", without: "none"),
            .optional(
                "fast-dormancy",
                .either([.quantity(Seconds.self, .aboveZero), .part(dormancy)]),
                "The phone's own timer: without any data for this long it asks for its release.",
                without: "none"),
            .optional(
                "round-trip", .quantity(Seconds.self),
                "One request and its answer, without the time that the bytes take.",
                without: "only where no state has rates"),
            .optional(
                "transfer-power", .part(TransferPower.form.shape),
                "Power that grows with the bit rate while a transfer is on.", without: "none"),
            .optional(
                "bursts", .part(BurstPower.form.shape),
                "What sending and receiving draw instead of the state's own power, burst by burst.",
                without: "nothing"),
            .optional(
                "levels",
                .named(.part(SignalLevel.form.shape), 1...RadioReader.mostLevels),
                "Transfers by the level of the signal, for worlds with signal, by names of the "
                    + "profile's own.",
                without: "the same at any signal"),
            .optional(
                "cell-change", .part(signalling),
                "Signalling on each change of the cell while the radio is not in its initial "
                    + "state.",
                without: "none"),
            .optional(
                "area-update", .part(areaUpdate),
                "Signalling on each change of the location area.", without: "none"),
            .optional(
                "scale", .part(RadioScale.form.shape),
                "What the file's powers and energies are multiplied by, where they are relative.",
                without: "they are as they stand"),
            .optional(
                "member", .part(member),
                "Its place among the radios of one kind, which --radio lte and the like compare.",
                without: "it stands by itself"),
        ])

    private static let member = FormShape(
        "A place among the radios of one kind.",
        [
            .needed("of", .choice(RadioProfile.Family.self), "The kind."),
            .needed("because", .text, "Why it costs what it does: what sets it apart."),
        ])

    private static let signalling = TransferShape.signalling.shape

    private static let areaUpdate = FormShape(
        "Signalling.", alternatives: [["energy"], signalling.fields.map(\.key)],
        [
            .needed(
                "energy", .quantity(Millijoules.self),
                "From the initial state and back; nothing in any other.")
        ] + signalling.fields)
}

/// What a file says of one state of a radio: what its form says, and what raises it to another.
extension RadioShape {
    static let state: FormShape = {
        let form = RadioState.form.shape
        return FormShape(
            form.about, name: form.name, alternatives: form.alternatives,
            together: [["uplink", "downlink"]],
            form.fields + [
                .optional(
                    "raise", .part(raise),
                    "Dense traffic raises the state: time in it is cut into windows, and a dense "
                        + "one is spent in another state.",
                    without: "nothing does")
            ])
    }()

    private static let raise: FormShape = {
        let form = RaiseRule.form.shape
        let end = FieldShape.needed(
            "to", .text, "A state that carries data, and that nothing else leads to or from.")
        return FormShape(form.about, atLeastOne: form.atLeastOne, [end] + form.fields)
    }()
}

/// What leads from one state of a radio to another: what the forms say, and the states.
extension RadioShape {
    static let demotion: FormShape = {
        let form = Demotion.form.shape
        return FormShape(form.about, name: form.name, ends + form.fields)
    }()

    static let promotion: FormShape = {
        let form = Promotion.form.shape
        return FormShape(
            form.about, name: form.name,
            ends + form.fields + [
                .needed(
                    "trigger", .either([.choice(["data"]), .part(Promotion.Trigger.queued.shape)]),
                    "data: any data in a state that cannot carry it. Or how much must be queued, "
                        + "in one direction or the other."),
                .optional(
                    "placement", .part(PacketPlacement.form.shape),
                    "Where the promotion lies relative to the recorded packet that needs it.",
                    without: "before it"),
            ])
    }()

    static let dormancy: FormShape = {
        let form = FastDormancy.form.shape
        let end = FieldShape.optional(
            "to", .text, "The state that is entered.", without: "the initial one")
        return FormShape(form.about, name: form.name, [end] + form.fields)
    }()

    private static let ends: [FieldShape] = [
        .needed("from", .text, "The state that is left."),
        .needed("to", .text, "The state that is entered."),
    ]
}
