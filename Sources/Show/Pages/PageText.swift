/// Builds an HTML page piece by piece and escapes all text.
package struct PageText {
    private var body = ""
    /// What made the figures: a line beneath each.
    package var source = ""

    package init() {}

    /// - Parameter level: 1 for the page's title.
    package mutating func heading(_ words: String, level: Int = 2) {
        add("<h\(level)>\(Self.escaped(words))</h\(level)>")
    }

    package mutating func paragraph(_ words: String, class name: String? = nil) {
        guard !words.isEmpty else { return }
        let style = name.map { " class=\"\($0)\"" } ?? ""
        add("<p\(style)>\(Self.escaped(words))</p>")
    }

    package mutating func list(_ items: [String]) {
        guard !items.isEmpty else { return }
        add("<ul>" + items.map { "<li>\(Self.escaped($0))</li>" }.joined(separator: "\n") + "</ul>")
    }

    package mutating func code(_ words: String) {
        add("<pre tabindex=\"0\"><code>\(Self.escaped(words))</code></pre>")
    }

    package mutating func figure(_ picture: Picture, caption: String = "") {
        let files = "\(picture.name).svg, \(picture.name).vl.json"
        let source = source.isEmpty ? "" : "Source: \(source). "
        let words = Self.escaped(caption.isEmpty ? source : "\(caption) \(source)")
        add(
            "<figure>\n\(picture.inline)<figcaption>\(words)"
                + "<span class=\"files\">\(Self.escaped(files))</span></figcaption></figure>")
    }

    package mutating func table(_ table: TextTable, caption: String) {
        self.table(
            caption, table.columns.map { ($0.header, $0.alignment == .right) }, table.cells,
            table.rows.map(\.tone))
    }

    /// Between them the page has what print leaves out.
    package mutating func openDetail() { add("<div class=\"detail\">") }
    package mutating func closeDetail() { add("</div>") }

    package mutating func parts(of screen: Screen, file: String) {
        var isFirst = true
        for part in [screen.table, .words(screen.notes)].compactMap({ $0 }) + screen.details {
            switch part {
            case .table(let table, let below):
                // The columns that identify rows also name the table.
                let names = table.columns.prefix { $0.alignment != .right }.map(\.header)
                self.table(
                    table,
                    caption: isFirst
                        ? "\(file) has every column" : "By \(names.joined(separator: ", "))")
                isFirst = false
                paragraphs(below)
            case .words(let lines): paragraphs(lines)
            case .laidOut(let text), .verbatim(let text): code(text)
            }
        }
    }

    package mutating func paragraphs(_ lines: String) {
        for line in lines.split(separator: "\n") { paragraph(String(line), class: "facts") }
    }

    package mutating func table<Row>(_ table: Table<Row>, most: Int = 40) {
        self.table(table.schema, table.rows.prefix(most).map(table.cells), of: table.rows.count)
    }

    private mutating func table(_ schema: TableSchema, _ rows: [[TableCell]], of count: Int) {
        let hidden = count - rows.count
        let rest = hidden > 0 ? "; \(hidden) more rows are in the file" : ""
        self.table(
            "\(schema.fileName)\(rest)", schema.columns.map { ($0.header, $0.kind != .text) },
            rows.map { $0.map(Self.readable) })
    }

    private static func readable(_ cell: TableCell) -> String {
        switch cell {
        case .text(let words): words
        case .number(let value): ReadableNumber.text(value, significantDigits: 4)
        case .integer(let value): NumberText.text(value)
        case .seconds(let nanoseconds): NumberText.seconds(fromNanoseconds: nanoseconds)
        case .empty: ""
        }
    }

    private mutating func table(
        _ caption: String, _ columns: [(header: String, isNumber: Bool)], _ rows: [[String]],
        _ tones: [TextTable.Tone?] = []
    ) {
        guard !rows.isEmpty else { return }
        func style(_ column: Int, _ cell: String = "") -> String {
            columns[column].isNumber ? " class=\"n\"" : cell.utf8.count > 30 ? " class=\"w\"" : ""
        }
        let head = columns.indices.map { column in
            "<th scope=\"col\"\(style(column))>\(Self.escaped(columns[column].header))</th>"
        }.joined()
        let lines = rows.enumerated().map { index, row in
            let tone = tones.indices.contains(index) ? tones[index] : nil
            return "<tr\(tone.map { " class=\"\($0)\"" } ?? "")>"
                + row.enumerated().map { column, cell in
                    column == 0
                        ? "<th scope=\"row\"\(style(column, cell))>\(Self.escaped(cell))</th>"
                        : "<td\(style(column, cell))>\(Self.escaped(cell))</td>"
                }.joined() + "</tr>"
        }
        add(
            "<div class=\"scroll\" tabindex=\"0\" role=\"region\" aria-label=\""
                + "\(Self.escaped(caption))\"><table><caption>\(Self.escaped(caption))</caption>"
                + "<thead><tr>\(head)</tr></thead><tbody>\n" + lines.joined(separator: "\n")
                + "</tbody></table></div>")
    }

    package mutating func add(_ markup: String) { body += markup + "\n" }

    /// The only way for foreign text into markup.
    package static func escaped(_ words: String) -> String { SVGText.escaped(words) }

    package func document(title: String) -> [UInt8] {
        let page = """
            <!DOCTYPE html>
            <html lang="en">
            <head>
            <meta charset="utf-8">
            <meta name="viewport" content="width=device-width, initial-scale=1">
            <meta name="color-scheme" content="light dark">
            <title>\(Self.escaped(title))</title>
            <style>
            \(PageStyle.css)
            \(ChartSheet.css)
            </style>
            </head>
            <body>
            <main>
            \(body)</main>
            </body>
            </html>

            """
        return Array(page.utf8)
    }
}

/// The style sheet of pages: light, dark, for phones and for print.
enum PageStyle {
    static let css = """
        :root{--ink:#1b1f24;--soft:#57606a;--line:#d8dee4;--paper:#fff;--raised:#f6f8fa;\
        --accent:#0b62a8;--good:#1a7f37;--bad:#b42318}
        @media screen and (prefers-color-scheme:dark){:root{--ink:#e6edf3;--soft:#9aa4af;\
        --line:#2f3742;--paper:#12161c;--raised:#1a2028;--accent:#6cb6ff;\
        --good:#57c26f;--bad:#ff8a80}}
        *{box-sizing:border-box}
        body{margin:0;background:var(--paper);color:var(--ink);font:16px/1.55 \
        \(ChartSheet.family)}
        main{max-width:752px;margin:0 auto;padding:28px 16px 64px}
        h1{font-size:1.55em;line-height:1.25;margin:0 0 .6em;overflow-wrap:anywhere}
        h2{font-size:1.15em;margin:2.4em 0 .5em;padding-top:.7em;border-top:1px solid var(--line)}
        h3{font-size:1em;margin:1.6em 0 .4em}
        p,ul{margin:.5em 0}
        ul{padding-left:1.2em}
        nav ul{columns:14em;font-size:.88em}
        nav input{font:inherit;color:inherit;background:var(--raised);\
        border:1px solid var(--soft);border-radius:6px;padding:.3em .6em}
        a{color:var(--accent)}
        .answer{font-size:1.1em;padding:.7em 1em;margin:1em 0;background:var(--raised);\
        border-left:4px solid var(--accent);border-radius:0 6px 6px 0}
        .answer.good{border-color:var(--good)}.answer.bad{border-color:var(--bad)}
        tr.good td:last-child{color:var(--good);font-weight:600}
        tr.bad td:last-child{color:var(--bad);font-weight:600}
        .facts,.files,figcaption,caption{color:var(--soft);font-size:.85em}
        .files{font-family:ui-monospace,Menlo,Consolas,"DejaVu Sans Mono",monospace;\
        font-size:.8em}
        figure{margin:1.2em 0}
        figure svg{width:calc(100% + 24px);margin:0 -12px;height:auto;display:block}
        figure svg.narrow{display:none}
        figure img{display:block;min-width:680px;max-width:100%;height:auto}
        .scroll{overflow-x:auto;max-width:100%}
        table{border-collapse:collapse;font-size:.88em;margin:.6em 0;\
        font-variant-numeric:tabular-nums}
        caption{text-align:left;padding:.3em 0}
        th,td{padding:.32em .6em .32em 0;border-bottom:1px solid var(--line);text-align:left;\
        vertical-align:top;font-weight:normal;white-space:nowrap}
        thead th{color:var(--soft);border-bottom-width:2px}
        .n{text-align:right}
        .w{white-space:normal;min-width:12em}
        pre{background:var(--raised);padding:.8em 1em;border-radius:6px;font-size:.88em;\
        white-space:pre-wrap;overflow-wrap:anywhere}
        @media (max-width:640px){main{padding-top:16px}h1{font-size:1.3em}\
        figure svg.wide{display:none}figure svg.narrow{display:block}}
        @media print{@page{margin:14mm}body{font-size:9pt}.detail,.files{display:none}\
        main{max-width:none;padding:0;columns:2;column-gap:8mm}h1,.answer{column-span:all}\
        h2{margin:1em 0 .3em}figure{margin:.4em 0}\
        figure svg.wide{display:none}figure svg.narrow{display:block}\
        figure,tr,.answer,pre{break-inside:avoid}h2,h3{break-after:avoid}\
        .scroll{overflow:visible}figure img{min-width:0}\
        table{font-size:7pt}th,td{white-space:normal;padding:.2em .5em .2em 0}}
        """
}
