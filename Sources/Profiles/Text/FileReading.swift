import Foundation

/// The bytes of the file at `path`, unless there are more than `limit`.
///
/// The size is looked at first, and never more than `limit` bytes and one are read, so that a huge
/// or endless file costs nothing.
func readFile(_ path: String, limit: Int) throws(FileFault) -> [UInt8] {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw fault(errno) }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw fault(errno) }
    if status.st_mode & S_IFMT == S_IFDIR { throw .isDirectory }
    if Int(status.st_size) > limit { throw .tooLarge(size: Int(status.st_size), limit: limit) }
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
            throw fault(errno)
        }
        bytes += chunk[..<count]
        if bytes.count > limit { throw .tooLarge(size: nil, limit: limit) }
    }
}

private func fault(_ code: Int32) -> FileFault {
    switch code {
    case ENOENT, ENOTDIR: .noSuchFile
    case EISDIR: .isDirectory
    default: .unreadable(reason: String(cString: strerror(code)))
    }
}
