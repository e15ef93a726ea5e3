#if Serve
    import FlyingFox
    import FlyingSocks
    import Foundation

    /// Serves the explorer's page on 127.0.0.1, and simulates the points that it asks for.
    public struct ExplorerServer: Sendable {
        private let keeper: PageKeeper
        private let jobs: Int
        private let token = RequestGate.makeToken()

        /// - Parameters:
        ///   - jobs: The replications that run at the same time.
        ///   - make: The page from the files as they are now; throws a ``RequestRefusal``.
        public init(
            _ first: ServedPage, jobs: Int,
            again make: @escaping @Sendable () async throws -> ServedPage
        ) { (keeper, self.jobs) = (PageKeeper(first, make), jobs) }

        /// Whether the port of 127.0.0.1 can be listened on now.
        public static func isFree(_ port: UInt16) -> Bool {
            guard let socket = try? Socket(domain: AF_INET) else { return false }
            defer { try? socket.close() }
            do {
                try socket.setValue(true, for: .localAddressReuse)
                try socket.bind(to: .inet(ip4: "127.0.0.1", port: port))
                try socket.listen()
                return true
            } catch { return false }
        }

        /// Serves until the task is cancelled.
        ///
        /// - `listens`: Called once, with the address for the user.
        public func run(
            on port: UInt16, _ listens: @escaping @Sendable (String) -> Void
        ) async throws {
            let gate = RequestGate(port: port, token: token)
            let watch = ConnectionWatch(port: port)
            let handler = QueryHandler(gate: gate, watch: watch, keeper: keeper, jobs: jobs)
            // `HTTPServer(port:)` would listen on all interfaces.
            let server = HTTPServer(
                address: try .inet(ip4: "127.0.0.1", port: port), timeout: 120, logger: watch,
                handler: handler)
            try await withThrowingTaskGroup(of: Void.self) { group in
                group.addTask { try await server.run() }
                group.addTask {
                    try await server.waitUntilListening()
                    listens("http://127.0.0.1:\(port)/#token=\(token)")
                    while true {
                        try await Task.sleep(for: .milliseconds(500))
                        watch.look()
                    }
                }
                defer { group.cancelAll() }
                try await group.next()
            }
        }
    }
#endif
