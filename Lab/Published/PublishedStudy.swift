import Profiles
import Traces

/// Published results, each beside what the shipped profiles give.
public struct PublishedStudy: Sendable {
    /// The name of the shipped table, in the library's folder `published`.
    public static let fileName = "results.csv"
    /// As manifests call it.
    public static let label = "published/\(fileName)"

    private let work: [(row: PublishedRow, measure: (Measure, MeasureArguments)?)]
    private let library: ProfileLibrary

    /// - Throws: `LogError` where a row names a measure or an argument that there is not.
    public init(_ rows: [PublishedRow], library: ProfileLibrary) throws(LogError) {
        var work: [(PublishedRow, (Measure, MeasureArguments)?)] = []
        for row in rows {
            if let measure = row.measure {
                work.append((row, try Measure.of(row, measure)))
            } else {
                work.append((row, nil))
            }
        }
        self.work = work
        self.library = library.remembering
    }

    public var count: Int { work.count }

    /// The profiles that were read for the results so far.
    public var files: [InputFile] { library.rememberedFiles }

    /// The results in their order.
    ///
    /// - Parameter done: called after each with how many there are.
    /// - Throws: where an argument is not possible, or a profile is not there or at fault.
    public func run(_ done: (Int) -> Void = { _ in }) throws -> [PublishedResult] {
        var results: [PublishedResult] = []
        for (row, measure) in work {
            let ours = try measure.map { try $0.0.compute($0.1, library) }
            if let ours, let name = row.measure?.name, !ours.isFinite {
                throw row.error(
                    name, isNo: "measure that has a value by these arguments",
                    possible: ["others, or another measure"], column: .with)
            }
            results.append(PublishedResult(row: row, ours: ours))
            done(results.count)
        }
        return results
    }

    /// What can be found for a row.
    public static var measures: [PublishedMeasure] {
        Measure.all.map { measure in
            PublishedMeasure(
                name: measure.name, meaning: measure.meaning,
                arguments: measure.keys.map { key in
                    key.usual.map { "[\(key.name)=\($0)]" } ?? "\(key.name)="
                })
        }
    }
}

/// A measure as a table of published results can name it.
public struct PublishedMeasure: Sendable {
    public let name: String
    /// What is found, with its unit.
    public let meaning: String
    /// As they are written; those in brackets can be left out, and are then as they stand.
    public let arguments: [String]
}
