import Profiles
import Traces

/// Compares published results with those of the shipped profiles.
public struct PublishedStudy: Sendable {
    public static let fileName = "results.csv"
    public static let label = "published/\(fileName)"

    private let work: [(row: PublishedRow, measure: (Measure, MeasureArguments)?)]
    private let library: ProfileLibrary

    /// - Throws: `InputError` if a row names an unknown measure or argument.
    public init(_ rows: [PublishedRow], library: ProfileLibrary) throws(InputError) {
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

    public var files: [InputFile] { library.rememberedFiles }

    /// The results in order.
    ///
    /// - Parameter done: Called after each result with their count.
    /// - Throws: If an argument is impossible, or a profile is missing or invalid.
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

/// A measure that a table of published results can name.
public struct PublishedMeasure: Sendable {
    public let name: String
    /// The computed quantity, with its unit.
    public let meaning: String
    /// The keys as a table writes them; optional ones are in brackets with their default.
    public let arguments: [String]
}
