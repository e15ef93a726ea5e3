/// Reads `kind: cells`, and what a scenario says of them in place: exactly one of its forms.
enum CellsReader {
    /// The layout, or `nil` where the file has faults, which the log has.
    static func read(_ root: MappingReader) -> CellLayout? {
        guard let entry = root.exactlyOne(of: ["hexagonal", "towers", "rate"]) else { return nil }
        switch entry.key {
        case "hexagonal":
            return .hexagonal(root.mapping(in: entry) { HexagonalCells.form.value(from: $0) })
        case "towers": return root.mapping(in: entry, towers).map { .towers($0) }
        default: return .rate(root.mapping(in: entry) { CellRate.form.value(from: $0) })
        }
    }

    private static func towers(_ cells: MappingReader) -> TowerCells? {
        let towers = cells.towers()
        let choice = CellChoice.form.value(from: cells)
        guard cells.isFaultless() else { return nil }
        do throws(FormFault) {
            return try TowerCells(towers: towers, choice: choice)
        } catch {
            cells.refuse(error)
            return nil
        }
    }

    /// The form of a file of `kind: cells`, and of cells within a scenario.
    static let shape = FormShape(
        "Radio cells, and how a phone chooses among them.", name: "cells",
        alternatives: [["hexagonal"], ["towers"], ["rate"]],
        [
            .needed(
                "hexagonal", .part(HexagonalCells.form.shape),
                "Equal hexagonal cells with a tower in the middle of each."),
            .needed("towers", .part(list), "Towers from a list."),
            .needed("rate", .part(CellRate.form.shape), "Cell changes without a map."),
        ])

    private static let list = FormShape(
        "Towers from a list.",
        [
            .needed(
                "file", .text,
                "CSV with the columns of OpenCelliD, or lat, lon and range; relative to this "
                    + "file."),
            .optional("radio", .text, "Only towers of this technology: LTE.", without: "any"),
            .optional("mcc", .count(0...9999), "Only towers of this country.", without: "any"),
            .optional("net", .count(0...9999), "Only towers of this operator.", without: "any"),
        ] + CellChoice.form.shape.fields)
}
