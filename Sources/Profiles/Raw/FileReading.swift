import Foundation

/// Reads a file of at most `limit` bytes.
///
/// It checks the size first and reads at most `limit` + 1 bytes, so that a huge or endless file
/// costs nothing.
func readFile(_ path: String, limit: Int) throws(Fault) -> [UInt8] {
    let descriptor: Int32
    let size: Int?
    do throws(FileOpening.Fault) {
        (descriptor, size) = try FileOpening.open(path)
    } catch {
        switch error {
        case .noSuchFile: throw .noSuchFile
        case .isDirectory:
            throw Fault(
                "this is a directory, not a file", advice: "Name a file in it.", about: .file)
        case .outside: throw Fault(error.reason, advice: FileOpening.outsideAdvice, about: .file)
        case .unreadable(let reason): throw .unreadable(reason)
        }
    }
    defer { close(descriptor) }
    if let size, size > limit { throw .tooLarge(size: size, limit: limit) }
    return try readAll(descriptor, limit: limit)
}

private func readAll(_ descriptor: Int32, limit: Int) throws(Fault) -> [UInt8] {
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 1 << 16)
    while true {
        let count = read(descriptor, &chunk, chunk.count)
        if count == 0 { return bytes }
        guard count > 0 else {
            if errno == EINTR { continue }
            throw .unreadable(String(cString: strerror(errno)))
        }
        bytes += chunk[..<count]
        if bytes.count > limit { throw .tooLarge(size: nil, limit: limit) }
    }
}

func foreignBytes(_ path: String) throws(ProfileFailure) -> [UInt8] {
    do throws(Fault) {
        return try readFile(path, limit: LogFile.sizeLimit)
    } catch { throw ProfileFailure(Diagnostic(error, file: path)) }
}

extension Fault {
    fileprivate static func unreadable(_ reason: String) -> Fault {
        Fault(
            "the file cannot be read: \(reason)", advice: "Check the file's permissions.",
            about: .file)
    }
}
