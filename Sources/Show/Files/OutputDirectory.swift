import Foundation
import Synchronization

/// Publishes files in a directory together, all or none.
///
/// All files are first written and synchronised in a hidden folder. Then the old manifest is
/// removed, the other files are replaced, and the new manifest, added last, is put in place: a
/// reader in between finds no result rather than a mixture.
///
/// Replaced files are kept until the end and restored if anything fails; after a kill, the next run
/// there restores them (`StagingFolder`). A second run waits for its turn (`DirectoryTurn`). Only
/// files that the ``OutputClaim`` covers are replaced. Files too large for memory are staged:
/// written piece by piece before the others.
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

    /// Created if missing, with its parents.
    public let path: String
    private let claim: OutputClaim
    private var files: [File] = []
    /// Called before each step, so that tests can interrupt a publication there.
    var beforeStep: (_ step: String) -> Void = { _ in }

    public init(path: String, claim: OutputClaim) {
        precondition(!path.isEmpty, "an output directory needs a path")
        (self.path, self.claim) = (path, claim)
    }

    public mutating func add(_ name: String, _ bytes: [UInt8]) { add(.bytes(name: name, bytes)) }

    /// Adds a finished file of this directory, with an unused name.
    public mutating func add(_ file: StagedFile) { add(.staged(file)) }

    private mutating func add(_ file: File) {
        Self.checkName(file.name)
        precondition(!files.contains { $0.name == file.name }, "'\(file.name)' is added twice")
        files.append(file)
    }

    private static func checkName(_ name: String) {
        let isPlain = !name.isEmpty && !name.hasPrefix(".") && !name.contains { "/\n".contains($0) }
        precondition(isPlain, "'\(name)' is no plain file name")
    }

    /// Starts a file that is written before it is added; creates the directory.
    ///
    /// Nothing remains if the file is not published.
    public func stage(_ name: String) throws(OutputError) -> StagedFile {
        Self.checkName(name)
        return try inTurn { (directory, _) throws(OutputError) in
            _ = try claim.check([name], in: path)
            return try StagedFile(
                name, in: StagingFolder(in: directory), location: location(of: name))
        }
    }

    /// Checks that the files can be created, before a long computation; leaves nothing behind.
    public func probe(_ names: [String] = []) throws(OutputError) {
        try inTurn { (directory, _) throws(OutputError) in
            try SignalDeferral.during { () throws(OutputError) in
                _ = try claim.check(names, in: path)
                _ = try StagingFolder(in: directory)
            }
        }
    }

    /// Writes all files in place of the earlier result's; on failure everything is as before.
    public func publish() throws(OutputError) {
        try inTurn { (directory, turn) throws(OutputError) in
            try SignalDeferral.during { () throws(OutputError) in
                // Detects both before the first file is replaced.
                let drops = try claim.check(files.map(\.name), in: path)
                let staging = try StagingFolder(in: directory)
                var staged: [StagedFile] = []
                for file in files { staged.append(try whole(file, in: staging)) }
                try replace(staged, dropping: drops, from: staging, turn)
                try turn.bringToDisk()
            }
        }
    }

    /// Calls a closure while no other run uses the directory, which is created and cleaned of
    /// killed runs.
    private func inTurn<Value>(
        _ body: (NewDirectories, DirectoryTurn) throws(OutputError) -> Value
    ) throws(OutputError) -> Value {
        for _ in 0..<100 {
            let directory = try NewDirectories(path)
            // A run that made the directory and wrote nothing may have removed it since.
            guard let turn = DirectoryTurn(in: path) else { continue }
            StagingFolder.clearRemains(in: path)
            let result = Result { () throws(OutputError) in try body(directory, turn) }
            // The owner removes an empty directory only after no turn holds it.
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

    private func write(_ plan: PublicationPlan, in staging: StagingFolder) throws(OutputError) {
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

/// Delays signals until files are completely written.
enum SignalDeferral {
    private static let signals = [SIGINT, SIGTERM, SIGHUP, SIGQUIT]

    /// Runs `body` and delivers SIGINT, SIGTERM, SIGHUP and SIGQUIT afterwards.
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

    /// The handler while signals are deferred.
    ///
    /// On a busy machine a thread may run it after the deferral has ended, so it also delivers the
    /// signal itself.
    static let came: @convention(c) (Int32) -> Void = { number in
        waiting.store(number, ordering: .sequentiallyConsistent)
        deliver()
    }

    /// Sends the waiting signal, if any, unless signals are deferred.
    private static func deliver() {
        if isDeferring.load(ordering: .sequentiallyConsistent) { return }
        let number = waiting.exchange(0, ordering: .sequentiallyConsistent)
        if number != 0 { kill(getpid(), number) }
    }

    /// The number of running bodies, and the signal actions before the first.
    ///
    /// Actions, not handlers: SIG_IGN is the address 1, which a Swift optional may take for `nil`.
    private struct Bodies {
        var count = 0
        var before: [sigaction] = []
    }

    private static let deferring = Mutex(Bodies())
    private static let isDeferring = Atomic(false)
    private static let waiting = Atomic<Int32>(0)
}
