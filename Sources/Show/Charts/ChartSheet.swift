/// The looks of pictures: type, colours by light and by dark.
///
/// The sheet has plain colours, not variables, because some programs that show SVG do not know
/// variables.
package enum ChartSheet {
    package enum Text: String, CaseIterable {
        case title, label, value, tick, note

        /// In pixels.
        package var size: Double {
            switch self {
            case .title: 15
            case .label: 13
            case .value: 12.5
            case .tick, .note: 11.5
            }
        }

        package var isBold: Bool { self == .title || self == .label }
        package var name: String { "t-\(rawValue)" }
    }

    /// The number of distinct colours; everything beyond them gets ``rest``.
    package static let colours = 7
    package static let rest = colours

    /// A colour for the number of a thing, from 0.
    package static func series(_ number: Int) -> String { "c\(min(max(number, 0), rest))" }

    /// The colour of a class on white paper; that of ink for a class without one.
    static func color(_ style: String) -> String {
        for name in style.split(separator: " ") {
            let rule = rules.first { $0.selector.split(separator: ",").contains(".\(name)") }
            if let rule { return rule.light }
        }
        return "#1b1f24"
    }

    /// A class as Vega-Lite has it.
    static func looks(_ style: String) -> [JSONValue.Member] {
        let names = style.split(separator: " ")
        return [.init("color", .string(color(style)))]
            + (names.contains("faint") ? [.init("opacity", 0.45)] : [])
            + (names.contains("band") ? [.init("opacity", 0.18)] : [])
            + (names.contains("zero") ? [.init("strokeDash", [4, 3])] : [])
    }

    /// The family of type that pictures ask for, the narrower faces first.
    package static let family =
        "system-ui, 'Segoe UI', Roboto, 'Helvetica Neue', Arial, 'DejaVu Sans', sans-serif"

    static let css: String = {
        let type = Text.allCases.map { text in
            ".\(text.name){font-size:\(SVGText.number(text.size))px"
                + (text.isBold ? ";font-weight:bold" : "") + "}"
        }.joined()
        let light = rules.map { "\($0.selector){\($0.property):\($0.light)}" }.joined()
        let dark = rules.map { "\($0.selector){\($0.property):\($0.dark)}" }.joined()
        return type + fixed + light + "@media screen and (prefers-color-scheme:dark){\(dark)}"
    }()

    private static let fixed =
        ".grid,.axis,.zero,.whisker,.mark,.curve,.leader,.edge{fill:none}"
        + ".grid,.axis{stroke-width:1}.zero{stroke-width:1.2;stroke-dasharray:4 3}"
        + ".whisker{stroke-width:1.6}.mark{stroke-width:2}.curve{stroke-width:2}"
        + ".thick{stroke-width:4}"
        + ".leader{stroke-width:.8}.band{opacity:.18}.faint{opacity:.45}"
        + ".dot{stroke-width:1.2}.edge{stroke-width:1}"

    private struct Rule {
        let selector: String
        let property: String
        let light: String
        let dark: String

        init(_ selector: String, _ property: String, _ light: String, _ dark: String) {
            (self.selector, self.property, self.light, self.dark) =
                (selector, property, light, dark)
        }
    }

    /// Colours that differ on white and on near black, each with a contrast of at least 4.5 to 1.
    private static let pairs = [
        ("#0b62a8", "#6cb6ff"), ("#b4500a", "#f69d50"), ("#1a7f4b", "#57ab5a"),
        ("#7d3fa0", "#cf9bf5"), ("#8a5a00", "#daaa3f"), ("#b52a70", "#fc8dc7"),
        ("#0b7480", "#4fc3d0"), ("#6a737d", "#939ba5"),
    ]

    private static let rules: [Rule] =
        [
            Rule(".paper", "fill", "#ffffff", "#12161c"),
            Rule(".t-title,.t-label,.t-value", "fill", "#1b1f24", "#e6edf3"),
            Rule(".t-tick,.t-note", "fill", "#57606a", "#9aa4af"),
            Rule(".grid", "stroke", "#e4e8ec", "#2a313a"),
            Rule(".axis,.leader,.edge", "stroke", "#8b949e", "#6e7681"),
            Rule(".zero", "stroke", "#57606a", "#9aa4af"),
            Rule(".whisker,.mark", "stroke", "#1b1f24", "#e6edf3"),
            Rule(".dot", "stroke", "#ffffff", "#12161c"),
            Rule(".rest", "fill", "#c6ccd3", "#4a525c"),
        ]
        + pairs.enumerated().flatMap { number, pair in
            [
                Rule(".c\(number)", "fill", pair.0, pair.1),
                Rule(".curve.c\(number)", "fill", "none", "none"),
                Rule(".curve.c\(number)", "stroke", pair.0, pair.1),
            ]
        }
}

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

    /// Width of each character that is not in the tables: that of an ideograph or an ellipsis.
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
