import Foundation

/// A hidden folder next to the output files, where they are completed and from where they are
/// renamed.
///
/// It is locked while its run lives. A killed run leaves it unlocked, so that the next run there
/// can undo a half-done publication and remove the folder; unknown files in it stay.
final class StagingFolder {
    let path: String
    /// The directories that were created for it, and are removed with it if empty.
    private var directories: [NewDirectories]
    private let lock: Int32

    private static let prefix = ".tailwatt-"
    private static let mark = Array("tailwatt writes here; a run that was killed left it\n".utf8)

    init(in directory: NewDirectories) throws(OutputError) {
        directories = [directory]
        for attempt in 0..<100 {
            let path = OutputClaim.location(
                of: "\(Self.prefix)\(getpid())-\(attempt)", in: directory.path)
            guard mkdir(path, 0o777) == 0 else {
                if errno == EEXIST { continue }
                break
            }
            let lock = open("\(path)/lock", O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
            guard lock >= 0 else {
                if errno == ENOENT { continue }
                let reason = SystemReason.latest
                rmdir(path)
                throw .cannotCreate(path: directory.path, reason: reason)
            }
            // Until it is locked, another run may take it for a dead run's and remove it. File
            // systems without locks need no wait.
            let isTaken = flock(lock, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK
            guard !isTaken, Self.hasName(lock) else {
                close(lock)
                continue
            }
            (self.path, self.lock) = (path, lock)
            _ = Self.mark.withUnsafeBytes { write(lock, $0.baseAddress, $0.count) }
            return
        }
        throw .cannotCreate(path: directory.path, reason: .latest)
    }

    deinit {
        Self.remove(path)
        close(lock)
    }

    /// Takes over the directories of the folder that a file leaves for this one.
    func adopt(_ other: StagingFolder) { directories += other.directories }

    func new(_ name: String) -> String { "\(path)/new.\(name)" }
    func old(_ name: String) -> String { "\(path)/old.\(name)" }

    /// Removes a staging folder and its files, unless it holds anything else.
    static func remove(_ path: String) {
        let names = entries(of: path)
        for name in names where name.hasPrefix("new.") || name.hasPrefix("old.") || name == "plan" {
            unlink("\(path)/\(name)")
        }
        unlink("\(path)/lock")
        rmdir(path)
    }

    /// Undoes the half-done publications of killed runs in `directory`.
    static func clearRemains(in directory: String) {
        for name in entries(of: directory) where name.hasPrefix(prefix) {
            let folder = OutputClaim.location(of: name, in: directory)
            guard FileState.at(folder)?.kind == .directory else { continue }
            // A run may be killed before it has its lock, or has written into it.
            guard let written = FileContent.bytes("\(folder)/lock", limit: mark.count) else {
                rmdir(folder)
                continue
            }
            guard mark.starts(with: written) else { continue }
            let lock = open("\(folder)/lock", O_WRONLY | O_CLOEXEC)
            guard lock >= 0 else { continue }
            defer { close(lock) }
            guard flock(lock, LOCK_EX | LOCK_NB) == 0 else { continue }
            let isUndone = PublicationPlan(in: folder)?.undo(in: directory, from: folder) ?? true
            if isUndone { remove(folder) }
        }
    }

    private static func hasName(_ file: Int32) -> Bool {
        var status = stat()
        return fstat(file, &status) == 0 && status.st_nlink > 0
    }

    private static func entries(of path: String) -> [String] {
        guard let handle = opendir(path) else { return [] }
        defer { closedir(handle) }
        var names: [String] = []
        while let entry = readdir(handle) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) { start in
                start.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
            }
            if name != "." && name != ".." { names.append(name) }
        }
        return names.sorted()
    }
}

/// The planned renames, written down first so that a later run can undo a broken publication.
struct PublicationPlan {
    /// Files to be renamed, in order. After the last one the publication is complete.
    let puts: [(name: String, hash: String)]
    let drops: [String]

    private static let head = "tailwatt plan 1"
    private static let end = "end"

    init(puts: [(name: String, hash: String)], drops: [String]) {
        precondition(!puts.isEmpty, "nothing is published")
        (self.puts, self.drops) = (puts, drops)
    }

    /// The plan of a staging folder; `nil` if it is missing or incomplete: then nothing was renamed
    /// yet.
    init?(in folder: String) {
        guard let bytes = FileContent.bytes("\(folder)/plan", limit: 1 << 20) else { return nil }
        let lines = String(decoding: bytes, as: UTF8.self).split(
            separator: "\n", omittingEmptySubsequences: false
        ).map(String.init)
        guard lines.first == Self.head, lines.suffix(2) == [Self.end, ""] else { return nil }
        var (puts, drops) = ([(name: String, hash: String)](), [String]())
        for line in lines.dropFirst().dropLast(2) {
            let words = line.split(separator: " ", maxSplits: 2).map(String.init)
            switch words.first {
            case "put" where words.count == 3 && !words[2].contains("/"):
                puts.append((words[2], words[1]))
            case "drop" where words.count == 2 && !words[1].contains("/"): drops.append(words[1])
            default: return nil
            }
        }
        guard !puts.isEmpty else { return nil }
        (self.puts, self.drops) = (puts, drops)
    }

    var bytes: [UInt8] {
        let lines =
            [Self.head] + puts.map { "put \($0.hash) \($0.name)" } + drops.map { "drop \($0)" }
        return Array((lines + [Self.end, ""]).joined(separator: "\n").utf8)
    }

    /// Restores the earlier files, unless the publication was complete; leaves unknown files alone.
    ///
    /// - Returns: Whether no earlier file is left in the staging folder.
    func undo(in directory: String, from folder: String) -> Bool {
        guard let last = puts.last, FileState.at("\(folder)/new.\(last.name)") != nil else {
            return true
        }
        for put in puts where FileState.at("\(folder)/new.\(put.name)") == nil {
            let path = OutputClaim.location(of: put.name, in: directory)
            if FileContent.hash(path) == put.hash { unlink(path) }
        }
        // The manifest, which vouches for the others, comes back last.
        var isUndone = true
        for name in drops + puts.map(\.name) where FileState.at("\(folder)/old.\(name)") != nil {
            let path = OutputClaim.location(of: name, in: directory)
            let isFree = FileState.at(path) == nil
            if !isFree || rename("\(folder)/old.\(name)", path) != 0 { isUndone = false }
        }
        return isUndone
    }
}

/// A directory with its created parents, which are removed with the last owner if empty.
final class NewDirectories {
    let path: String
    private var created: [String] = []

    init(_ path: String) throws(OutputError) {
        self.path = path
        // A run that made one of them and wrote nothing may remove it before the next one is made.
        for _ in 0..<100 where try areThere() { return }
        throw .cannotCreate(path: path, reason: SystemReason(code: ENOENT))
    }

    /// Creates missing directories; `false` if one disappears meanwhile.
    private func areThere() throws(OutputError) -> Bool {
        var prefix = path.hasPrefix("/") ? "/" : ""
        for component in path.split(separator: "/") {
            prefix += component
            if mkdir(prefix, 0o777) == 0 {
                created.append(prefix)
            } else {
                let reason = SystemReason.latest
                if FileState.behind(prefix)?.kind != .directory {
                    // It was removed, or removed and created again.
                    let now = FileState.at(prefix)?.kind
                    let mayBeGone = [EEXIST, ENOENT].contains(reason.code)
                    if mayBeGone, now == nil || now == .directory { return false }
                    let isFile = reason.code == EEXIST
                    throw .cannotCreate(
                        path: prefix, reason: isFile ? SystemReason(code: ENOTDIR) : reason)
                }
            }
            prefix += "/"
        }
        return true
    }

    deinit { for directory in created.reversed() { DirectoryTurn.remove(directory) } }
}

/// A writer's turn in a directory, during which other writers wait.
///
/// Two runs that replaced the same files at once would mix their results. The lock is on the
/// directory itself, so it ends with its run and leaves no file. Without file locks, or without
/// permission to read the directory, no writer waits.
package struct DirectoryTurn {
    private let path: String
    /// −1 without a lock.
    private let descriptor: Int32

    /// Waits for the current writer; the caller must end the new turn.
    ///
    /// - Returns: `nil` if the directory disappears meanwhile.
    package init?(in path: String) {
        self.path = path
        descriptor = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        if descriptor < 0 {
            if errno == ENOENT { return nil }
            return
        }
        while flock(descriptor, LOCK_EX) != 0 && errno == EINTR {}
        if FileState.open(descriptor)?.identity != FileState.behind(path)?.identity {
            end()
            return nil
        }
    }

    /// Removes an empty directory, unless a writer has its turn there.
    static func remove(_ path: String) {
        let descriptor = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        defer { if descriptor >= 0 { close(descriptor) } }
        let isBusy = flock(descriptor, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK
        if isBusy { return }
        // A writer may have its turn in another directory that has taken this one's place.
        let isOther =
            descriptor >= 0
            && FileState.open(descriptor)?.identity != FileState.behind(path)?.identity
        if !isOther { rmdir(path) }
    }

    package func end() {
        guard descriptor >= 0 else { return }
        // Closing would not unlock: a child process shares the descriptor until it calls exec.
        flock(descriptor, LOCK_UN)
        close(descriptor)
    }

    /// Synchronises the directory's names to the disk; ignored if the directory may not be read.
    func bringToDisk() throws(OutputError) {
        guard descriptor >= 0 else { return }
        if let failure = StagedFile.synchronize(descriptor) {
            throw .cannotWrite(path: path, reason: failure)
        }
    }
}
