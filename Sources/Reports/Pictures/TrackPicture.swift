import Show

/// A day's track as a drawing, and for those who draw it otherwise.
public struct TrackPicture: Sendable {
    let svg: [UInt8]
    let json: JSONValue

    /// The notes stand below the title, one line each.
    public init(_ map: TrackMap, title: String, notes: [String]) {
        svg = map.svg(title: title, notes: notes)
        json = TrackVega(map).json(title: title, notes: notes)
    }
}
