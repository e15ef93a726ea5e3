/// A text with the place where it stands.
struct PlacedText: Hashable {
    let text: String
    let place: SourcePlace
}
