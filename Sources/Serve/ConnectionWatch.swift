#if Serve
    import FlyingFox
    import FlyingSocks
    import Foundation
    import Synchronization

    /// Ends connections that are too many, or whose request does not arrive.
    ///
    /// FlyingFox limits neither their number nor the length and time of a head. It logs each
    /// accepted connection; so this is its log. It reads no message.
    final class ConnectionWatch: Logging {
        static let most = 8
        static let longestRequest = Duration.seconds(2)
        static let longestAnswer = Duration.seconds(120)

        private struct Connection {
            let since: ContinuousClock.Instant
            var isAdmitted = false
        }

        /// What may wait to be read, in bytes: FlyingFox takes seconds for a line of 100 kB.
        private static let mostWaiting: Int32 = 4096

        private let port: UInt16
        /// By the other end's port.
        private let known = Mutex<[UInt16: Connection]>([:])

        init(port: UInt16) { self.port = port }

        /// Gives a connection the time for an answer, after a complete request.
        func admit(_ address: HTTPRequest.Address?) {
            guard case .ip4(_, let port) = address else { return }
            known.withLock { $0[port, default: Connection(since: .now)].isAdmitted = true }
        }

        func look(at now: ContinuousClock.Instant = .now) {
            known.withLock { known in
                // Descriptors are the lowest free numbers.
                let open = (0..<256).compactMap { file -> (socket: Socket, port: UInt16)? in
                    var status = stat()
                    guard fstat(Int32(file), &status) == 0, status.st_mode & S_IFMT == S_IFSOCK
                    else { return nil }
                    let socket = Socket(file: .init(rawValue: Int32(file)))
                    guard case .ip4(_, port)? = try? socket.sockname() else { return nil }
                    // Connections have what the listening socket has.
                    try? socket.setValue(Self.mostWaiting, for: .receiveBufferSize)
                    guard case .ip4(_, let port)? = try? socket.remotePeer() else { return nil }
                    return (socket, port)
                }
                let before = known
                known = [:]
                for (_, port) in open { known[port] = before[port] ?? Connection(since: now) }
                let oldest = known.sorted { $0.value.since < $1.value.since }.map(\.key)
                for (socket, port) in open {
                    guard let connection = known[port] else { continue }
                    let limit =
                        connection.isAdmitted ? Self.longestAnswer : Self.longestRequest
                    let isSurplus = oldest.dropFirst(Self.most).contains(port)
                    if isSurplus || connection.since.duration(to: now) > limit {
                        shutdown(socket.file.rawValue, Int32(SHUT_RDWR))
                    }
                }
            }
        }

        func logInfo(_: @autoclosure () -> String) { look() }
        func logDebug(_: @autoclosure () -> String) {}
        func logWarning(_: @autoclosure () -> String) {}
        func logError(_: @autoclosure () -> String) {}
        func logCritical(_: @autoclosure () -> String) {}
    }
#endif
