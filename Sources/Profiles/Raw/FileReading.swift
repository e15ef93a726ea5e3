import Foundation
import Show
import Traces

/// Reads a file of at most `limit` bytes.
///
/// It checks the size first and reads at most `limit` + 1 bytes, so that a huge or endless file
/// costs nothing.
func readFile(_ path: String, limit: Int) throws(FileFault) -> [UInt8] {
    let descriptor: Int32
    let size: Int?
    do throws(FileOpening.Fault) {
        (descriptor, size) = try FileOpening.open(path)
    } catch {
        switch error {
        case .noSuchFile: throw .noSuchFile
        case .isDirectory: throw .isDirectory
        case .outside(let folders): throw .outside(folders)
        case .unreadable(let reason): throw .unreadable(reason: reason)
        }
    }
    defer { close(descriptor) }
    if let size, size > limit { throw .tooLarge(size: size, limit: limit) }
    return try readAll(descriptor, limit: limit)
}

private func readAll(_ descriptor: Int32, limit: Int) throws(FileFault) -> [UInt8] {
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 1 << 16)
    while true {
        let count = read(descriptor, &chunk, chunk.count)
        if count == 0 { return bytes }
        guard count > 0 else {
            if errno == EINTR { continue }
            throw .unreadable(reason: String(cString: strerror(errno)))
        }
        bytes += chunk[..<count]
        if bytes.count > limit { throw .tooLarge(size: nil, limit: limit) }
    }
}

func foreignBytes(_ path: String) throws(ProfileFailure) -> [UInt8] {
    do throws(FileFault) {
        return try readFile(path, limit: LogFile.sizeLimit)
    } catch {
        throw ProfileFailure(Diagnostic(.file(error), file: path))
    }
}

extension Diagnostic {
    init(_ kind: Kind, at line: Int?, of path: String) {
        self.init(
            kind, file: path, place: line.map { SourcePlace(line: $0, column: 1) }, excerpt: nil)
    }
}
