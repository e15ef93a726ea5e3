import FlyingSocks
import Foundation
import Synchronization

/// Serves the explorer's page on 127.0.0.1, and simulates the points that it asks for.
public final class ExplorerServer: Sendable {
    static let mostConnections = 8

    private let keeper: PageKeeper
    private let jobs: Int
    private let token = RequestGate.makeToken()
    private let connections = Mutex(0)

    /// Begins with the page `first`; `make` makes it of the files as they are now, and throws a
    /// ``RequestRefusal``. Up to `jobs` replications run at the same time.
    public init(
        _ first: ServedPage, jobs: Int,
        again make: @escaping @Sendable () async throws -> ServedPage
    ) { (keeper, self.jobs) = (PageKeeper(first, make), jobs) }

    /// Whether the port of 127.0.0.1 can be listened on now.
    public static func isFree(_ port: UInt16) -> Bool { (try? listening(on: port).close()) != nil }

    /// Serves until the task is cancelled.
    ///
    /// - `listens`: Called once, with the address for the user.
    public func run(on port: UInt16, _ listens: @escaping @Sendable (String) -> Void) async throws {
        let handler = QueryHandler(
            gate: RequestGate(port: port, token: token), keeper: keeper, jobs: jobs)
        let pool: some AsyncSocketPool = SocketPool.make()
        try await pool.prepare()
        let socket = try AsyncSocket(socket: Self.listening(on: port), pool: pool)
        defer { try? socket.close() }
        listens("http://127.0.0.1:\(port)/#token=\(token)")
        try await first(pool.run) { try await self.accept(from: socket, handler) }
    }

    private func accept(from socket: AsyncSocket, _ handler: QueryHandler) async throws {
        try await withThrowingDiscardingTaskGroup { group in
            while true {
                guard let accepted = try? await socket.accept() else {
                    // The client has gone, or a file must be closed first.
                    try await Task.sleep(for: .milliseconds(100))
                    continue
                }
                guard connections.withLock({ $0 < Self.mostConnections }) else {
                    try accepted.close()
                    continue
                }
                connections.withLock { $0 += 1 }
                group.addTask {
                    await Connection(socket: accepted, handler: handler).run()
                    self.connections.withLock { $0 -= 1 }
                }
            }
        }
    }

    private static func listening(on port: UInt16) throws -> Socket {
        let socket = try Socket(domain: AF_INET)
        do {
            try socket.setValue(true, for: .localAddressReuse)
            #if canImport(Darwin)
                try socket.setValue(true, for: .noSIGPIPE)
            #endif
            try socket.bind(to: .inet(ip4: "127.0.0.1", port: port))
        } catch {
            try socket.close()
            throw error
        }
        try socket.listen()
        return socket
    }
}
