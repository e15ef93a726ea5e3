import Foundation

/// A request with its body, read within strict bounds.
///
/// It takes less than HTTP/1.1 allows: no tab, no header twice, no encoded body, no second request.
struct Request: Sendable {
    let method: String
    let path: String
    /// By their names in small letters.
    let headers: [String: String]
    var body: [UInt8] = []

    /// Bytes, with the empty line.
    static let longestHead = 8192
    private static let lettersOfNames = Set("abcdefghijklmnopqrstuvwxyz0123456789-_")

    /// - `more`: Waits for bytes, and returns at most as many as asked for.
    static func read(
        through gate: RequestGate, _ more: (Int) async throws -> [UInt8]
    ) async throws -> Request {
        var bytes: [UInt8] = []
        var end: Range<Int>?
        while end == nil {
            guard bytes.count < longestHead else {
                throw RequestRefusal(431, "the head is too long", "Send \(longestHead) bytes.")
            }
            let searched = max(0, bytes.count - 3)
            bytes += try await more(longestHead - bytes.count)
            end = bytes[searched...].firstRange(of: Array("\r\n\r\n".utf8))
        }
        guard let end, var request = Request(head: bytes[..<end.lowerBound]) else {
            throw RequestRefusal(400, "the request is not HTTP/1.1", "Open the printed address.")
        }
        // The length that the gate lets through is known, and small.
        if let refusal = gate.refusal(of: request) { throw refusal }
        let length = request.length ?? 0
        request.body = Array(bytes[end.upperBound...])
        while request.body.count < length {
            request.body += try await more(length - request.body.count)
        }
        guard request.body.count == length else {
            throw RequestRefusal(400, "the body is longer than said", "Send one request.")
        }
        return request
    }

    /// Bytes of the body; `nil` if they are not given in digits.
    var length: Int? {
        guard headers["transfer-encoding"] == nil else { return nil }
        let digits = headers["content-length"] ?? "0"
        return digits.allSatisfy { ("0"..."9").contains($0) } ? Int(digits) : nil
    }
}

extension Request {
    private init?(head: ArraySlice<UInt8>) {
        let lines = String(decoding: head, as: UTF8.self)
            .split(separator: "\r\n" as Character, omittingEmptySubsequences: false)
        let words = lines[0].split(separator: " ", omittingEmptySubsequences: false)
        // A lone CR or LF separates lines for some readers.
        guard lines.allSatisfy({ $0.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F } }),
            words.count == 3, words[2] == "HTTP/1.1"
        else { return nil }
        var headers: [String: String] = [:]
        for line in lines.dropFirst() {
            guard let colon = line.firstIndex(of: ":") else { return nil }
            let name = line[..<colon].lowercased()
            let value = line[colon...].dropFirst().trimmingCharacters(in: .whitespaces)
            guard !name.isEmpty, Self.lettersOfNames.isSuperset(of: name),
                headers.updateValue(value, forKey: name) == nil
            else { return nil }
        }
        self.init(method: String(words[0]), path: String(words[1]), headers: headers)
    }
}
