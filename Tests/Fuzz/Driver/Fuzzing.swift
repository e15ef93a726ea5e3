import Foundation

/// libFuzzer's loop. It is called rather than left to bring its own `main`, for which Swift's
/// linking of programs has no room.
@_silgen_name("LLVMFuzzerRunDriver")
private func runDriver(
    _ count: UnsafeMutablePointer<Int32>,
    _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>>,
    _ test: @convention(c) (UnsafePointer<UInt8>?, Int) -> Int32
) -> Int32

/// Runs libFuzzer with this program's arguments; `test` gets each input as a file.
public func fuzz(_ test: @convention(c) (UnsafePointer<UInt8>?, Int) -> Int32) -> Never {
    var count = CommandLine.argc
    var arguments = CommandLine.unsafeArgv
    exit(runDriver(&count, &arguments, test))
}

/// Writes an input to this process's own file, which every input uses again.
///
/// - Returns: The file's path.
public func file(of bytes: UnsafePointer<UInt8>?, count: Int) -> String {
    let path = FileManager.default.temporaryDirectory.path + "/tailwatt-fuzz-\(getpid())"
    let descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
    precondition(
        descriptor >= 0 && write(descriptor, bytes, count) == count, "cannot write \(path)")
    close(descriptor)
    return path
}
