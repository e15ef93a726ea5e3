import FlyingSocks
import Foundation

/// Reads a request, answers it, and ends.
struct Connection: Sendable {
    private static let longestRequest = Duration.seconds(2)
    private static let longestAnswer = Duration.seconds(120)

    let socket: AsyncSocket
    let handler: QueryHandler

    func run() async {
        try? await exchange()
        try? socket.close()
    }

    private func exchange() async throws {
        let answer: @Sendable () async -> Answer = try await within(Self.longestRequest) {
            do {
                let request = try await Request.read(through: handler.gate, socket.read(atMost:))
                return { await handler.answer(to: request) }
            } catch let refusal as RequestRefusal { return { Answer(refusal) } }
        }
        try await within(Self.longestAnswer) {
            // A client that closes ends its answer, and what is simulated for it.
            try await first({ try await send(await answer()) }, untilClosed)
        }
        // A close with bytes unread would take the answer from a client that has not read it.
        shutdown(socket.socket.file.rawValue, Int32(SHUT_WR))
        try await within(.seconds(1), untilClosed)
    }

    private func send(_ answer: Answer) async throws {
        try await socket.write(Data(answer.head.utf8))
        for await part in answer.parts {
            let size = String(part.count, radix: 16)
            try await socket.write(Data("\(size)\r\n".utf8 + part + "\r\n".utf8))
        }
        // Only a whole answer has an end.
        try Task.checkCancellation()
        try await socket.write(Data("0\r\n\r\n".utf8))
    }

    /// Reads and drops up to a mebibyte, until the client closes.
    @Sendable private func untilClosed() async throws {
        for _ in 0..<256 {
            guard (try? await socket.read(atMost: 4096)) != nil else { return }
        }
    }

    private func within<Value: Sendable>(
        _ limit: Duration, _ work: @escaping @Sendable () async throws -> Value
    ) async throws -> Value {
        try await first(work) {
            try await Task.sleep(for: limit)
            throw CancellationError()
        }
    }
}

/// Runs both; returns or throws what the first to end does, and cancels the other.
func first<Value: Sendable>(
    _ one: @escaping @Sendable () async throws -> Value,
    _ other: @escaping @Sendable () async throws -> Value
) async throws -> Value {
    try await withThrowingTaskGroup(of: Value.self) { group in
        group.addTask(operation: one)
        group.addTask(operation: other)
        defer { group.cancelAll() }
        guard let value = try await group.next() else { throw CancellationError() }
        return value
    }
}
