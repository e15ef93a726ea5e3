import Statistics
import TestSupport
import Testing

struct LinearFitTests {
    /// A linear regression of the NIST Statistical Reference Datasets
    /// (https://www.itl.nist.gov/div898/strd/lls/lls.shtml), with its certified values.
    struct Certified: CustomTestStringConvertible, Sendable {
        let name: String
        let rows: [[Double]]
        let coefficients: [Double]
        let standardErrors: [Double]
        let residualDeviation: Double
        let determination: Double

        var testDescription: String { name }
        /// Each row is y and its regressors; an intercept comes first.
        var design: [[Double]] { rows.map { [1] + $0.dropFirst() } }
        var response: [Double] { rows.map { $0[0] } }
    }

    static let norris = Certified(
        name: "Norris",
        rows: [
            [0.1, 0.2], [338.8, 337.4], [118.1, 118.2], [888.0, 884.6], [9.2, 10.1],
            [228.1, 226.5], [668.5, 666.3], [998.5, 996.3], [449.1, 448.6], [778.9, 777.0],
            [559.2, 558.2], [0.3, 0.4], [0.1, 0.6], [778.1, 775.5], [668.8, 666.9],
            [339.3, 338.0], [448.9, 447.5], [10.8, 11.6], [557.7, 556.0], [228.3, 228.1],
            [998.0, 995.8], [888.8, 887.6], [119.6, 120.2], [0.3, 0.3], [0.6, 0.3],
            [557.6, 556.8], [339.3, 339.1], [888.0, 887.2], [998.5, 999.0], [778.9, 779.0],
            [10.2, 11.1], [117.6, 118.3], [228.9, 229.2], [668.4, 669.1], [449.2, 448.9],
            [0.2, 0.5],
        ],
        coefficients: [-0.262323073774029, 1.00211681802045],
        standardErrors: [0.232818234301152, 0.429796848199937e-03],
        residualDeviation: 0.884796396144373, determination: 0.999993745883712)

    static let longley = Certified(
        name: "Longley",
        rows: [
            [60323, 83.0, 234289, 2356, 1590, 107608, 1947],
            [61122, 88.5, 259426, 2325, 1456, 108632, 1948],
            [60171, 88.2, 258054, 3682, 1616, 109773, 1949],
            [61187, 89.5, 284599, 3351, 1650, 110929, 1950],
            [63221, 96.2, 328975, 2099, 3099, 112075, 1951],
            [63639, 98.1, 346999, 1932, 3594, 113270, 1952],
            [64989, 99.0, 365385, 1870, 3547, 115094, 1953],
            [63761, 100.0, 363112, 3578, 3350, 116219, 1954],
            [66019, 101.2, 397469, 2904, 3048, 117388, 1955],
            [67857, 104.6, 419180, 2822, 2857, 118734, 1956],
            [68169, 108.4, 442769, 2936, 2798, 120445, 1957],
            [66513, 110.8, 444546, 4681, 2637, 121950, 1958],
            [68655, 112.6, 482704, 3813, 2552, 123366, 1959],
            [69564, 114.2, 502601, 3931, 2514, 125368, 1960],
            [69331, 115.7, 518173, 4806, 2572, 127852, 1961],
            [70551, 116.9, 554894, 4007, 2827, 130081, 1962],
        ],
        coefficients: [
            -3482258.63459582, 15.0618722713733, -0.358191792925910e-01, -2.02022980381683,
            -1.03322686717359, -0.511041056535807e-01, 1829.15146461355,
        ],
        standardErrors: [
            890420.383607373, 84.9149257747669, 0.334910077722432e-01, 0.488399681651699,
            0.214274163161675, 0.226073200069370, 455.478499142212,
        ],
        residualDeviation: 304.854073561965, determination: 0.995479004577296)

    @Test("NIST's certified regressions, to eight digits", arguments: [norris, longley])
    func certified(_ set: Certified) throws {
        let fit = try #require(LinearFit(design: set.design, response: set.response))
        for (found, expected) in zip(fit.coefficients, set.coefficients) {
            #expect(isClose(found, expected, relative: 1e-8), "\(found) for \(expected)")
        }
        for (found, expected) in zip(fit.standardErrors, set.standardErrors) {
            #expect(isClose(found, expected, relative: 1e-8), "\(found) for \(expected)")
        }
        #expect(isClose(fit.residualDeviation, set.residualDeviation, relative: 1e-8))
        #expect(isClose(fit.determination, set.determination, relative: 1e-8))
    }

    @Test("A line through three points, by hand")
    func byHand() throws {
        let fit = try #require(
            LinearFit(design: [[1, 0], [1, 1], [1, 2]], response: [1, 2, 5]))
        #expect(isClose(fit.coefficients[0], 2.0 / 3) && isClose(fit.coefficients[1], 2))
        #expect(isClose(fit.residualDeviation, (2.0 / 3).squareRoot()))
        #expect(isClose(fit.standardErrors[1], (1.0 / 3).squareRoot()))
        // t with one degree of freedom at 97.5 % is 12.7062.
        #expect(
            isClose(fit.interval(of: 1).halfWidth, 12.7062 * (1.0 / 3).squareRoot(), relative: 1e-5)
        )
        #expect(isClose(fit.residualCorrelation, -2.0 / 3))
    }

    @Test("What the data do not determine is nil")
    func undetermined() {
        #expect(LinearFit(design: [], response: []) == nil)
        #expect(LinearFit(design: [[1, 1], [1, 2]], response: [1, 2]) == nil)
        let same = [[1.0, 3], [1, 3], [1, 3], [1, 3]]
        #expect(LinearFit(design: same, response: [1, 2, 3, 4]) == nil)
        #expect(LinearFit(design: same, response: [1, 2, 3, 4], method: .bisquare) == nil)
        let constant = LinearFit(design: [[1, 0], [1, 1], [1, 2]], response: [4, 4, 4])
        #expect(constant?.determination == nil)
    }

    @Test("Bisquare weights take no notice of wild errors, least squares do")
    func robust() throws {
        var random = SplitMix64(seed: 5)
        let design = (0..<200).map { [1, Double($0)] }
        let response = (0..<200).map { place in
            let error = ChangePointTests.noise(&random)
            return 10 + 3 * Double(place) + (place % 10 == 9 ? 5000 : error)
        }
        let plain = try #require(LinearFit(design: design, response: response))
        let robust = try #require(
            LinearFit(design: design, response: response, method: .bisquare))
        #expect((plain.coefficients[0] - 10).magnitude > 100)
        #expect((robust.coefficients[0] - 10).magnitude < 0.6)
        #expect((robust.coefficients[1] - 3).magnitude < 0.005)
        #expect(robust.interval(of: 1).contains(3))
    }
}
