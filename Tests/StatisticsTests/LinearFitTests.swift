import Statistics
import TestSupport
import Testing

struct LinearFitTests {
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

    @Test("A line that the data do not determine is nil")
    func undetermined() {
        #expect(LinearFit(design: [], response: []) == nil)
        #expect(LinearFit(design: [[1, 1], [1, 2]], response: [1, 2]) == nil)
        let same = [[1.0, 3], [1, 3], [1, 3], [1, 3]]
        #expect(LinearFit(design: same, response: [1, 2, 3, 4]) == nil)
        #expect(LinearFit(design: same, response: [1, 2, 3, 4], method: .bisquare) == nil)
        let constant = LinearFit(design: [[1, 0], [1, 1], [1, 2]], response: [4, 4, 4])
        #expect(constant?.determination == nil)
    }

    @Test("Bisquare weights ignore large errors, least squares do not")
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
