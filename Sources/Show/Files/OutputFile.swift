#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// A file that the user names, and that stands alone.
///
/// `-` is standard output. A pipe, a terminal, or what a link leads to is written through. A
/// regular file appears whole or not at all, in the place of one that the same command wrote
/// (``Seal``), and of no other.
public struct OutputFile {
    public let path: String
    private let claim: OutputClaim

    public init(path: String, claim: OutputClaim) {
        precondition(!path.isEmpty, "an output file needs a path")
        (self.path, self.claim) = (path, claim)
    }

    private enum Destination {
        case descriptor(Int32)
        /// Opened and written to as it stands.
        case through(String)
        /// Created, or replaced as a whole.
        case replaced(String)
    }

    /// Whether what is written goes where the command's own words go.
    public var isStandardOutput: Bool {
        guard let destination = try? destination(), case .descriptor(1) = destination else {
            return false
        }
        return true
    }

    /// Where the bytes go, as a text that two files share only if they are one: the real path of a
    /// file to be, or what is written through.
    public var place: String {
        get throws(OutputError) {
            switch try destination() {
            case .descriptor(let descriptor): "descriptor \(descriptor)"
            case .through(let path): "through \(Self.realPath(path))"
            case .replaced(let target): Self.realPath(target)
            }
        }
    }

    /// The real path of what is there or will be; of folders that are not there their names.
    public static func realPath(_ path: String) -> String {
        if let real = realpath(path, nil) {
            defer { free(real) }
            return String(cString: real)
        }
        let name = path.split(separator: "/").last.map(String.init) ?? ""
        let folder = folder(of: path.hasSuffix("/") ? String(path.dropLast()) : path)
        guard !name.isEmpty, folder != path else { return path }
        let parent = realPath(folder)
        return name == "." ? parent : OutputClaim.location(of: name, in: parent)
    }

    /// Finds out whether the file can be written, before a long computation is done in vain.
    public func probe() throws(OutputError) {
        guard case .replaced(let target) = try destination() else { return }
        try OutputDirectory(path: Self.folder(of: target), claim: claim).probe()
    }

    /// Writes the file.
    ///
    /// - Parameters:
    ///   - bytes: the content.
    ///   - form: how the file says who wrote it; what is written through says nothing.
    /// - Throws: `OutputError`.
    public func publish(_ bytes: [UInt8], sealed form: Seal.Form) throws(OutputError) {
        switch try destination() {
        case .descriptor(let descriptor): try write(bytes, to: descriptor)
        case .through(let path):
            let descriptor = open(path, O_WRONLY | O_TRUNC | O_CLOEXEC)
            guard descriptor >= 0 else { throw .cannotCreate(path: path, reason: .latest) }
            defer { close(descriptor) }
            try write(bytes, to: descriptor)
        case .replaced(let target):
            try SignalDeferral.during { () throws(OutputError) in
                let directory = try NewDirectories(Self.folder(of: target))
                let staging = try StagingFolder(in: directory)
                let file = try StagedFile("file", in: staging, location: target)
                try file.write(Seal.sealed(bytes, form, by: claim.work))
                try file.finish()
                try file.publish()
            }
        }
    }

    private func write(_ bytes: [UInt8], to descriptor: Int32) throws(OutputError) {
        if let reason = StagedFile.write(bytes, to: descriptor) {
            throw .cannotWrite(path: path, reason: reason)
        }
    }

    /// - Throws: where something is in the way.
    private func destination() throws(OutputError) -> Destination {
        if path == "-" { return .descriptor(1) }
        let chain = try links()
        let target = chain.last ?? path
        guard let state = FileState.behind(path) else { return .replaced(target) }
        try claim.refuseInput(state, at: path)
        for standard in [1, 2] as [Int32]
        where FileState.open(standard)?.identity == state.identity {
            return .descriptor(standard)
        }
        switch state.kind {
        case .stream: return .through(path)
        case .disk where claim.mayWriteToDisks: return .through(path)
        case .disk, .other: throw .inTheWay(path: path, .noFile)
        case .directory: throw .cannotCreate(path: path, reason: .isDirectory)
        case .regular, .link:
            try claim.checkAlone(state, at: target)
            // Behind a process's own descriptors a new file would be another one.
            let isOpened = chain.contains { $0.hasPrefix("/proc/") || $0.hasPrefix("/dev/") }
            return isOpened ? .through(path) : .replaced(target)
        }
    }

    /// The paths that the links lead to, the last of which is no link.
    private func links() throws(OutputError) -> [String] {
        var chain: [String] = []
        var current = path
        while FileState.at(current)?.kind == .link {
            var buffer = [CChar](repeating: 0, count: 4096)
            let count = readlink(current, &buffer, buffer.count)
            guard count > 0, chain.count < 40 else {
                throw .cannotCreate(path: path, reason: SystemReason(code: ELOOP))
            }
            let next = String(
                decoding: buffer[..<count].map { UInt8(bitPattern: $0) }, as: UTF8.self)
            current =
                next.hasPrefix("/")
                ? next : OutputClaim.location(of: next, in: Self.folder(of: current))
            chain.append(current)
        }
        return chain
    }

    /// `.` for a file in the current folder.
    private static func folder(of path: String) -> String {
        guard let slash = path.lastIndex(of: "/") else { return "." }
        return slash == path.startIndex ? "/" : String(path[..<slash])
    }
}
