import DeviceModel
import Foundation
import Profiles
import Studies
import Traces

/// A way to compute our figure for a published result: its name in a table, arguments and code.
struct Measure: Sendable {
    struct Key: Sendable {
        let name: String
        /// The default value; `nil` if the argument is required.
        let usual: String?

        static func needed(_ name: String) -> Key { Key(name: name, usual: nil) }
        static func usual(_ name: String, _ value: String) -> Key {
            Key(name: name, usual: value)
        }
    }

    let name: String
    /// The computed quantity, with its unit.
    let meaning: String
    let keys: [Key]
    let compute: @Sendable (MeasureArguments, ProfileLibrary) throws -> Double
    /// The 5th to the 95th percentile over the ranges of the profiles; `nil` without ranges.
    let range: @Sendable (MeasureArguments, ProfileLibrary) throws -> ClosedRange<Double>?

    init(
        _ name: String, _ meaning: String, _ keys: Key...,
        compute: @escaping @Sendable (MeasureArguments, ProfileLibrary) throws -> Double
    ) {
        (self.name, self.meaning, self.keys, self.compute) = (name, meaning, keys, compute)
        range = { _, _ in nil }
    }

    /// A measure of a phone in a scenario that the row describes.
    init(
        _ name: String, _ meaning: String, trial keys: Key...,
        find: @escaping @Sendable (MeasureArguments, Scenario) throws -> Double
    ) {
        (self.name, self.meaning) = (name, meaning)
        self.keys = [.needed("device"), .needed("radio"), .needed("system")] + keys
        compute = { try find($0, TriedPhone($0, $1).loaded().scenario) }
        range = { try TriedPhone($0, $1).range(of: find) }
    }

    static let all = radios + systems + phones + trials

    /// - Throws: `InputError` if there is no such measure, or an argument is missing or unknown.
    static func of(
        _ row: PublishedRow, _ written: PublishedRow.Measure
    ) throws(InputError) -> (Measure, MeasureArguments) {
        guard let measure = all.first(where: { $0.name == written.name }) else {
            throw row.error(
                written.name, isNo: "measure", possible: all.map(\.name), column: .measure)
        }
        let names = measure.keys.map(\.name)
        for name in written.arguments.keys.sorted() where !names.contains(name) {
            throw row.error(
                name, isNo: "argument of \(measure.name)", possible: names, column: .with)
        }
        var values: [String: String] = [:]
        for key in measure.keys {
            guard let value = written.arguments[key.name] ?? key.usual else {
                throw row.error(
                    "", isNo: "\(key.name) of \(measure.name)", possible: ["\(key.name)=..."],
                    column: .with)
            }
            values[key.name] = value
        }
        return (measure, MeasureArguments(row: row, values: values))
    }
}

struct MeasureArguments: Sendable {
    let row: PublishedRow
    let values: [String: String]

    func text(_ key: String) -> String { values[key] ?? "" }

    /// A profile or scenario, by name or by a path relative to the table.
    func profile(_ key: String) -> String { ProfileLibrary.name(text(key), in: row.path) }

    func number(_ key: String) throws(InputError) -> Double {
        if let value = Double(text(key)), value >= 1e-6, value <= 1e9 { return value }
        throw fault(key, possible: ["a number from 1e-6 to 1e9"])
    }

    /// Seconds from 0.1 to 1e6: an hour has no millions of them, and forty fit into a run.
    func seconds(_ key: String) throws(InputError) -> Double {
        if let value = Double(text(key)), value >= 0.1, value <= 1e6 { return value }
        throw fault(key, possible: ["0.1 to 1e6 seconds"])
    }

    func count(_ key: String, atMost most: Int = 100_000) throws(InputError) -> Int {
        if let value = Int(text(key)), (1...most).contains(value) { return value }
        throw fault(key, possible: ["a whole number from 1 to \(most)"])
    }

    func choice<Value>(_ key: String, of possible: [String: Value]) throws(InputError) -> Value {
        if let value = possible[text(key)] { return value }
        throw fault(key, possible: possible.keys.sorted())
    }

    /// The radio with the edits of `set`: `PATH=VALUE and PATH=VALUE`, with paths within the radio.
    func radio(in library: ProfileLibrary) throws -> RadioProfile {
        let set = text("set")
        if set.isEmpty { return try library.loadRadio(profile("radio")).value }
        let edits = try set.components(separatedBy: " and ").map { part in
            do {
                return try ValueEdit("radio.\(part)", origin: "set")
            } catch {
                throw fault(
                    "set",
                    possible: ["PATH=VALUE and PATH=VALUE, as in states.CAM.power=250 mW"])
            }
        }
        return try library.loadRadio(profile("radio"), edits: edits).value
    }

    func fault(_ key: String, possible: [String]) -> InputError {
        row.error(text(key), isNo: key, possible: possible, column: .with)
    }
}
