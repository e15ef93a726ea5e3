/// A chart that has been drawn: for a file, for a page, for those who draw it otherwise.
public struct Picture: Sendable {
    /// Of its files, without what comes behind the point.
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
package struct ListedPicture<Source>: Sendable {
    /// Of its files, without what comes behind the point.
    package let name: String
    /// Its contents, for those who cannot see it on a page of many.
    package let about: String
    private let chart: @Sendable (Source) -> Chart?

    package init(
        _ name: String, _ about: String = "", chart: @escaping @Sendable (Source) -> Chart?
    ) {
        (self.name, self.about, self.chart) = (name, about, chart)
    }

    /// The picture of a part of something larger.
    package func of<Whole>(
        _ part: @escaping @Sendable (Whole) -> Source
    ) -> ListedPicture<Whole> {
        .init(name, about) { [chart] in chart(part($0)) }
    }

    package var fileName: String { "\(name).svg" }

    fileprivate func picture(of source: Source) -> Picture? {
        chart(source).map { Picture(name, $0) }
    }
}

/// A result with pictures.
package protocol Illustrated {
    associatedtype Source
    /// All that it can have, in their order.
    static var listed: [ListedPicture<Source>] { get }
    var pictures: [Picture] { get }
}

extension Illustrated {
    package static func pictures(of source: Source) -> [Picture] {
        listed.compactMap { $0.picture(of: source) }
    }
}
