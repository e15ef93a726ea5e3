/// An answer, which ends its connection, and which no one caches, frames or reads for another page.
struct Answer: Sendable {
    let status: Int
    let type: String
    var policy = "default-src 'none'"
    let parts: AsyncStream<[UInt8]>

    var head: String {
        [
            "HTTP/1.1 \(status) ", "Content-Type: \(type)", "Connection: close",
            "Transfer-Encoding: chunked", "Cache-Control: no-store",
            "Content-Security-Policy: \(policy); frame-ancestors 'none'",
            "Cross-Origin-Resource-Policy: same-origin", "Referrer-Policy: no-referrer",
            "X-Content-Type-Options: nosniff", "\r\n",
        ].joined(separator: "\r\n")
    }
}

extension Answer {
    init(_ refusal: RequestRefusal) {
        self.init(
            status: refusal.status, type: "application/json",
            parts: Self.one(Array(JSONText.compact(refusal.json).utf8)))
    }

    static func one(_ part: [UInt8]) -> AsyncStream<[UInt8]> {
        AsyncStream {
            $0.yield(part)
            $0.finish()
        }
    }
}
