import FlyingSocks
import Foundation
import Testing

@testable import Serve

/// Tests over sockets that each connection ends, and takes nothing from the next one.
@Suite(.serialized) struct ConnectionTests {
    private func served<Value>(
        hours: Double = 6, _ body: (UInt16, _ token: String) async throws -> Value
    ) async throws -> Value {
        let port = try #require(
            (0..<100).lazy.map { _ in UInt16.random(in: 20_000..<30_000) }
                .first(where: ExplorerServer.isFree))
        let page = try await QueryHandlerTests.page(hours: hours)
        let server = ExplorerServer(page, jobs: 1) { page }
        let (addresses, said) = AsyncStream.makeStream(of: String.self)
        let task = Task { try await server.run(on: port) { said.yield($0) } }
        defer { task.cancel() }
        let address = await addresses.first { _ in true } ?? ""
        #expect(address.hasPrefix("http://127.0.0.1:\(port)/#token="))
        let value = try await body(port, String(address.suffix(32)))
        task.cancel()
        _ = await task.result
        #expect(ExplorerServer.isFree(port))
        return value
    }

    private func connect(_ port: UInt16) async throws -> AsyncSocket {
        try await AsyncSocket.connected(to: .inet(ip4: "127.0.0.1", port: port))
    }

    private func page(_ port: UInt16) -> String {
        "GET / HTTP/1.1\r\nHost: 127.0.0.1:\(port)\r\n\r\n"
    }

    private func query(_ port: UInt16, _ token: String, _ replications: Int) -> String {
        let body = QueryHandlerTests.body(replications: replications)
        return
            "POST /api/point HTTP/1.1\r\nHost: localhost:\(port)\r\nX-Tailwatt-Token: \(token)\r\n"
            + "Content-Type: application/json\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)"
    }

    /// All that comes until the other end closes.
    private func all(from socket: AsyncSocket) async -> String {
        var bytes: [UInt8] = []
        while let more = try? await socket.read(atMost: 4096) { bytes += more }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// What is answered to text that is sent in pieces, with pauses, and the time until the end.
    private func exchange(
        _ port: UInt16, _ pieces: [String], pause: Duration = .zero
    ) async throws -> (answer: String, took: Duration) {
        let socket = try await connect(port)
        let began = ContinuousClock.now
        let sending = Task {
            for piece in pieces {
                try await socket.write(Data(piece.utf8))
                try await Task.sleep(for: pause)
            }
        }
        let answer = await all(from: socket)
        let took = began.duration(to: .now)
        sending.cancel()
        _ = await sending.result
        try socket.close()
        return (answer, took)
    }

    @Test("The page and a query are answered whole, and their connections end")
    func answers() async throws {
        try await served { port, token in
            let page = try await exchange(port, [page(port)])
            #expect(page.answer.hasPrefix("HTTP/1.1 200 \r\n"))
            #expect(page.answer.contains("\r\nConnection: close\r\n"))
            #expect(page.answer.hasSuffix("\r\n0\r\n\r\n") && !page.answer.contains(token))
            let query = try await exchange(port, [query(port, token, 10)])
            #expect(query.answer.contains("\"n\":4") && query.answer.contains("\"n\":10"))
            #expect(query.answer.hasSuffix("\r\n0\r\n\r\n"))
            for one in [page, query] { #expect(one.took < .seconds(20)) }
        }
    }

    @Test("A connection without a whole request ends within seconds")
    func slow() async throws {
        try await served { port, token in
            let head = String(query(port, token, 10).prefix { $0 != "{" })
            let cases: [(String, [String])] = [
                ("idle", []), ("a byte each second", page(port).map(String.init)),
                ("a body that does not come", [head]),
                ("a body of a byte each second", [head] + Array(repeating: " ", count: 60)),
            ]
            try await withThrowingTaskGroup(of: Void.self) { group in
                for (words, pieces) in cases {
                    group.addTask {
                        let (answer, took) = try await exchange(port, pieces, pause: .seconds(1))
                        #expect(answer.isEmpty, "\(words)")
                        #expect(took > .seconds(1.5) && took < .seconds(15), "\(words): \(took)")
                    }
                }
                try await group.waitForAll()
            }
        }
    }

    @Test("A refusal reaches a client that sends more than may be read")
    func surplus() async throws {
        try await served { port, token in
            let lines = (0..<10_000).map { "a\($0): b\r\n" }.joined()
            let endless = Array(repeating: String(repeating: "a", count: 4000), count: 100)
            let page = page(port)
            let long = page.replacing("\r\n\r\n", with: "\r\nContent-Length: 1000000000000\r\n\r\n")
            for (words, status, pieces) in [
                ("10 000 lines", 431, [String(page.dropLast(2)) + lines + "\r\n"]),
                ("a head without an end", 431, endless), ("a refused body", 413, [long] + endless),
                ("another request", 400, [page + page]),
                ("NUL", 400, [page.replacing("Host", with: "Ho\0st")]),
            ] as [(String, Int, [String])] {
                let (answer, took) = try await exchange(port, pieces)
                #expect(answer.hasPrefix("HTTP/1.1 \(status) \r\n"), "\(words)")
                #expect(answer.contains("\"advice\"") && !answer.contains(token), "\(words)")
                #expect(took < .seconds(15), "\(words): \(took)")
            }
        }
    }

    @Test("Connections beyond the limit are closed, and places become free again")
    func most() async throws {
        try await served { port, _ in
            var sockets: [AsyncSocket] = []
            for _ in 0..<ExplorerServer.mostConnections { sockets.append(try await connect(port)) }
            for _ in 0..<20 {
                let (answer, took) = try await exchange(port, [])
                #expect(answer.isEmpty && took < .seconds(1.5))
            }
            for socket in sockets { try socket.close() }
            try await Task.sleep(for: .milliseconds(500))
            #expect(try await exchange(port, [page(port)]).answer.hasPrefix("HTTP/1.1 200"))
        }
    }

    /// A connection on which the last early number of a long query has come.
    private func longQuery(_ port: UInt16, _ token: String) async throws -> AsyncSocket {
        let socket = try await connect(port)
        try await socket.write(Data(query(port, token, 2000).utf8))
        var text = ""
        while !text.contains("\"n\":75") {
            text += String(decoding: try await socket.read(atMost: 4096), as: UTF8.self)
        }
        return socket
    }

    @Test("A client that closes ends its query; a server that ends closes an open one")
    func ends() async throws {
        // 2 000 runs of 30 days take longer than a query may.
        let (open, ended) = try await served(hours: 30 * 24) { port, token in
            try await longQuery(port, token).close()
            let began = ContinuousClock.now
            let next = try await exchange(port, [query(port, token, 4)])
            #expect(next.answer.contains("\"n\":4"), "\(next.answer)")
            // Nothing was to be written before the query's limit of 10 s.
            #expect(began.duration(to: .now) < .seconds(5))
            return (try await longQuery(port, token), ContinuousClock.now)
        }
        #expect(ended.duration(to: .now) < .seconds(2))
        #expect(!(await all(from: open)).hasSuffix("\r\n0\r\n\r\n"))
        try open.close()
    }
}
