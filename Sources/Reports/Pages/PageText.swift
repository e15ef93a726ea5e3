import Kernel

/// A page in HTML, piece by piece; all words in it are escaped on their way in.
package struct PageText {
    private var body = ""

    /// - Parameter level: from 1 for the page's own.
    package mutating func heading(_ words: String, level: Int = 2) {
        add("<h\(level)>\(Self.escaped(words))</h\(level)>")
    }

    mutating func paragraph(_ words: String, class name: String? = nil) {
        guard !words.isEmpty else { return }
        let style = name.map { " class=\"\($0)\"" } ?? ""
        add("<p\(style)>\(Self.prose(words))</p>")
    }

    mutating func list(_ items: [String]) {
        guard !items.isEmpty else { return }
        add("<ul>" + items.map { "<li>\(Self.prose($0))</li>" }.joined(separator: "\n") + "</ul>")
    }

    /// Text of fixed width: a command.
    mutating func code(_ words: String) {
        add("<pre tabindex=\"0\"><code>\(Self.escaped(words))</code></pre>")
    }

    /// A picture that was drawn for pages, with what to know of it.
    mutating func figure(_ picture: Picture, caption: String = "") {
        let files = "\(picture.name).svg, \(picture.name).vl.json"
        let words = caption.isEmpty ? "" : Self.escaped(caption) + " "
        add(
            "<figure>\n\(picture.inline)<figcaption>\(words)"
                + "<span class=\"files\">\(Self.escaped(files))</span></figcaption></figure>")
    }

    /// A picture with a style sheet of its own.
    ///
    /// - Parameters:
    ///   - svg: the document.
    ///   - name: of the file.
    ///   - alternative: what it shows, for those who cannot see it.
    mutating func image(_ svg: [UInt8], name: String, alternative: String) {
        let data = Self.percentEncoded(svg)
        add(
            "<figure><div class=\"scroll\" tabindex=\"0\"><img alt=\"\(Self.escaped(alternative))\""
                + " src=\"data:image/svg+xml,\(data)\"></div><figcaption><span class=\"files\">"
                + "\(Self.escaped(name))</span></figcaption></figure>")
    }

    /// A table of figures as they are read.
    ///
    /// - Parameters:
    ///   - table: with the first column naming the rows.
    ///   - caption: what it shows.
    package mutating func table(_ table: TextTable, caption: String) {
        self.table(
            caption, table.columns.map { ($0.header, $0.alignment == .right) }, table.cells)
    }

    /// What a screen says below its answer: tables, and what must be known to read them.
    ///
    /// - Parameters:
    ///   - screen: of the result.
    ///   - file: which has all columns of the first table.
    mutating func parts(of screen: Screen, file: String) {
        var isFirst = true
        for part in [screen.table, .words(screen.notes)].compactMap({ $0 }) + screen.details {
            switch part {
            case .table(let table, let below):
                // What tells its rows apart tells it from the others.
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

    /// Lines that are read beside a table.
    mutating func paragraphs(_ lines: String) {
        for line in lines.split(separator: "\n") { paragraph(String(line), class: "facts") }
    }

    /// The rows of a file, as far as a page has room for them.
    ///
    /// - Parameters:
    ///   - table: of the file.
    ///   - most: how many rows are shown.
    package mutating func table<Row>(_ table: Table<Row>, most: Int = 40) {
        self.table(
            table.schema, table.rows.prefix(most).map(table.cells), of: table.rows.count)
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
        _ caption: String, _ columns: [(header: String, isNumber: Bool)], _ rows: [[String]]
    ) {
        guard !rows.isEmpty else { return }
        func style(_ column: Int, _ cell: String = "") -> String {
            columns[column].isNumber
                ? " class=\"n\"" : cell.utf8.count > 30 ? " class=\"w\"" : ""
        }
        let head = columns.indices.map { column in
            "<th scope=\"col\"\(style(column))>\(Self.escaped(columns[column].header))</th>"
        }.joined()
        let lines = rows.map { row in
            "<tr>"
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

    mutating func add(_ markup: String) { body += markup + "\n" }

    /// The one way of words that are not ours into markup.
    static func escaped(_ words: String) -> String { SVGText.escaped(words) }

    /// The same, with the groups of a number held together.
    private static func prose(_ words: String) -> String {
        let bytes = Array(escaped(words).utf8)
        func isDigit(_ place: Int) -> Bool {
            bytes.indices.contains(place) && (0x30...0x39).contains(bytes[place])
        }
        var out: [UInt8] = []
        for (place, byte) in bytes.enumerated() {
            let joins =
                byte == 0x20 && isDigit(place - 1) && isDigit(place + 1) && isDigit(place + 2)
                && isDigit(place + 3) && !isDigit(place + 4)
            // A no-break space.
            out += joins ? [0xC2, 0xA0] : [byte]
        }
        return String(decoding: out, as: UTF8.self)
    }

    private static func percentEncoded(_ bytes: [UInt8]) -> String {
        var out: [UInt8] = []
        out.reserveCapacity(bytes.count + bytes.count / 4)
        for byte in bytes {
            switch byte {
            case UInt8(ascii: "%"), UInt8(ascii: "#"), UInt8(ascii: "\""), UInt8(ascii: "<"),
                UInt8(ascii: ">"), UInt8(ascii: "&"), ...0x20, 0x7F...:
                out.append(UInt8(ascii: "%"))
                out.append(contentsOf: Ascii.hexadecimal(byte))
            default: out.append(byte)
            }
        }
        return String(decoding: out, as: UTF8.self)
    }

    /// The whole document.
    ///
    /// - Parameter title: as a browser names it.
    func document(title: String) -> [UInt8] {
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
