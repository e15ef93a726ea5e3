#if Serve
    import FlyingFox
    import Foundation

    /// Answers the page of this server, and refuses other pages, names and users of the machine.
    struct RequestGate: Sendable {
        let port: UInt16
        /// 32 hexadecimal digits that the user's address has after `#`; no answer contains them.
        let token: String

        static let page = "/"
        static let queries = ["/api/point", "/api/curve"]
        static let mostBytes = 65_536

        /// `nil` for a request that may be answered.
        func refusal(of request: HTTPRequest) -> RequestRefusal? {
            let hosts = ["127.0.0.1:\(port)", "localhost:\(port)"]
            let headers = request.headers
            guard hosts.contains(headers[.host] ?? "") else {
                return RequestRefusal(
                    421, "this server is \(hosts[0])", "Open the printed address.")
            }
            let origin = headers[HTTPHeader("Origin")]
            let site = headers[HTTPHeader("Sec-Fetch-Site")] ?? "none"
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
            let method: HTTPMethod = isQuery ? .POST : .GET
            guard request.method == method else {
                return RequestRefusal(
                    405, "\(request.path) takes \(method.rawValue) only",
                    "Send \(method.rawValue).")
            }
            // FlyingFox reads the rest of a refused body; ConnectionWatch ends that.
            let length = headers[.contentLength].map { Int($0) ?? .max } ?? 0
            guard headers[.transferEncoding] == nil, length <= (isQuery ? Self.mostBytes : 0) else {
                return RequestRefusal(
                    413, "the body is too long, or of unknown length",
                    "Send at most \(isQuery ? Self.mostBytes : 0) bytes with Content-Length.")
            }
            guard isQuery else { return nil }
            guard headers[.contentType] == "application/json" else {
                return RequestRefusal(
                    415, "the body is not JSON", "Send Content-Type: application/json.")
            }
            guard isToken(headers[HTTPHeader("X-Tailwatt-Token")] ?? "") else {
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
            var generator = SystemRandomNumberGenerator()
            return (0..<2).map { _ in
                let digits = String(generator.next() as UInt64, radix: 16)
                return String(repeating: "0", count: 16 - digits.count) + digits
            }.joined()
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

        var json: Reply { ["error": .string(error), "advice": .string(advice)] }
    }

    extension HTTPResponse {
        /// No answer is cached, framed, or readable for another page; each ends its connection,
        /// because FlyingFox keeps a second request on one waiting for 40 ms.
        init(_ status: Int, type: String, policy: String = "default-src 'none'") {
            self.init(
                statusCode: HTTPStatusCode(status, phrase: ""),
                headers: [
                    .contentType: type, .connection: "close", .cacheControl: "no-store",
                    HTTPHeader("Content-Security-Policy"): policy + "; frame-ancestors 'none'",
                    HTTPHeader("Cross-Origin-Resource-Policy"): "same-origin",
                    HTTPHeader("Referrer-Policy"): "no-referrer",
                    HTTPHeader("X-Content-Type-Options"): "nosniff",
                ])
        }

        init(_ refusal: RequestRefusal) {
            self.init(refusal.status, type: "application/json")
            payload = .httpBody(
                HTTPBodySequence(data: Data(JSONText.compact(refusal.json).utf8)))
        }
    }
#endif
