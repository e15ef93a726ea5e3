/// Which app a connection belongs to, where the capture does not say: by host, by port or by both.
///
/// CSV with a header and the columns `app`, `host` and `port`, of which the last two may be
/// missing, or empty for any; the first row that fits counts.
public struct AppMap: Equatable, Sendable {
    /// One rule.
    struct Row: Equatable, Sendable {
        let app: String
        let host: HostPattern?
        let port: UInt16?
    }

    let rows: [Row]

    /// Reads `bytes`, which came from `path`.
    ///
    /// - Throws: ``LogError`` where the file, its header or a row is not as described, and where it
    ///   has no row.
    public init(path: String, bytes: [UInt8]) throws(LogError) {
        let text = try LogText(path: path, bytes: bytes)
        let app = try text.column(["app"], meaning: "the app")
        let (host, port) = (text.column(["host"]), text.column(["port"]))
        if host == nil, port == nil {
            _ = try text.column(["host", "port"], meaning: "the host or the port")
        }
        var rows: [Row] = []
        try text.forEachLine(needed: max(app, host ?? 0, port ?? 0) + 1) {
            (line) throws(LogError) in
            let name = line.word(app)
            if name.isEmpty {
                throw line.error(
                    .unknownWord(text: "", meaning: "app", possible: ["any name"]), app)
            }
            rows.append(
                Row(
                    app: name, host: try Self.host(line, host), port: try Self.port(line, port)))
        }
        if rows.isEmpty {
            throw LogError(.tooFewRows(found: 0, needed: 1, dropped: 0), path: path)
        }
        self.rows = rows
    }

    private static func host(
        _ line: LogLine, _ column: Int?
    ) throws(LogError) -> HostPattern? {
        guard let column, !line.word(column).isEmpty else { return nil }
        if let pattern = HostPattern(line.word(column)) { return pattern }
        throw line.error(
            .unknownWord(
                text: line.shortened(column), meaning: "host",
                possible: ["a name", "*. and a name", "an address"]), column)
    }

    private static func port(_ line: LogLine, _ column: Int?) throws(LogError) -> UInt16? {
        guard let column, !line.word(column).isEmpty else { return nil }
        if let port = UInt16(line.word(column)), port > 0 { return port }
        throw line.error(
            .outOfRange(
                text: line.shortened(column), meaning: "a port", possible: "1 to 65535"), column)
    }

    /// The app of a connection; `nil` where no row fits.
    ///
    /// - Parameters:
    ///   - key: The connection.
    ///   - host: The name of the host at the other end, where it is known.
    public func app(of key: FlowKey, host: String?) -> String? {
        rows.first { row in
            (row.host?.matches(host, key.remote) ?? true)
                && (row.port.map { $0 == key.remotePort } ?? true)
        }?.app
    }
}
