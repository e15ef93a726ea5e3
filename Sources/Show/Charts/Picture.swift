/// Something that can be drawn at any width, with its data.
package protocol Chart {
    /// What it shows, as its heading has it.
    var title: String { get }
    /// The same for those who cannot see it, with the figures.
    var summary: String { get }
    func draw(width: Double) -> ChartCanvas
    /// The picture as Vega-Lite, its data inside.
    var vega: VegaLite { get }
}

/// A chart that has been drawn: for a file, for a page, for those who draw it otherwise.
public struct Picture: Sendable {
    /// Of its files, without what comes behind the point.
    package let name: String
    package let title: String
    package let svg: String
    /// The document for Vega-Lite.
    package let json: JSONValue
    /// Its parts of a page, of which a reader sees the one that fits.
    package let inline: String

    package init(_ name: String, _ chart: some Chart) {
        let (title, summary) = (chart.title, chart.summary)
        (self.name, self.title) = (name, title)
        let wide = chart.draw(width: ChartCanvas.wide)
        svg = wide.markup(title: title, summary: summary, as: nil)
        inline =
            wide.markup(title: title, summary: summary, as: "wide")
            + chart.draw(width: ChartCanvas.narrow).markup(
                title: title, summary: summary, as: "narrow")
        json = chart.vega.json(title: title, description: summary)
    }
}
