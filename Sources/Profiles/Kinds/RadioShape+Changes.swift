import DeviceModel
import Forms

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
