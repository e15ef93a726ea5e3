import Show

/// Colours, lines and shapes of a map.
enum MapStyle {
    /// The beginning of the document: its style sheet, and what is drawn more than once.
    static func definitions(_ frame: MapFrame) -> String {
        let (x, y) = (SVGText.number(frame.left), SVGText.number(frame.top))
        let (width, height) = (SVGText.number(frame.width), SVGText.number(frame.height))
        return """
            <style>\(sheet)</style>
            <defs>
            <clipPath id="map">\
            <rect x="\(x)" y="\(y)" width="\(width)" height="\(height)"/></clipPath>
            \(shapes)
            </defs>
            """
    }

    private static let sheet = """

        text { font-family: system-ui, "Segoe UI", Roboto, "DejaVu Sans", sans-serif; \
        font-size: 12px; fill: #33383f }
        path, circle { fill: none }
        .page { fill: #fff }
        .ground { fill: #f7f8f9 }
        .frame { fill: none; stroke: #8b949e }
        .title { font-size: 19px; font-weight: 600; fill: #14171a }
        .note { fill: #57606a }
        .cell0 { fill: #e8eef5; stroke: #b3c1d1; stroke-width: .8 }
        .cell1 { fill: #f4eee1; stroke: #cbbf9f; stroke-width: .8 }
        .range { fill: #4a6785; fill-opacity: .05; stroke: #b3c1d1 }
        .region { fill: #7b3294; fill-opacity: .07; stroke: #7b3294; stroke-width: 1.4; \
        stroke-dasharray: 5 3 }
        .region-name { fill: #5e2673; font-weight: 600; text-anchor: middle }
        .error { stroke: #57606a; stroke-width: .9; stroke-opacity: .6; stroke-dasharray: 3 2 }
        .halo { stroke: #fff; stroke-width: 5.5; stroke-opacity: .85; stroke-linejoin: round; \
        stroke-linecap: round }
        .way { stroke: #14171a; stroke-width: 2.4; stroke-linejoin: round; \
        stroke-linecap: round }
        .gap { stroke: #14171a; stroke-width: 1.2; stroke-dasharray: 2 5 }
        .stay { fill: #fff; stroke: #14171a; stroke-width: 2.4 }
        .stay-left, .stay-right, .region-name { paint-order: stroke; stroke: #fff; \
        stroke-width: 3.5; stroke-linejoin: round }
        .stay-left, .stay-right { fill: #14171a; font-weight: 600 }
        .stay-left { text-anchor: end }
        .scale { stroke: #14171a; stroke-width: 1.6 }
        .scale-text { text-anchor: middle }

        """

    /// A marker for each source of positions, a tower, and an arrow to the north.
    private static let shapes = """
        <circle id="gnss" r="3.8" style="fill:#0072b2;stroke:#fff;stroke-width:.9"/>
        <rect id="wi-fi" x="-4" y="-4" width="8" height="8" \
        style="fill:#56b4e9;stroke:#14171a;stroke-width:.8"/>
        <path id="cell" d="M0-6.4L6 4.4H-6Z" \
        style="fill:#d55e00;stroke:#fff;stroke-width:.9"/>
        <path id="region" d="M0-5.6L5.6 0L0 5.6L-5.6 0Z" \
        style="fill:#7b3294;stroke:#fff;stroke-width:.9"/>
        <path id="tower" d="M-4.5 7L0-6L4.5 7M-2.8 2H2.8M-6-10A7 7 0 0 0-6-2M6-10A7 7 0 0 1 6-2" \
        style="fill:none;stroke:#68737f;stroke-width:1.3"/>
        <g id="north"><path d="M0-20L6 4L0-1L-6 4Z" style="fill:#14171a;stroke:#fff"/>\
        <text x="0" y="17" style="text-anchor:middle;font-weight:600">N</text></g>
        """
}
