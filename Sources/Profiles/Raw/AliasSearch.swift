/// The first `*name` after an `&name`: an alias, before any parser expands it.
///
/// Ten lines of aliases of aliases stand for a billion nodes, so they are refused unparsed. In
/// prose the two hardly ever stand together; an alias that is missed here is refused later, at its
/// anchor.
func firstAliasOfKnownAnchor(in source: SourceText) -> SourcePlace? {
    var anchors: Set<ArraySlice<Unicode.Scalar>> = []
    for (number, line) in source.lines.enumerated() {
        var before: Unicode.Scalar = " "
        for (offset, scalar) in line.enumerated() {
            defer { before = scalar }
            guard scalar == "&" || scalar == "*", before.canPrecedeNode else { continue }
            let name = line.dropFirst(offset + 1).prefix(while: \.isInAnchor)
            guard !name.isEmpty else { continue }
            if scalar == "&" {
                anchors.insert(name)
            } else if anchors.contains(name) {
                return SourcePlace(line: number + 1, column: offset + 1, length: name.count + 1)
            }
        }
    }
    return nil
}

extension Unicode.Scalar {
    fileprivate var canPrecedeNode: Bool {
        switch self {
        case " ", "\t", "[", "{", ",", ":", "-", "?": true
        default: false
        }
    }

    fileprivate var isInAnchor: Bool {
        switch self {
        case "a"..."z", "A"..."Z", "0"..."9", "_", "-": true
        default: false
        }
    }
}
