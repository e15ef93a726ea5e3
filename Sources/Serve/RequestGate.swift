/// Answers the page of this server, and refuses other pages, names and users of the machine.
struct RequestGate: Sendable {
    let port: UInt16
    /// 32 hexadecimal digits that the user's address has after `#`; no answer contains them.
    let token: String

    static let page = "/"
    static let queries = ["/api/point", "/api/curve"]
    static let mostBytes = 65_536

    /// `nil` for a request that may be answered.
    func refusal(of request: Request) -> RequestRefusal? {
        let hosts = ["127.0.0.1:\(port)", "localhost:\(port)"]
        let headers = request.headers
        guard hosts.contains(headers["host"] ?? "") else {
            return RequestRefusal(421, "this server is \(hosts[0])", "Open the printed address.")
        }
        let origin = headers["origin"]
        let site = headers["sec-fetch-site"] ?? "none"
        guard origin.map({ hosts.map { "http://\($0)" }.contains($0) }) ?? true,
            ["same-origin", "none"].contains(site)
        else {
            return RequestRefusal(
                403, "another page sent this request", "Open the printed address.")
        }
        let isQuery = Self.queries.contains(request.path)
        guard isQuery || request.path == Self.page else {
            return RequestRefusal(
                404, "there is no \(request.path.prefix(80))", "Open \(Self.page).")
        }
        let method = isQuery ? "POST" : "GET"
        guard request.method == method else {
            return RequestRefusal(405, "\(request.path) takes \(method) only", "Send \(method).")
        }
        let most = isQuery ? Self.mostBytes : 0
        guard let length = request.length, length <= most else {
            return RequestRefusal(
                413, "the body is too long, or of unknown length",
                "Send at most \(most) bytes with Content-Length.")
        }
        guard isQuery else { return nil }
        guard headers["content-type"] == "application/json" else {
            return RequestRefusal(
                415, "the body is not JSON", "Send Content-Type: application/json.")
        }
        guard isToken(headers["x-tailwatt-token"] ?? "") else {
            return RequestRefusal(
                403, "this page has no token of the running server",
                "Open the whole address that tailwatt serve printed, with the part after #.")
        }
        return nil
    }

    /// Compares all digits, so that the time does not depend on the first wrong one.
    private func isToken(_ text: String) -> Bool {
        let pairs = zip(text.utf8, token.utf8)
        return text.utf8.count == token.utf8.count
            && pairs.reduce(0) { $0 | ($1.0 ^ $1.1) } == 0
    }

    static func makeToken() -> String {
        (0..<32).map { _ in String(Int.random(in: 0..<16), radix: 16) }.joined()
    }
}

/// An error as the page shows it.
public struct RequestRefusal: Error {
    let status: Int
    let error: String
    let advice: String

    public init(_ status: Int, _ error: String, _ advice: String) {
        (self.status, self.error, self.advice) = (status, error, advice)
    }

    var json: JSONValue { ["error": .string(error), "advice": .string(advice)] }
}
