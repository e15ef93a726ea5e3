import DeviceModel
import Forms

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
