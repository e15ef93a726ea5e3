import DeviceModel
import Experiments
import Foundation
import FuzzDriver
import Reports
import Show
import Traces

/// Words of manifests and tables, in addition to the metrics.
let words = [
    "command", "version", "seed", "scenario", "horizon", "replications", "inputs", "outputs",
    "name",
    "sha256", "compare", "replay", "check", "sweep", "--csv", "excel", "excel-eu", "rfc", "--shard",
    "1/2", "policy", "metric", "unit", "n", "mean", "sd", "replication", "pair", "limit", "outcome",
    "budget", "allowed", "measured", "tolerance", "low", "high", "met", "exceeded", "undecided",
    "radio", "subject", "against", "sense", "quantity", "caused_J", "energy_J", "tail_J", "host",
    "tables", "trace-check", "null", "true", "manifest.json", "summary.csv", "replications.csv",
    "old/summary.csv", "check.csv", "trace-check.csv", "radios.csv", "hosts.csv", "check.json",
]

/// The names that a file of a folder can have here.
let names = [
    Manifest.fileName, "summary.csv", "replications.csv", "check.csv", "trace-check.csv",
    "radios.csv", "hosts.csv", "check.json",
]
/// The result that is read, and sometimes an older one.
let folders = ["\(scratch)/new", "\(scratch)/old"]
for folder in folders { mkdir(folder, 0o700) }
/// The paths of all files written so far.
nonisolated(unsafe) var written: [String] = []

/// Writes the files to their places, and nothing else.
func write(_ files: [(name: String, bytes: [UInt8])]) {
    for path in written { unlink(path) }
    written = files.compactMap { name, bytes in
        let isOld = name.hasPrefix("old/")
        let own = isOld ? String(name.dropFirst(4)) : name
        guard names.contains(own) else { return nil }
        return file(of: bytes, count: bytes.count, name: (isOld ? "old/" : "new/") + own)
    }
}

func compareResults() {
    do throws(InputError) {
        let new = try RecordedResult(folder: folders[0])
        let isThere = written.contains { $0.hasPrefix(folders[1]) }
        let old = isThere ? try RecordedResult(folder: folders[1]) : new
        guard let diff = try? ResultDiff(base: old, new: new, tolerance: 0.01) else { return }
        _ = (diff.isWorse, diff.changedInputs, [diff].screen)
    } catch {
        precondition(!error.description.isEmpty)
    }
}

func compareReplays() {
    do throws(InputError) {
        let new = try RecordedReplay(folder: folders[0])
        let isThere = written.contains { $0.hasPrefix(folders[1]) }
        let old = isThere ? try RecordedReplay(folder: folders[1]) : new
        guard let diff = try? ReplayDiff(base: old, new: new, tolerance: 0.01) else { return }
        _ = (diff.isWorse, diff.isSame, diff.changedInputs)
    } catch {
        precondition(!error.description.isEmpty)
    }
}

func readChecks() {
    for path in [folders[0], "\(folders[0])/check.json"] {
        do throws(InputError) {
            let check = try RecordedCheck(path: path)
            precondition(!check.figures.isEmpty)
        } catch {
            precondition(!error.description.isEmpty)
        }
    }
}

// Each reader reads any folder of results or refuses it with a message, and what is read can be
// compared.
fuzz(FolderForm(words: words + Metric.allCases.map(\.columnName))) { bytes, count in
    write(FolderForm.files(Array(UnsafeBufferPointer(start: bytes, count: count))))
    compareResults()
    compareReplays()
    readChecks()
    for folder in folders {
        guard let manifest = Manifest(folder: folder) else { continue }
        try? ResultIntegrity(of: folder, by: manifest).check(reading: names)
        _ = OptionName.shard.value(in: manifest.command).flatMap { Shard($0) }
    }
    return 0
}
