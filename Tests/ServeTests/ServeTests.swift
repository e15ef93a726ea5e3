import Experiments
import Foundation
import ModelFixtures
import Studies
import Testing

@testable import Serve

/// Tests that each guard of `tailwatt serve` refuses what it is there for.
///
/// `scripts/check-serve` tries them over sockets and in a browser.
@Suite struct RequestGateTests {
    private let gate = RequestGate(port: 8484, token: "0123456789abcdef0123456789abcdef")

    private func status(
        _ path: String, _ method: String? = nil, _ changed: [String: String?] = [:]
    ) -> Int? {
        var headers = ["Host": "127.0.0.1:8484"]
        if path != "/" {
            headers["Content-Type"] = "application/json"
            headers["X-Tailwatt-Token"] = gate.token
            headers["Content-Length"] = "100"
        }
        for (name, value) in changed { headers[name] = value }
        let pairs = headers.map { ($0.key.lowercased(), $0.value) }
        let request = Request(
            method: method ?? (path == "/" ? "GET" : "POST"), path: path,
            headers: Dictionary(uniqueKeysWithValues: pairs))
        return gate.refusal(of: request)?.status
    }

    @Test("The page and its queries pass", arguments: ["/", "/api/point", "/api/curve"])
    func passes(_ path: String) {
        #expect(status(path) == nil)
        #expect(status(path, nil, ["Host": "localhost:8484"]) == nil)
        #expect(status(path, nil, ["Origin": "http://localhost:8484"]) == nil)
        #expect(status(path, nil, ["Sec-Fetch-Site": "same-origin"]) == nil)
    }

    @Test(
        "Another name, port or page is refused",
        arguments: ["/", "/api/point", "/api/curve"])
    func others(_ path: String) {
        for host in ["evil.example", "evil.example:8484", "127.0.0.1", "127.0.0.1:80", "", nil] {
            #expect(status(path, nil, ["Host": host]) == 421, "\(host ?? "none")")
        }
        for origin in [
            "http://evil.example", "null", "https://127.0.0.1:8484", "http://a:8484",
        ] {
            #expect(status(path, nil, ["Origin": origin]) == 403, "\(origin)")
        }
        for site in ["cross-site", "same-site", ""] {
            #expect(status(path, nil, ["Sec-Fetch-Site": site]) == 403, "\(site)")
        }
    }

    @Test("Other paths and methods are refused")
    func routes() {
        for path in [
            "/api/library", "/../etc/passwd", "/api/point/", "/favicon.ico", "/?a", "",
            "http://127.0.0.1:8484/", "*",
        ] {
            #expect(status(path) == 404, "\(path)")
        }
        for method in ["GET", "PUT", "DELETE", "OPTIONS", "post"] {
            #expect(status("/api/point", method) == 405)
        }
        #expect(status("/", "POST") == 405)
    }

    @Test("A query needs JSON, the token and a body of known, small size")
    func queries() {
        for type in ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data"] {
            #expect(status("/api/point", nil, ["Content-Type": type]) == 415)
        }
        let wrong = [
            "", "0", String(gate.token.dropLast()), gate.token + "0", "g" + gate.token,
        ]
        for token in wrong + [String(gate.token.dropLast()) + "0"] {
            #expect(status("/api/point", nil, ["X-Tailwatt-Token": token]) == 403, "\(token)")
        }
        #expect(status("/api/point", nil, ["X-Tailwatt-Token": nil]) == 403)
        for length in ["65537", "99999999999999999999", "x", "-1", "+1", "0x1", "1 1", "٣", ""] {
            #expect(status("/api/point", nil, ["Content-Length": length]) == 413)
        }
        #expect(status("/api/point", nil, ["Content-Length": "65536"]) == nil)
        #expect(status("/api/point", nil, ["Transfer-Encoding": "chunked"]) == 413)
        #expect(status("/", nil, ["Content-Length": "1"]) == 413)
    }

    @Test("Tokens have 128 bits, and differ")
    func tokens() {
        let all = Set((0..<100).map { _ in RequestGate.makeToken() })
        #expect(all.count == 100)
        #expect(all.allSatisfy { $0.count == 32 && $0.allSatisfy(\.isHexDigit) })
    }
}

@Suite struct QueryHandlerTests {
    private static let gate = RequestGate(port: 8484, token: RequestGate.makeToken())

    static func page(_ files: [String] = [], hours: Double = 6) async throws -> ServedPage {
        let scenario = Fixtures.scenario(
            hours: hours,
            policies: [NamedPolicy(name: "ten", options: Fixtures.keepAlive(minutes: 10))],
            replications: 2)
        let result = await Experiment(scenario, jobs: 1).run()
        let grid = try #require(
            ExplorerGrid(
                scenario, [Factor("policies.*.interval=10 min,20 min,30 min")],
                [ExplorerGrid.Radio(.umts, [result, result, result])]))
        let context = ExplorerContext(
            version: "0", command: ["tailwatt", "compare", "test"], options: [], text: "",
            assumptions: [])
        return ServedPage(grid, context, FileStamps(files))
    }

    private static func handler(_ keeper: PageKeeper) -> QueryHandler {
        QueryHandler(gate: gate, keeper: keeper, jobs: 1)
    }

    static func body(
        radio: String = Fixtures.umts().name, _ value: String = "10 min", version: Int = 1,
        replications: Int = 20, edits: Int = 1
    ) -> String {
        let edit = "[\"policies.*.interval\",\"\(value)\"]"
        let all = Array(repeating: edit, count: edits).joined(separator: ",")
        return "{\"radio\":\"\(radio)\",\"version\":\(version),\"edits\":[\(all)],"
            + "\"replications\":\(replications)}"
    }

    private static func send(
        _ body: String, to handler: QueryHandler, _ path: String = "/api/point"
    ) async throws -> (status: Int, lines: [[String: Any]]) {
        let request = Request(method: "POST", path: path, headers: [:], body: Array(body.utf8))
        let answer = await handler.answer(to: request)
        var bytes: [UInt8] = []
        for await part in answer.parts { bytes += part }
        let lines = try String(decoding: bytes, as: UTF8.self).split(separator: "\n").map { line in
            try #require(
                try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
        }
        return (answer.status, lines)
    }

    @Test("A query is answered in growing batches, with the numbers of the whole experiment")
    func batches() async throws {
        let page = try await Self.page()
        let handler = Self.handler(PageKeeper(page) { page })
        let (status, lines) = try await Self.send(Self.body(replications: 60), to: handler)
        #expect(status == 200)
        #expect(lines.map { $0["n"] as? Int } == [4, 10, 30, 50, 60])
        let place = try #require(
            page.grid.place(
                radio: Fixtures.umts().name, [["policies.*.interval", "10 min"]]))
        let whole = await Experiment(page.grid.scenario(at: place, 60), jobs: 1).run()
        let json = JSONText.compact(page.grid.json(whole, at: place))
        let expected = try JSONSerialization.jsonObject(with: Data(json.utf8))
        #expect(lines.last as NSDictionary? == expected as? NSDictionary)

        let curve = try await Self.send(Self.body(replications: 2), to: handler, "/api/curve")
        #expect(curve.lines.map { $0["point"] as? Int } == [1, 2])
    }

    @Test("A query for a radio or value that the page does not have is refused")
    func names() async throws {
        let page = try await Self.page()
        let handler = Self.handler(PageKeeper(page) { page })
        func status(_ body: String) async throws -> Int {
            try await Self.send(body, to: handler).status
        }
        for name in ["/etc/passwd", "../../x.yaml", "-", "lte", "pixel-6-2021-lte"] {
            #expect(try await status(Self.body(radio: name)) == 403, "\(name)")
            #expect(try await status(Self.body(name)) == 403, "\(name)")
        }
        let path = Self.body().replacingOccurrences(of: "policies.*.interval", with: "trace")
        #expect(try await status(path) == 403)
        #expect(try await status(Self.body(edits: 32)) == 403)
        #expect(try await status(Self.body(edits: 33)) == 400)
        #expect(try await status(Self.body(replications: 2001)) == 400)
        #expect(try await status(Self.body(replications: 1)) == 400)
        #expect(try await status(Self.body(version: 2)) == 409)
        for body in ["", "{", "[]", "{\"radio\":1}", "\u{0}"] {
            #expect(try await status(body) == 400, "\(body)")
        }
    }

    @Test("A changed file makes a new page; a wrong one is said until it changes again")
    func changes() async throws {
        let file = FileManager.default.temporaryDirectory.appendingPathComponent(
            "serve-\(UUID()).yaml")
        defer { try? FileManager.default.removeItem(at: file) }
        try Data("one".utf8).write(to: file)
        let first = try await Self.page([file.path])
        let keeper = PageKeeper(first) {
            if try String(contentsOf: file, encoding: .utf8) == "wrong" {
                throw RequestRefusal(422, "line 1 is wrong", "Mend it.")
            }
            return try await Self.page([file.path])
        }
        let handler = Self.handler(keeper)
        #expect(try await Self.send(Self.body(), to: handler).status == 200)
        try Data("wrong".utf8).write(to: file)
        for _ in 0..<2 {
            let (status, lines) = try await Self.send(Self.body(), to: handler)
            #expect(status == 422 && lines.first?["advice"] as? String == "Mend it.")
        }
        #expect(await keeper.latest().number == 1)
        try Data("three".utf8).write(to: file)
        #expect(try await Self.send(Self.body(), to: handler).status == 409)
        let number = await keeper.latest().number
        #expect(try await Self.send(Self.body(version: number), to: handler).status == 200)
    }

    @Test("One query runs, the newest waits, and an older one gives way")
    func turns() async {
        let turn = Turn()
        #expect(await turn.take())
        let older = Task { await turn.take() }
        while await !turn.hasWaiting { await Task.yield() }
        let newer = Task { await turn.take() }
        #expect(await !older.value)
        await turn.give()
        #expect(await newer.value)
        await turn.give()
        #expect(await turn.take())
    }
}
