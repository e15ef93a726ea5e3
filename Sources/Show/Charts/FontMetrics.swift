/// How wide and high text is in a picture, wherever it is shown.
///
/// The widths are those of DejaVu Sans 2.37 (its `hmtx` table, in thousandths of the size of the
/// type), from the space to the tilde. It is the widest of the faces that pictures ask for: text
/// that keeps clear of other text in it does so in Arial, Roboto and Segoe UI too.
package enum FontMetrics {
    /// How far capitals and figures reach above the base line, in sizes of the type.
    package static let ascent = 0.76
    /// How far letters reach below it.
    static let descent = 0.24

    /// The width of a text in pixels.
    package static func width(of text: String, size: Double, isBold: Bool = false) -> Double {
        let widths = isBold ? bold : regular
        let units = text.unicodeScalars.reduce(0) { sum, scalar in
            let place = Int(scalar.value) - 32
            return sum + (widths.indices.contains(place) ? widths[place] : widest)
        }
        return Double(units) * size / 1000
    }

    /// The beginning of a text that is no wider than some room, an ellipsis for what is left out.
    package static func shortened(
        _ text: String, to room: Double, size: Double, isBold: Bool = false
    ) -> String {
        if width(of: text, size: size, isBold: isBold) <= room { return text }
        var head = text
        while !head.isEmpty, width(of: head + "\u{2026}", size: size, isBold: isBold) > room {
            head.removeLast()
        }
        return head + "\u{2026}"
    }

    /// Of every character that is not in the tables: as wide as an ideograph or an ellipsis.
    private static let widest = 1000

    private static let regular = [
        318, 401, 460, 838, 636, 950, 780, 275, 390, 390, 500, 838, 318, 361, 318, 337, 636, 636,
        636, 636, 636, 636, 636, 636, 636, 636, 337, 337, 838, 838, 838, 531, 1000, 684, 686, 698,
        770, 632, 575, 775, 752, 295, 295, 656, 557, 863, 748, 787, 603, 787, 695, 635, 611, 732,
        684, 989, 685, 611, 685, 390, 337, 390, 838, 500, 500, 613, 635, 550, 635, 615, 352, 635,
        634, 278, 278, 579, 278, 974, 634, 612, 635, 635, 411, 521, 392, 634, 592, 818, 592, 592,
        525, 636, 337, 636, 838,
    ]

    private static let bold = [
        348, 456, 521, 838, 696, 1002, 872, 306, 457, 457, 523, 838, 380, 415, 380, 365, 696, 696,
        696, 696, 696, 696, 696, 696, 696, 696, 400, 400, 838, 838, 838, 580, 1000, 774, 762, 734,
        830, 683, 683, 821, 837, 372, 372, 775, 637, 995, 837, 850, 733, 850, 770, 720, 682, 812,
        774, 1103, 771, 724, 725, 457, 365, 457, 838, 500, 500, 675, 716, 593, 716, 678, 435, 716,
        712, 343, 343, 665, 343, 1042, 712, 687, 716, 716, 493, 595, 478, 712, 652, 924, 645, 652,
        582, 712, 365, 712, 838,
    ]
}
