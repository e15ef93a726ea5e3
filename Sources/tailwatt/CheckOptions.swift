import ArgumentParser
import Foundation
import Reports

/// Where a check puts what servers of continuous integration read.
struct CheckOptions: ParsableArguments {
    @Option(help: "Write the outcomes as JUnit XML into this file.")
    var junit: String?

    @Option(help: "Write the figures as JSON for github-action-benchmark into this file.")
    var benchmarkJson: String?

    @Option(help: "Write the results as files into this folder.")
    var out: String?

    func validate() throws {
        if out == "" { throw ValidationError("--out needs the name of a folder.") }
        for (option, path) in [("--junit", junit), ("--benchmark-json", benchmarkJson)] {
            guard let path else { continue }
            let name = path.split(separator: "/", omittingEmptySubsequences: false).last ?? ""
            if name.isEmpty || name.hasPrefix(".") {
                throw ValidationError("\(option) needs the name of a file, not \"\(path)\".")
            }
        }
        if let junit, junit == benchmarkJson {
            throw ValidationError("--junit and --benchmark-json cannot be the same file.")
        }
    }

    /// Says now, not after the work, that the results could not be written.
    func probe(inputs: [String] = []) throws {
        if let out { try ResultFolder(path: out).probe(inputs: inputs) }
        for path in [junit, benchmarkJson].compactMap({ $0 }) {
            let file = SingleFile(path)
            try file.refuse(inputs: inputs)
            try OutputDirectory(path: file.folder).probe()
        }
    }

    /// Writes what was asked for, each file whole or not at all.
    func publish(_ report: @autoclosure () -> JUnitReport, _ entries: BenchmarkEntries) throws {
        if let junit { try SingleFile(junit).publish(report().xml) }
        if let benchmarkJson {
            try SingleFile(benchmarkJson).publish(entries.json)
            if entries.leftOut > 0 {
                talk(
                    "note: \(benchmarkJson) is about metrics of which less is better; "
                        + "\(entries.leftOut) others are left out")
            }
        }
    }
}

/// A file that stands alone, in a folder that may hold others.
private struct SingleFile {
    let path: String

    init(_ path: String) { self.path = path }

    /// `.` for a file in the current folder.
    var folder: String {
        guard let slash = path.lastIndex(of: "/") else { return "." }
        return slash == path.startIndex ? "/" : String(path[..<slash])
    }

    private var name: String { path.split(separator: "/").last.map(String.init) ?? path }

    func publish(_ bytes: [UInt8]) throws {
        var directory = OutputDirectory(path: folder)
        directory.add(name, bytes)
        try directory.publish()
    }

    /// Says that the file would be written over what it is made from.
    func refuse(inputs: [String]) throws {
        guard let own = ResultFolder.identity(of: path) else { return }
        for input in inputs where ResultFolder.identity(of: input) == own {
            throw CommandFailure(
                message: "\(input) would be written over", advice: "Name another file.",
                exitCode: .cannotCreate)
        }
    }
}
