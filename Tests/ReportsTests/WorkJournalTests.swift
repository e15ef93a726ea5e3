import Dispatch
import Foundation
import Reports
import Show
import Synchronization
import Testing

@Suite struct WorkJournalTests {
    private struct Number: KeptPart {
        static let word = "number"
        let kept: [UInt8]

        init(_ number: Int) { kept = Array("\(number)".utf8) }

        init?(kept bytes: [UInt8], number: Int) {
            guard bytes == Self(number).kept else { return nil }
            self.init(number)
        }
    }

    private static func folder() throws -> String {
        let url = FileManager.default.temporaryDirectory
            .appendingPathComponent("tailwatt-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: false)
        return url.path
    }

    private static func journal(in folder: String) -> WorkJournal<Number> {
        WorkJournal(
            Array(0..<3), of: Manifest(command: ["count"], version: "0", seed: 1), in: folder)
    }

    @Test("A kept result is found again, and is removed when it is forgotten")
    func keeping() throws {
        let path = try Self.folder()
        defer { try? FileManager.default.removeItem(atPath: path) }
        try Self.journal(in: path).keep(Number(1), at: 1)
        let found = Self.journal(in: path)
        #expect(found.parts.mapValues { $0.kept } == [1: Number(1).kept])
        found.remove()
        #expect(Self.journal(in: path).parts.isEmpty)
        #expect(try FileManager.default.contentsOfDirectory(atPath: path) == [])
    }

    @Test("Two runs of one job in one folder do not replace each other's folder")
    func twins() throws {
        let path = try Self.folder()
        defer { try? FileManager.default.removeItem(atPath: path) }
        let failures = Mutex<[String]>([])
        DispatchQueue.concurrentPerform(iterations: 2) { _ in
            for _ in 0..<200 {
                let journal = Self.journal(in: path)
                do {
                    for number in 0..<3 { try journal.keep(Number(number), at: number) }
                } catch {
                    failures.withLock { $0.append("\(error)") }
                }
                journal.remove()
            }
        }
        #expect(failures.withLock { $0 } == [])
        #expect(try FileManager.default.contentsOfDirectory(atPath: path) == [])
    }
}
