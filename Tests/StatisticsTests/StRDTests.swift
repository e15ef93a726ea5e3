import Foundation
import Statistics
import TestSupport
import Testing

/// Counts correct digits on the Statistical Reference Datasets of NIST, certified to fifteen digits
/// (LRE = −log₁₀ of the relative error, at most 15; B. D. McCullough, "Assessing the reliability of
/// statistical software: Part I", The American Statistician 52, 1998).
///
/// The required digits are those that `docs/background/statistics.md` states, data set by data set.
struct StRDTests {
    /// A data set in the `StRD` folder: lines of `#`, certified lines, then the data.
    private struct File {
        let certified: [[Double]]
        let rows: [[Double]]

        init(_ name: String, certified count: Int) throws {
            let folder = Repository.url("Tests/StatisticsTests")
            let text = try String(
                contentsOf: folder.appending(path: "StRD/\(name).txt"), encoding: .utf8)
            var lines = text.split(separator: "\n").filter { !$0.hasPrefix("#") }[...]
            func numbers(_ line: Substring) -> [Double] {
                line.split(separator: " ").compactMap { Double($0) }
            }
            certified = lines.prefix(count).map(numbers)
            lines = lines.dropFirst(count)
            if lines.first == "digits" {
                rows = lines.dropFirst().map { $0.compactMap(\.wholeNumberValue).map(Double.init) }
            } else {
                rows = lines.map(numbers)
            }
        }
    }

    /// The correct digits of `found`, up to 15; absolute ones if 0 is certified.
    private static func digits(_ found: Double, _ certified: Double) -> Double {
        let error =
            certified == 0
            ? found.magnitude : (found - certified).magnitude / certified.magnitude
        return error == 0 ? 15 : min(15, -log10(error))
    }

    struct Univariate: Sendable, CustomTestStringConvertible {
        let name: String
        /// The minimum digits of mean, standard deviation and lag-1 autocorrelation.
        let digits: [Double]
        var testDescription: String { name }
    }

    static let univariateSets: [Univariate] = [
        Univariate(name: "PiDigits", digits: [15, 15, 13]),
        Univariate(name: "Lottery", digits: [15, 15, 14]),
        Univariate(name: "Lew", digits: [15, 15, 14]),
        Univariate(name: "Mavro", digits: [15, 13, 13]),
        Univariate(name: "Michelso", digits: [15, 13, 13]),
        Univariate(name: "NumAcc1", digits: [15, 15, 15]),
        Univariate(name: "NumAcc2", digits: [14, 14, 14]),
        Univariate(name: "NumAcc3", digits: [15, 9, 14]),
        Univariate(name: "NumAcc4", digits: [15, 8, 14]),
    ]

    @Test("Univariate statistics reach the stated digits", arguments: univariateSets)
    func univariate(_ set: Univariate) throws {
        let (values, certified) = try Self.values(set.name)
        let summary = Summary(of: values)
        let found = [
            try #require(summary.mean), try #require(summary.standardDeviation),
            try #require(SampleShape(values).lagOneCorrelation),
        ]
        for (index, name) in ["mean", "standard deviation", "lag 1"].enumerated() {
            let digits = Self.digits(found[index], certified[index])
            #expect(digits >= set.digits[index], "\(name) of \(set.name): \(found[index])")
            if ProcessInfo.processInfo.environment["DIGITS"] != nil {
                print("DIGITS", set.name, name, digits)
            }
        }
    }

    /// A rule generates NumAcc2 to NumAcc4: one value, then 500 pairs of its neighbours.
    private static func values(_ name: String) throws -> (values: [Double], certified: [Double]) {
        let made: [String: (Double, Double, Double)] = [
            "NumAcc2": (1.2, 1.1, 1.3), "NumAcc3": (1_000_000.2, 1_000_000.1, 1_000_000.3),
            "NumAcc4": (10_000_000.2, 10_000_000.1, 10_000_000.3),
        ]
        if let (first, low, high) = made[name] {
            let pairs = (0..<500).flatMap { _ in [low, high] }
            return ([first] + pairs, [first, 0.1, -0.999])
        }
        let file = try File(name, certified: 1)
        return (file.rows.flatMap { $0 }, file.certified[0])
    }

    struct Regression: Sendable, CustomTestStringConvertible {
        enum Model {
            /// y and its regressors, after an intercept.
            case regressors
            /// y = βx.
            case proportion
            /// The powers of x, as many as there are coefficients.
            case polynomial
        }
        let name: String
        let model: Model
        /// The minimum digits of coefficients, their standard errors and the residual deviation.
        let digits: [Double]
        var testDescription: String { name }
    }

    static let regressionSets: [Regression] = [
        Regression(name: "Norris", model: .regressors, digits: [12, 13, 13]),
        Regression(name: "Pontius", model: .polynomial, digits: [11, 12, 12]),
        Regression(name: "NoInt1", model: .proportion, digits: [14, 14, 14]),
        Regression(name: "NoInt2", model: .proportion, digits: [14, 14, 14]),
        Regression(name: "Filip", model: .polynomial, digits: [7, 7, 7]),
        Regression(name: "Longley", model: .regressors, digits: [11, 12, 12]),
        Regression(name: "Wampler1", model: .polynomial, digits: [9, 9, 9]),
        Regression(name: "Wampler2", model: .polynomial, digits: [12, 13, 13]),
        Regression(name: "Wampler3", model: .polynomial, digits: [9, 13, 14]),
        Regression(name: "Wampler4", model: .polynomial, digits: [7, 13, 14]),
        Regression(name: "Wampler5", model: .polynomial, digits: [5, 13, 14]),
    ]

    @Test("Linear regressions reach the stated digits", arguments: regressionSets)
    func regression(_ set: Regression) throws {
        let file = try File(set.name, certified: 3)
        let width = file.certified[0].count
        let design = file.rows.map { row -> [Double] in
            switch set.model {
            case .regressors: [1] + row.dropFirst()
            case .proportion: [row[1]]
            case .polynomial: (0..<width).map { power in pow(row[1], Double(power)) }
            }
        }
        let fit = try #require(LinearFit(design: design, response: file.rows.map { $0[0] }))
        let found = [fit.coefficients, fit.standardErrors, [fit.residualDeviation]]
        let names = ["coefficients", "standard errors", "residual deviation"]
        for (index, name) in names.enumerated() {
            let digits = zip(found[index], file.certified[index]).map { Self.digits($0, $1) }
            let least = try #require(digits.min())
            #expect(least >= set.digits[index], "\(name) of \(set.name): \(found[index])")
            if ProcessInfo.processInfo.environment["DIGITS"] != nil {
                print("DIGITS", set.name, name, least)
            }
        }
    }
}
