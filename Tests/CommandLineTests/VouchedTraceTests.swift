import Foundation
import Testing

/// Tests that the manifest vouches for the bytes that were read, even if the file changes.
@Suite struct VouchedTraceTests {
    /// A table of `packets` rows; the count identifies which table was read.
    private static func table(_ packets: Int) -> Data {
        Data(("t,bytes,direction\n" + (0..<packets).map { "\($0),100,U\n" }.joined()).utf8)
    }

    private struct Manifest: Decodable {
        struct File: Decodable { let name, sha256: String }
        let packets: Int
        let inputs: [File]
    }

    /// The manifest of a run on the file. Nil if the file could not be read.
    private func manifest(
        of trace: String, _ command: [String], in scratch: ScratchFolder
    ) throws -> Manifest? {
        let outcome = try Tool.run(command + ["--out", "out", "--force"], in: scratch.url)
        guard outcome.exitCode == 0 else {
            #expect(outcome.exitCode == 65, "\(outcome.errors)")
            return nil
        }
        return try JSONDecoder().decode(Manifest.self, from: scratch.data("out/manifest.json"))
    }

    @Test(
        "The manifest of a changing trace records the hash of the replayed bytes",
        arguments: [true, false])
    func changing(isRenamed: Bool) throws {
        let scratch = try ScratchFolder()
        let versions = [300, 900]
        let commands = [
            ["replay", "trace.csv", "--radio", "umts-att-2010"],
            ["replay", "trace.csv", "--compare", "umts-att-2010,wifi-psm"],
            ["check", "budget.yaml"],
        ]
        try scratch.file(
            "budget.yaml",
            "kind: budget\nname: b\ntrace: trace.csv\nradios: [umts-att-2010]\n"
                + "limits: [ { name: l, at-most: 100 kJ } ]\n")
        var hashes: [Int: String] = [:]
        for packets in versions {
            try scratch.file("trace.csv", Self.table(packets))
            let found = try #require(try manifest(of: "trace.csv", commands[0], in: scratch))
            #expect(found.packets == packets)
            hashes[packets] = found.inputs.first { $0.name == "trace.csv" }?.sha256
        }
        #expect(Set(hashes.values).count == 2)
        let process = Process()
        process.executableURL = URL(filePath: "/bin/sh")
        process.currentDirectoryURL = scratch.url
        for packets in versions { try scratch.file("\(packets).csv", Self.table(packets)) }
        let change = isRenamed ? "cp $n.csv new && mv new trace.csv" : "cp $n.csv trace.csv"
        process.arguments = ["-c", "while :; do for n in 300 900; do \(change); done; done"]
        try process.run()
        defer {
            process.terminate()
            process.waitUntilExit()
        }
        for number in 0..<24 {
            let command = commands[number % commands.count]
            guard let found = try manifest(of: "trace.csv", command, in: scratch) else { continue }
            // A file may be read while it is still short.
            guard let hash = hashes[found.packets] else {
                #expect(!isRenamed, "\(found.packets) packets")
                continue
            }
            #expect(found.inputs.contains { $0.sha256 == hash }, "\(command): \(found.packets)")
        }
    }
}
