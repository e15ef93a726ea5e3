import Foundation
import Testing

@testable import Show

/// What `--within` opens, and what not, whichever way a path takes.
@Suite struct FileFenceTests {
    /// A folder `inside` and a folder `outside`, each with a file and a folder in it.
    private final class Places {
        let root: String

        init() throws {
            root =
                FileManager.default.temporaryDirectory
                .appendingPathComponent("tailwatt-fence-\(UUID().uuidString)").path
            for place in ["inside", "outside", "inside-too"] {
                try FileManager.default.createDirectory(
                    atPath: "\(root)/\(place)/folder", withIntermediateDirectories: true)
                try write(place, to: "\(place)/file")
                try write(place, to: "\(place)/folder/file")
            }
        }

        deinit { try? FileManager.default.removeItem(atPath: root) }

        func write(_ text: String, to name: String) throws {
            try Data(text.utf8).write(to: URL(filePath: "\(root)/\(name)"))
        }

        func link(_ name: String, to target: String) throws {
            try FileManager.default.createSymbolicLink(
                atPath: "\(root)/\(name)", withDestinationPath: target)
        }

        func fence() throws -> FileFence { try FileFence(["\(root)/inside"]) }
    }

    /// The content of the file, or the reason why it cannot be read.
    private func content(
        _ path: String, _ fence: FileFence
    ) -> Result<String, FileOpening.Fault> {
        Result { () throws(FileOpening.Fault) in
            let descriptor = try FileOpening.open(path, within: fence).descriptor
            let handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
            return String(decoding: (try? handle.readToEnd()) ?? Data(), as: UTF8.self)
        }
    }

    @Test("Files inside are opened, also through links and ..")
    func inside() throws {
        let places = try Places()
        let root = places.root
        try places.link("inside/link", to: "folder/file")
        try places.link("inside/way", to: root + "/inside/folder")
        try places.link("to-inside", to: "inside")
        let fence = try places.fence()
        for path in [
            "inside/file", "inside/folder/../file", "inside/link", "inside/way/file",
            "to-inside/folder/file", "outside/../inside/file",
        ] {
            #expect(content("\(root)/\(path)", fence) == .success("inside"), "\(path)")
        }
        #expect(content("\(root)/inside/none", fence) == .failure(.noSuchFile))
        #expect(content("\(root)/inside/file/none", fence) == .failure(.noSuchFile))
        #expect(content("\(root)/inside/folder", fence) == .failure(.isDirectory))
    }

    @Test("Files outside are not opened, and are not told apart from missing files")
    func outside() throws {
        let places = try Places()
        let root = places.root
        for (name, target) in [
            ("file-link", "\(root)/outside/file"), ("up-link", "../outside/file"),
            ("folder-link", "../outside"), ("long-link", "file-link"), ("device", "/dev/zero"),
            ("process", "/proc/self/environ"), ("dangling", "../outside/none"),
            ("loop", "loop"),
        ] {
            try places.link("inside/\(name)", to: target)
        }
        let fence = try places.fence()
        for path in [
            "outside/file", "outside/none", "none", "inside/../outside/file",
            "inside/../outside/none", "inside/file-link", "inside/up-link",
            "inside/folder-link/file", "inside/folder-link/none", "inside/long-link",
            "inside/device", "inside/process", "inside/dangling", "inside/loop",
            // A folder whose name begins as the fence's does.
            "inside-too/file",
        ] {
            let found = content("\(root)/\(path)", fence)
            #expect(found == .failure(.outside(["\(root)/inside"])), "\(path): \(found)")
        }
        for path in ["/dev/zero", "/dev/stdin", "/proc/self/environ", "/etc/passwd", "/"] {
            #expect(content(path, fence) == .failure(.outside(["\(root)/inside"])), "\(path)")
        }
    }

    @Test("A pipe inside is refused at once, with or without a writer")
    func pipe() throws {
        let places = try Places()
        let pipe = places.root + "/inside/pipe"
        try #require(mkfifo(pipe, 0o600) == 0)
        let begin = ContinuousClock.now
        #expect(
            content(pipe, try places.fence())
                == .failure(.unreadable(reason: "it is a pipe, not a file")))
        #expect(ContinuousClock.now - begin < .seconds(1))
    }

    @Test("A name that becomes a link to a secret between two looks never yields the secret")
    func race() throws {
        let places = try Places()
        let fence = try places.fence()
        let (name, root) = ("\(places.root)/inside/changing", places.root)
        let isOver = Flag()
        let thread = Thread {
            while !isOver.isSet {
                for target in ["inside", "outside"] {
                    symlink("\(root)/\(target)/folder", "\(name).new")
                    rename("\(name).new", name)
                }
                rmdir(name)
                unlink(name)
                mkdir(name, 0o700)
                link("\(root)/inside/file", "\(name)/file")
                unlink("\(name)/file")
                rmdir(name)
            }
        }
        thread.start()
        var opened = 0
        for _ in 0..<20_000 {
            guard case .success(let text) = content("\(name)/file", fence) else { continue }
            opened += 1
            #expect(text == "inside")
        }
        isOver.set()
        #expect(opened > 0)
        while !thread.isFinished { usleep(1000) }
    }

    /// Set by one thread, looked at by another.
    private final class Flag: @unchecked Sendable {
        private let lock = NSLock()
        private var value = false
        var isSet: Bool { lock.withLock { value } }
        func set() { lock.withLock { value = true } }
    }

    @Test("Several folders, a shipped one among them, are inside; a missing one is an error")
    func several() throws {
        let places = try Places()
        let root = places.root
        let fence = try FileFence(["\(root)/inside"], and: "\(root)/inside-too")
        #expect(content("\(root)/inside-too/file", fence) == .success("inside-too"))
        #expect(
            content("\(root)/outside/file", fence) == .failure(.outside(["\(root)/inside"])))
        #expect(throws: FileOpening.Fault.noSuchFile) { try FileFence(["\(root)/none"]) }
        #expect(throws: FileOpening.Fault.noSuchFile) { try FileFence([""]) }
        let all = try FileFence(["/"])
        #expect(content("\(root)/outside/file", all) == .success("outside"))
    }
}
