import Foundation
import Testing

@testable import Serve

/// Tests that the reader takes one request within its bounds, and refuses all else.
@Suite struct RequestTests {
    private static let gate = RequestGate(port: 8484, token: String(repeating: "0", count: 32))
    private static let query = """
        POST /api/point HTTP/1.1
        Host: 127.0.0.1:8484
        Content-Type: application/json
        X-Tailwatt-Token: \(gate.token)

        """
    private static let page = "GET / HTTP/1.1\nHost: 127.0.0.1:8484\n"

    /// No more bytes come.
    private struct Ended: Error {}

    /// Reads bytes that come in pieces.
    private func read(_ bytes: [UInt8], by size: Int = .max) async throws -> Request {
        var rest = bytes[...]
        return try await Request.read(through: Self.gate) { most in
            guard !rest.isEmpty else { throw Ended() }
            defer { rest = rest.dropFirst(min(size, most)) }
            return Array(rest.prefix(min(size, most)))
        }
    }

    private func bytes(_ head: String, _ body: String = "") -> [UInt8] {
        Array((head.replacing("\n", with: "\r\n") + "\r\n" + body).utf8)
    }

    /// The refusal's status; `nil` if the request is read.
    private func status(_ bytes: [UInt8]) async throws -> Int? {
        do {
            _ = try await read(bytes)
            return nil
        } catch let refusal as RequestRefusal { return refusal.status }
    }

    @Test(
        "A request is read whole, whatever the pieces in which it comes", arguments: [1, 7, 4096])
    func pieces(_ size: Int) async throws {
        let body = String(repeating: "{}", count: 10_000)
        let query = try await read(
            bytes(Self.query + "content-LENGTH:  20000  \n", body), by: size)
        #expect(query.method == "POST" && query.path == "/api/point")
        #expect(query.headers["content-length"] == "20000")
        #expect(query.body == Array(body.utf8))
        let page = try await read(bytes(Self.page + "User-Agent: a:b; \u{e9}\nA_b:\n"), by: size)
        #expect(page.body.isEmpty && page.headers["a_b"] == "")
        #expect(page.headers["user-agent"] == "a:b; \u{e9}")
    }

    @Test(
        "A line that is not HTTP/1.1 is refused",
        arguments: [
            "GET / HTTP/1.0", "GET / HTTP/2", "GET /", "GET  / HTTP/1.1", "GET / HTTP/1.1 ",
            " GET / HTTP/1.1", "GET\t/ HTTP/1.1", "GET /\0 HTTP/1.1", "", "PRI * HTTP/2.0",
        ])
    func requestLine(_ line: String) async throws {
        #expect(try await status(bytes(line + "\nHost: 127.0.0.1:8484\n")) == 400)
    }

    @Test(
        "A header that readers may understand in two ways is refused",
        arguments: [
            "Content-Length: 0\nContent-Length: 0", "Content-Length: 0\ncontent-length: 5",
            "Host: 127.0.0.1:8484", "Host : evil.example", " Host: evil.example", "\tfolded",
            ": none", "no colon", "A: a\0b", "A\0: b", "A: a\u{7f}b", "A: a\rHost: b", "A(b): c",
            "A: a\u{b}b", "\u{e9}: a",
        ])
    func headers(_ lines: String) async throws {
        #expect(try await status(bytes(Self.page + lines + "\n")) == 400)
    }

    @Test("A lone LF ends no line")
    func lineFeeds() async throws {
        let text = bytes(Self.page).filter { $0 != UInt8(ascii: "\r") }
        await #expect(throws: Ended.self) { _ = try await read(text) }
        let mixed = Array("GET / HTTP/1.1\r\nA: b\nHost: 127.0.0.1:8484\r\n\r\n".utf8)
        #expect(try await status(mixed) == 400)
    }

    @Test("A length that is not plain is refused, and so is an encoding")
    func lengths() async throws {
        for length in [
            "-1", "-0", "+2", "0x2", "2, 2", "2;", "2.0", "9223372036854775808", "65537",
        ] {
            let head = Self.query + "Content-Length: \(length)\n"
            #expect(try await status(bytes(head, "{}")) == 413, "\(length)")
        }
        for encoding in ["chunked", "identity", "gzip, chunked", ""] {
            for more in ["", "Content-Length: 2\n"] {
                let head = Self.query + "Transfer-Encoding: \(encoding)\n" + more
                #expect(try await status(bytes(head, "2\r\n{}\r\n0\r\n\r\n")) == 413, "\(encoding)")
            }
        }
    }

    @Test("A body has the length that its request states")
    func bodies() async throws {
        let head = Self.query + "Content-Length: 2\n"
        #expect(try await status(bytes(head, "{}")) == nil)
        #expect(try await status(bytes(head, "{}" + Self.page)) == 400)
        #expect(try await status(bytes(Self.page, "GET / HTTP/1.1")) == 400)
        await #expect(throws: Ended.self) { _ = try await read(bytes(head, "{")) }
        // A body of NUL is read; it is no query.
        #expect(try await read(bytes(head, "\0\0")).body == [0, 0])
        // What follows a body that fills its last piece stays unread.
        let long = Self.query + "Content-Length: 10000\n"
        let request = try await read(bytes(long, String(repeating: " ", count: 10_001)))
        #expect(request.body.count == 10_000)
    }

    @Test("A head has at most 8 KiB")
    func heads() async throws {
        let empty = bytes(Self.page + "A: \n").count
        let most = String(repeating: "a", count: Request.longestHead - empty)
        #expect(try await status(bytes(Self.page + "A: \(most)\n")) == nil)
        #expect(try await status(bytes(Self.page + "A: \(most)a\n")) == 431)
        #expect(try await status(Array(repeating: UInt8(ascii: "a"), count: 100_000)) == 431)
        #expect(try await status(Array(repeating: 0, count: 100_000)) == 431)
        let lines = (0..<10_000).map { "a\($0): b\n" }.joined()
        #expect(try await status(bytes(Self.page + lines)) == 431)
        #expect(try await status(bytes(Self.page + String(repeating: "a: b\n", count: 100))) == 400)
    }

    @Test("Random bytes are refused, or wait for more")
    func noise() async throws {
        var generator = SystemRandomNumberGenerator()
        let tokens = [
            "\r\n", "\r", "\n", ":", " ", "\0", "GET", "/", "HTTP/1.1", "Host", "é", "\r\n\r\n",
        ]
        for _ in 0..<2000 {
            let text = (0..<40).map { _ in tokens.randomElement(using: &generator) ?? "" }
            let bytes = Array(text.joined().utf8) + [UInt8.random(in: 0...255)]
            do {
                _ = try await read(bytes)
                Issue.record("read: \(bytes)")
            } catch is RequestRefusal {} catch is Ended {}
        }
    }
}
