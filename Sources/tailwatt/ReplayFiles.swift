import Experiments
import Foundation
import Reports
import Traces

/// What a replay has for files: of one radio more than of many.
struct ReplayFiles {
    let radios: [ReplayedRadio]
    let one: TraceReplayResult?
    let advice: [ReplayAdvice]

    init(one result: TraceReplayResult, advice: [ReplayAdvice]) {
        radios = [result.radio]
        one = result
        self.advice = advice
    }

    init(many radios: [ReplayedRadio]) {
        self.radios = radios
        one = nil
        advice = []
    }
}

/// A trace as the manifest has it: by its hash, which is taken piece by piece.
struct TraceFile {
    let manifestFile: Manifest.File

    init(path: String) throws {
        guard let file = FileHandle(forReadingAtPath: path) else {
            throw CommandFailure(
                message: "\(path) cannot be read again", advice: "It was there a moment ago.",
                exitCode: .noInput)
        }
        defer { try? file.close() }
        var hash = SHA256()
        while let piece = try file.read(upToCount: 1 << 20), !piece.isEmpty {
            piece.withUnsafeBytes { hash.update($0) }
        }
        manifestFile = Manifest.File(name: path, hash: hash)
    }
}
