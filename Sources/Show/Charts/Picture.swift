/// A chart that has been drawn: for a file, for a page, for those who draw it otherwise.
public struct Picture: Sendable {
    /// Name of its files, without the extension.
    package let name: String
    package let svg: String
    /// The document for Vega-Lite.
    package let json: JSONValue
    /// Its parts of a page, of which a reader sees the one that fits.
    package let inline: String

    package init(_ name: String, _ chart: Chart) {
        self.name = name
        let wide = chart.draw(width: ChartCanvas.wide)
        svg = wide.markup(of: chart, as: nil)
        inline =
            wide.markup(of: chart, as: "wide")
            + chart.draw(width: ChartCanvas.narrow).markup(of: chart, as: "narrow")
        json = chart.vega
    }
}

/// A picture that a result can have, declared once for its files, the catalogue and pages.
package struct ListedPicture<Result> {
    /// Name of its files, without the extension.
    package let name: String
    /// Its contents, for those who cannot see it on a page of many.
    package let about: String
    private let chart: (Result) -> Chart?

    package init(_ name: String, _ about: String = "", chart: @escaping (Result) -> Chart?) {
        (self.name, self.about, self.chart) = (name, about, chart)
    }

    package var fileName: String { "\(name).svg" }

    package func picture(of result: Result) -> Picture? {
        chart(result).map { Picture(name, $0) }
    }
}
