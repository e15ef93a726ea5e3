/// Scale of a file that states powers in units of its own. A power written as 3 mW stands for
/// `offset` + 3 × `unit`.
///
/// 3GPP's power models are relative, and the currents of a real modem are a straight line in them.
/// A power of 0 stays 0. Energies have no offset.
struct RadioScale: Formed {
    var unit = Milliwatts(1)
    var offset = Milliwatts.zero

    static let form = Form(
        Self(),
        "Factor of the file's powers and energies, if they are relative: 1 mW in the file is one "
            + "unit, 1 mJ a unit for a second."
    ).required(.quantity("unit", \.unit, "Power of one unit.", .aboveZero)).optional(
        .quantity("offset", \.offset, "Power added to every power except 0.").without("nothing"))

    /// The quantity of a file in milliwatts and millijoules; all other kinds are as they stand.
    func applied<Value: Quantity>(to value: Value) -> Value {
        switch value {
        case is Milliwatts where value != .zero:
            Value(offset.magnitude + unit.magnitude * value.magnitude)
        case is Millijoules, is MilliwattsPerMegabit: Value(value.magnitude * unit.magnitude)
        default: value
        }
    }
}
