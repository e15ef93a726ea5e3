import Show

/// A day's track as a drawing, and for those who draw it otherwise.
public struct TrackPicture: Sendable {
    /// The document, in UTF-8.
    let svg: [UInt8]
    /// The document for Vega-Lite.
    let json: JSONValue

    /// - Parameters:
    ///   - map: of the day.
    ///   - title: the heading.
    ///   - notes: below it, one line each.
    public init(_ map: TrackMap, title: String, notes: [String]) {
        svg = map.svg(title: title, notes: notes)
        json = TrackVega(map).json(title: title, notes: notes)
    }
}
