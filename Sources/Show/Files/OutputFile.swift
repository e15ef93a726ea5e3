import Foundation

/// A single output file that the user names.
///
/// `-` is standard output. Pipes, terminals and targets of links are written through. A regular
/// file appears whole or not at all, and replaces only one that the same command wrote (``Seal``).
public struct OutputFile {
    public let path: String
    private let claim: OutputClaim

    public init(path: String, claim: OutputClaim) {
        precondition(!path.isEmpty, "an output file needs a path")
        (self.path, self.claim) = (path, claim)
    }

    private enum Destination {
        case descriptor(Int32)
        case through(String)
        /// Created, or replaced as a whole.
        case replaced(String)
    }

    /// Whether the file shares standard output with the command's own text.
    public var isStandardOutput: Bool {
        guard let destination = try? destination(), case .descriptor(1) = destination else {
            return false
        }
        return true
    }

    /// A text that two output files share only if they are the same file.
    public var place: String {
        get throws(OutputError) {
            switch try destination() {
            case .descriptor(let descriptor): "descriptor \(descriptor)"
            case .through(let path): "through \(Self.realPath(path))"
            case .replaced(let target): Self.realPath(target)
            }
        }
    }

    /// The real path of an existing or future file; missing folders keep their names.
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

    /// Checks that the file can be written, before a long computation.
    public func probe() throws(OutputError) {
        guard case .replaced(let target) = try destination() else { return }
        try OutputDirectory(path: Self.folder(of: target), claim: claim).probe()
    }

    /// - `form`: How the file records its writer; files that are written through do not.
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

    private func destination() throws(OutputError) -> Destination {
        if path == "-" { return .descriptor(1) }
        let chain = try links()
        let target = chain.last ?? path
        guard let state = FileState.behind(path) else { return .replaced(target) }
        try claim.refuseInput(state, at: path)
        for standard in [1, 2] as [Int32]
        where FileState.open(standard)?.identity == state.identity { return .descriptor(standard) }
        switch state.kind {
        case .stream: return .through(path)
        case .disk where claim.mayWriteToDisks: return .through(path)
        case .disk, .other: throw .inTheWay(path: path, .noFile)
        case .directory: throw .cannotCreate(path: path, reason: .isDirectory)
        case .regular, .link:
            try claim.checkAlone(state, at: target)
            // A new file in place of a process's descriptor would be a different file.
            let isOpened = chain.contains { $0.hasPrefix("/proc/") || $0.hasPrefix("/dev/") }
            return isOpened ? .through(path) : .replaced(target)
        }
    }

    /// The paths that the links lead to; only the last is not a link.
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
