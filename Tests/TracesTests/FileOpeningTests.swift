import Foundation
import Testing

@testable import Show
@testable import Traces

@Suite struct FileOpeningTests {
    private func folder() throws -> String {
        let path = FileManager.default.temporaryDirectory
            .appendingPathComponent("tailwatt-opening-\(UUID().uuidString)").path
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        return path
    }

    private func fault(_ path: String, patience: Int = 50) -> FileOpening.Fault? {
        do throws(FileOpening.Fault) {
            close(try FileOpening.open(path, patience: patience).descriptor)
            return nil
        } catch {
            return error
        }
    }

    @Test("A pipe without a writer, a device and a directory are refused at once")
    func refused() throws {
        let folder = try folder()
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let pipe = folder + "/pipe"
        try #require(mkfifo(pipe, 0o600) == 0)
        #expect(fault(pipe)?.reason == "nothing came through this pipe for 0.05 s")
        for device in ["/dev/zero", "/dev/null"] {
            #expect(fault(device)?.reason.hasPrefix("it is a device") ?? false)
        }
        #expect(fault(folder) == .isDirectory)
        #expect(fault(folder + "/none") == .noSuchFile)
        do throws(InputError) {
            _ = try PowerProfile(contentsOf: "/dev/zero")
            Issue.record("a device was read")
        } catch {
            #expect(error.fault.isAboutMissingInput && error.message.contains("it is a device"))
        }
    }

    @Test("A pipe is read like a file, even if its writer comes late")
    func pipe() throws {
        let folder = try folder()
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let pipe = folder + "/pipe"
        try #require(mkfifo(pipe, 0o600) == 0)
        let rows = (0..<20_000).map { "\($0),1\n" }.joined()
        let text = "a,b\n" + rows
        // The reader needs its own thread, because it would block one of the few that tasks share.
        Thread.detachNewThread {
            Thread.sleep(forTimeInterval: 0.1)
            try? Data(text.utf8).write(to: URL(filePath: pipe))
        }
        let bytes = try LogFile.bytes(of: pipe)
        #expect(bytes == Array(text.utf8))
        let file = folder + "/file"
        try Data("x".utf8).write(to: URL(filePath: file))
        let (descriptor, size) = try FileOpening.open(file)
        close(descriptor)
        #expect(size == 1)
    }

    @Test("A line without an end is refused by its length, quoted or not")
    func longLine() {
        let limit = LogText.longestLine
        for text in [
            String(repeating: "x,", count: limit), "\"" + String(repeating: "x", count: 2 * limit),
            "a,b\n1,2\n" + String(repeating: "7", count: 2 * limit),
        ] {
            do throws(InputError) {
                let log = try LogText(path: "log.csv", bytes: Array(text.utf8))
                try log.forEachLine(of: [0]) { (_) throws(InputError) in }
                Issue.record("a line of \(text.utf8.count) bytes was read")
            } catch {
                #expect(error.fault == .lineTooLong(limit: limit))
                #expect(error.description.utf8.count < 200)
            }
        }
    }

    @Test("Too many comments are refused before they fill the memory")
    func comments() {
        for remark in ["<!--x-->", "<?x?>"] {
            let text = "<gpx>" + String(repeating: remark, count: 100_001) + "</gpx>"
            #expect(GPXFiles.refusal(text)?.fault == .tooManyRemarks(limit: 100_000))
        }
    }
}
