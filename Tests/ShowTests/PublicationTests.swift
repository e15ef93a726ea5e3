import Foundation
import Testing

@testable import Show

/// A folder of results changes as a whole, whatever ends the program and whenever.
struct PublicationTests {
    private static func result(
        in path: String, _ text: String, also more: [String] = []
    ) -> OutputDirectory {
        let names = ["a.csv", "b.csv"] + more
        let claim = OutputClaim(
            command: ["compare", text], inputs: [],
            names: ["a.csv", "b.csv", "c.csv", "manifest.json"])
        var directory = OutputDirectory(path: path, claim: claim)
        var manifest = Manifest(command: ["compare", text], version: "1", seed: 1)
        for name in names {
            let bytes = Array("\(name) \(text)\n".utf8)
            directory.add(name, bytes)
            manifest.outputs.append(Manifest.File(name: name, bytes: bytes))
        }
        directory.add("manifest.json", JSONText.bytes(manifest.json))
        return directory
    }

    /// Publishes over an earlier result and kills itself before one step.
    private static func die(before step: Int, in path: String) throws {
        var directory = result(in: path, "new", also: ["c.csv"])
        let count = Counter()
        directory.beforeStep = { _ in
            count.value += 1
            if count.value == step { kill(getpid(), SIGKILL) }
        }
        try directory.publish()
    }

    private final class Counter { var value = 0 }

    /// The name of each step, as a publication that is not broken off takes them.
    private static let steps = [
        "plan", "take away manifest.json", "take away a.csv", "take away b.csv", "put a.csv",
        "put b.csv", "put c.csv", "put manifest.json", "all is there",
    ]

    @Test("After a kill at any step the next run finds the old or the new result, and no remains")
    func killed() async throws {
        for step in 1...Self.steps.count {
            let scratch = try ScratchDirectory()
            try Self.result(in: scratch.path, "old").publish()
            let path = scratch.path
            await #expect(processExitsWith: .signal(SIGKILL)) {
                [step = step as Int, path = path as String] in
                try PublicationTests.die(before: step, in: path)
            }
            let left = scratch.names()
            #expect(left.contains { $0.hasPrefix(".tailwatt-") }, "\(Self.steps[step - 1])")
            // No reader takes a mixture for a result: a folder without a manifest is no result.
            if let manifest = scratch.text("manifest.json") {
                let text = manifest.contains("old") ? "old" : "new"
                #expect(scratch.text("a.csv") == "a.csv \(text)\n")
                #expect(scratch.text("b.csv") == "b.csv \(text)\n")
            }
            try OutputDirectory(
                path: path, claim: OutputClaim(command: ["run"], inputs: [])
            ).probe()
            let isNew = step == Self.steps.count
            let (text, names) =
                isNew
                ? ("new", ["a.csv", "b.csv", "c.csv", "manifest.json"])
                : ("old", ["a.csv", "b.csv", "manifest.json"])
            #expect(scratch.names() == names, "before \(Self.steps[step - 1])")
            #expect(scratch.text("a.csv") == "a.csv \(text)\n")
            #expect(scratch.text("b.csv") == "b.csv \(text)\n")
            #expect(scratch.text("manifest.json")?.contains("\"\(text)\"") == true)
        }
    }

    @Test("A second writer's result is whole, whichever step the first writer is at")
    func twoWriters() throws {
        for step in Self.steps {
            let scratch = try ScratchDirectory()
            let path = scratch.path
            try Self.result(in: path, "old").publish()
            let second = Group()
            var first = Self.result(in: path, "first", also: ["c.csv"])
            first.beforeStep = { now in
                guard now == step else { return }
                second.start { try Self.result(in: path, "second").publish() }
                // Long enough for the second one to publish all, if it did not wait.
                second.wait(seconds: 0.05)
            }
            try first.publish()
            try second.wait()
            #expect(scratch.names() == ["a.csv", "b.csv", "manifest.json"], "at \(step)")
            for name in ["a.csv", "b.csv"] {
                #expect(scratch.text(name) == "\(name) second\n", "at \(step)")
            }
            #expect(scratch.text("manifest.json")?.contains("\"second\"") == true, "at \(step)")
        }
    }

    @Test("A run that only tests its right to write takes no folder from a run that writes")
    func vanishing() throws {
        for attempt in 0..<300 {
            let scratch = try ScratchDirectory()
            let path = scratch.path + "/deep/results"
            let other = Group()
            other.start {
                for _ in 0..<3 {
                    let claim = OutputClaim(command: ["compare"], inputs: [])
                    try OutputDirectory(path: path, claim: claim).probe()
                }
            }
            try Self.result(in: path, "first").publish()
            try other.wait()
            #expect(scratch.text("deep/results/a.csv") == "a.csv first\n", "in try \(attempt)")
        }
    }

    /// Work of another thread.
    private final class Group: @unchecked Sendable {
        private let group = DispatchGroup()
        private var failure: (any Error)?

        func start(_ work: @escaping @Sendable () throws -> Void) {
            DispatchQueue.global().async(group: group) {
                do { try work() } catch { self.failure = error }
            }
        }

        func wait(seconds: Double) { _ = group.wait(timeout: .now() + seconds) }

        func wait() throws {
            group.wait()
            if let failure { throw failure }
        }
    }

    @Test("Files added after a kill are not remains of tailwatt, and stay")
    func foreignAfterKill() async throws {
        let scratch = try ScratchDirectory()
        try Self.result(in: scratch.path, "old").publish()
        let path = scratch.path
        await #expect(processExitsWith: .signal(SIGKILL)) { [path = path as String] in
            try PublicationTests.die(before: 6, in: path)
        }
        try "mine".write(toFile: path + "/a.csv", atomically: true, encoding: .utf8)
        let next = Self.result(in: path, "third")
        let error = #expect(throws: OutputError.self) { try next.publish() }
        #expect(error?.exitCode == 73)
        #expect(scratch.text("a.csv") == "mine")
    }

    @Test("A folder of that name that another program made is left alone")
    func foreignStaging() throws {
        let scratch = try ScratchDirectory()
        let folder = scratch.path + "/.tailwatt-1-0"
        try FileManager.default.createDirectory(
            atPath: folder, withIntermediateDirectories: false)
        try "mine".write(toFile: folder + "/new.a.csv", atomically: true, encoding: .utf8)
        try Self.result(in: scratch.path, "old").publish()
        #expect(scratch.text(".tailwatt-1-0/new.a.csv") == "mine")
    }

    @Test("Remains of a run that was killed before it locked or wrote its folder are removed")
    func youngStaging() throws {
        let scratch = try ScratchDirectory()
        for (folder, lock) in [("1-0", nil), ("2-0", ""), ("3-0", "tailwatt w"), ("4-0", "mine")] {
            let path = scratch.path + "/.tailwatt-" + folder
            try FileManager.default.createDirectory(
                atPath: path, withIntermediateDirectories: false)
            try lock?.write(toFile: path + "/lock", atomically: true, encoding: .utf8)
        }
        try Self.result(in: scratch.path, "old").publish()
        #expect(scratch.names().filter { $0.hasPrefix(".tailwatt-") } == [".tailwatt-4-0"])
    }

    @Test("If a file cannot be renamed, everything stays as it was")
    func failure() throws {
        let scratch = try ScratchDirectory()
        try Self.result(in: scratch.path, "old").publish()
        var directory = Self.result(in: scratch.path, "new")
        let path = scratch.path
        directory.beforeStep = { step in
            guard step == "put b.csv" else { return }
            // A directory appears there meanwhile.
            try? FileManager.default.createDirectory(
                atPath: path + "/b.csv/x", withIntermediateDirectories: true)
        }
        #expect(throws: OutputError.self) { try directory.publish() }
        #expect(scratch.text("a.csv") == "a.csv old\n")
        #expect(scratch.text("manifest.json")?.contains("\"old\"") == true)
    }

    @Test("A seal tells a file of its own from one that was changed, and from any other")
    func seals() {
        let xml = Seal.sealed(Array("<gpx/>\n".utf8), .xml, by: "gpx")
        #expect(Seal.verdict(on: xml, by: "gpx") == .intact)
        #expect(Seal.verdict(on: xml, by: "check") == nil)
        #expect(Seal.verdict(on: Array("<gpx/>\n".utf8), by: "gpx") == nil)
        #expect(Seal.verdict(on: xml + [10], by: "gpx") == .broken)
        let list = JSONText.bytes(.array([["name": "a"], ["name": "b"]]))
        let json = Seal.sealed(list, .json, by: "check")
        #expect(Seal.verdict(on: json, by: "check") == .intact)
        #expect((try? JSONSerialization.jsonObject(with: Data(json))) != nil)
    }
}
