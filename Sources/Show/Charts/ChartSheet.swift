/// The looks of pictures: type, colours by light and by dark.
///
/// Colours stand in the sheet as they are, not as variables, because not every program that shows
/// SVG knows these.
package enum ChartSheet {
    package enum Text: String, CaseIterable {
        case title
        case label
        case value
        case tick
        case note

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

    /// How many colours tell things apart; beyond them all is ``rest``.
    package static let colours = 7
    /// The colour of what has none of its own.
    package static let rest = colours

    /// A colour for the number of a thing, from 0.
    package static func series(_ number: Int) -> String { "c\(min(max(number, 0), rest))" }

    /// The family of type that pictures ask for, the narrower faces first.
    package static let family =
        "system-ui, 'Segoe UI', Roboto, 'Helvetica Neue', Arial, 'DejaVu Sans', sans-serif"

    /// Rules for the classes of pictures.
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

    /// What tells things apart, on paper of white and of near black: each at least 4.5 to 1.
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
