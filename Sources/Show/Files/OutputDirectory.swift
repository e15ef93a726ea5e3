import Synchronization

#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// Files that are published together: all of them, or none.
///
/// All files are written and brought to the disk in a hidden folder first. Then the file that
/// vouches for the others (the manifest, which is added last) is taken away, the others are
/// replaced, and the new one comes last: a reader in between finds no result rather than a mixture
/// of two. What is replaced is kept until then, and put back if anything fails; after a kill the
/// next run that writes there puts it back (`StagingFolder`). A second run that publishes there
/// waits for its turn (`DirectoryTurn`), and replaces the first one's result.
///
/// Nothing is replaced that the ``OutputClaim`` does not cover. A file that is too large to keep in
/// memory is staged: written piece by piece before the others are there.
public struct OutputDirectory {
    private enum File {
        case bytes(name: String, [UInt8])
        case staged(StagedFile)

        var name: String {
            switch self {
            case .bytes(let name, _): name
            case .staged(let file): file.name
            }
        }
    }

    /// The directory's path; it and its parents are created if they do not exist.
    public let path: String
    private let claim: OutputClaim
    private var files: [File] = []
    /// Called before each step of a publication; tests break it off there.
    var beforeStep: (_ step: String) -> Void = { _ in }

    public init(path: String, claim: OutputClaim) {
        precondition(!path.isEmpty, "an output directory needs a path")
        self.path = path
        self.claim = claim
    }

    /// Adds a file to be published, under a plain name that no other one has.
    public mutating func add(_ name: String, _ bytes: [UInt8]) {
        add(.bytes(name: name, bytes))
    }

    /// Adds a file of this directory that is finished, under a name that no other one has.
    public mutating func add(_ file: StagedFile) {
        add(.staged(file))
    }

    private mutating func add(_ file: File) {
        Self.checkName(file.name)
        precondition(!files.contains { $0.name == file.name }, "'\(file.name)' is added twice")
        files.append(file)
    }

    private static func checkName(_ name: String) {
        let isPlain = !name.isEmpty && !name.hasPrefix(".") && !name.contains { "/\n".contains($0) }
        precondition(isPlain, "'\(name)' is no plain file name")
    }

    /// Begins a file, under a plain name, that is written before it is added.
    ///
    /// Creates the directory. Nothing is left of either if the file is not published.
    /// - Throws: `OutputError`.
    public func stage(_ name: String) throws(OutputError) -> StagedFile {
        Self.checkName(name)
        return try inTurn { (directory, _) throws(OutputError) in
            _ = try claim.check([name], in: path)
            return try StagedFile(
                name, in: StagingFolder(in: directory), location: location(of: name))
        }
    }

    /// Finds out whether files can be created there, before a long computation is done in vain.
    ///
    /// Leaves nothing behind, whatever the outcome.
    /// - Parameter names: of the files that there may be.
    public func probe(_ names: [String] = []) throws(OutputError) {
        try inTurn { (directory, _) throws(OutputError) in
            try SignalDeferral.during { () throws(OutputError) in
                _ = try claim.check(names, in: path)
                _ = try StagingFolder(in: directory)
            }
        }
    }

    /// Writes all files in the place of the earlier result's.
    ///
    /// On failure everything is as it was; a staged file is gone when its owner is.
    public func publish() throws(OutputError) {
        try inTurn { (directory, turn) throws(OutputError) in
            try SignalDeferral.during { () throws(OutputError) in
                // Both are found out before the first file is replaced.
                let drops = try claim.check(files.map(\.name), in: path)
                let staging = try StagingFolder(in: directory)
                var staged: [StagedFile] = []
                for file in files { staged.append(try whole(file, in: staging)) }
                try replace(staged, dropping: drops, from: staging, turn)
                try turn.bringToDisk()
            }
        }
    }

    /// Does something in the directory, which is made if need be and has no remains of a run that
    /// was killed, while no other run does.
    private func inTurn<Value>(
        _ body: (NewDirectories, DirectoryTurn) throws(OutputError) -> Value
    ) throws(OutputError) -> Value {
        for _ in 0..<100 {
            let directory = try NewDirectories(path)
            // A run that made the directory and wrote nothing may have removed it since.
            guard let turn = DirectoryTurn(in: path) else { continue }
            StagingFolder.clearRemains(in: path)
            let result = Result { () throws(OutputError) in try body(directory, turn) }
            // Its owner removes an empty directory when no turn holds it any more.
            turn.end()
            return try withExtendedLifetime(directory) { result }.get()
        }
        throw .cannotCreate(path: path, reason: SystemReason(code: ENOENT))
    }

    private func whole(_ file: File, in staging: StagingFolder) throws(OutputError) -> StagedFile {
        switch file {
        case .staged(let file):
            try file.move(to: staging)
            return file
        case .bytes(let name, let bytes):
            let file = try StagedFile(name, in: staging, location: location(of: name))
            try file.write(bytes)
            try file.finish()
            return file
        }
    }

    private func replace(
        _ staged: [StagedFile], dropping drops: [String], from staging: StagingFolder,
        _ turn: DirectoryTurn
    ) throws(OutputError) {
        guard let last = staged.last else { return }
        let plan = PublicationPlan(
            puts: staged.map { ($0.name, $0.manifestFile.sha256) }, drops: drops)
        try write(plan, in: staging)
        do throws(OutputError) {
            for name in [last.name] + drops + staged.dropLast().map(\.name) {
                try takeAway(name, to: staging)
            }
            for file in staged.dropLast() { try put(file) }
            try turn.bringToDisk()
            try put(last)
            beforeStep("all is there")
        } catch {
            _ = plan.undo(in: path, from: staging.path)
            throw error
        }
    }

    private func write(
        _ plan: PublicationPlan, in staging: StagingFolder
    ) throws(OutputError) {
        beforeStep("plan")
        let path = "\(staging.path)/plan"
        let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
        guard descriptor >= 0 else { throw .cannotCreate(path: self.path, reason: .latest) }
        defer { close(descriptor) }
        let failure =
            StagedFile.write(plan.bytes, to: descriptor) ?? StagedFile.synchronize(descriptor)
        if let failure { throw .cannotWrite(path: self.path, reason: failure) }
    }

    private func takeAway(_ name: String, to staging: StagingFolder) throws(OutputError) {
        let path = location(of: name)
        guard FileState.at(path) != nil else { return }
        beforeStep("take away \(name)")
        guard rename(path, staging.old(name)) == 0 else {
            throw .cannotCreate(path: path, reason: .latest)
        }
    }

    private func put(_ file: StagedFile) throws(OutputError) {
        beforeStep("put \(file.name)")
        try file.publish()
    }

    private func location(of name: String) -> String { OutputClaim.location(of: name, in: path) }
}

/// Lets files be written to their end before the program is.
enum SignalDeferral {
    private static let signals = [SIGINT, SIGTERM, SIGHUP, SIGQUIT]

    /// Runs `body`; SIGINT, SIGTERM, SIGHUP and SIGQUIT that come meanwhile are delivered
    /// afterwards.
    static func during<Value, Failure: Error>(
        _ body: () throws(Failure) -> Value
    ) throws(Failure) -> Value {
        deferring.withLock { deferring in
            deferring.count += 1
            if deferring.count > 1 { return }
            isDeferring.store(true, ordering: .sequentiallyConsistent)
            deferring.before = signals.map { number in
                var action = sigaction()
                sigaction(number, nil, &action)
                signal(number, came)
                return action
            }
        }
        defer {
            deferring.withLock { deferring in
                deferring.count -= 1
                if deferring.count > 0 { return }
                for index in signals.indices {
                    sigaction(signals[index], &deferring.before[index], nil)
                }
                isDeferring.store(false, ordering: .sequentiallyConsistent)
            }
            deliver()
        }
        return try body()
    }

    /// The handler while signals wait.
    ///
    /// A thread may be told to run it while they wait, and, on a busy machine, come to do so when
    /// they no longer do and nobody looks any more: then it delivers the signal itself.
    static let came: @convention(c) (Int32) -> Void = { number in
        waiting.store(number, ordering: .sequentiallyConsistent)
        deliver()
    }

    /// Sends the program the signal that waits, if any does and none has to.
    private static func deliver() {
        if isDeferring.load(ordering: .sequentiallyConsistent) { return }
        let number = waiting.exchange(0, ordering: .sequentiallyConsistent)
        if number != 0 { kill(getpid(), number) }
    }

    /// How many bodies run, and what was done about the signals before the first of them. No
    /// handlers alone: the one that ignores a signal is the address 1, which an optional in Swift
    /// may take for nothing.
    private struct Bodies {
        var count = 0
        var before: [sigaction] = []
    }

    private static let deferring = Mutex(Bodies())
    private static let isDeferring = Atomic(false)
    /// The signal that came while signals had to wait; 0: none.
    private static let waiting = Atomic<Int32>(0)
}
