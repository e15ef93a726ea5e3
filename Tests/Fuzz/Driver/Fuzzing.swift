import Foundation

/// The function that libFuzzer calls with each input.
public typealias Test = @convention(c) (UnsafePointer<UInt8>?, Int) -> Int32

/// libFuzzer's loop. It is called here because Swift's linking leaves no room for libFuzzer's own
/// `main`.
@_silgen_name("LLVMFuzzerRunDriver")
private func runDriver(
    _ count: UnsafeMutablePointer<Int32>,
    _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>>,
    _ test: Test
) -> Int32

/// Runs libFuzzer with this program's arguments.
///
/// - Parameters:
///   - inputs: The form by which most inputs are made.
///   - test: Called with each input.
public func fuzz(_ inputs: any Form, _ test: Test) -> Never {
    form = inputs
    var count = CommandLine.argc
    var arguments = CommandLine.unsafeArgv
    exit(runDriver(&count, &arguments, test))
}

/// This process's own folder, in which each input replaces the one before.
public let scratch: String = {
    let path = FileManager.default.temporaryDirectory.path + "/tailwatt-fuzz-\(getpid())"
    precondition(mkdir(path, 0o700) == 0 || errno == EEXIST, "cannot make \(path)")
    return path
}()

/// Writes an input where a reader expects a file.
///
/// - Parameter name: The file's name within ``scratch``.
/// - Returns: The file's path.
public func file(of bytes: UnsafePointer<UInt8>?, count: Int, name: String = "input") -> String {
    let path = "\(scratch)/\(name)"
    let descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
    precondition(
        descriptor >= 0 && write(descriptor, bytes, count) == count, "cannot write \(path)")
    close(descriptor)
    return path
}
