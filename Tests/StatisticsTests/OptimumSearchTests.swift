import Foundation
import Statistics
import TestSupport
import Testing

/// The parts that a search for an optimum is made of.
@Suite struct OptimumSearchTests {
    /// Asks as a simulation would be asked, and counts how often.
    private func minimum(
        _ low: Double, _ middle: Double, _ high: Double, _ function: (Double) -> Double
    ) -> (x: Double, calls: Int) {
        let search = BrentSearch(
            low: low, middle: middle, high: high, tolerance: 1e-6, mostSteps: 60)
        var known: [BrentSearch.Point] = []
        while true {
            switch search.next(known) {
            case .evaluate(let x): known.append(.init(x: x, y: function(x)))
            case .minimum(let x): return (x, known.count)
            }
        }
    }

    @Test("Brent's method finds the minimum of smooth functions in few steps")
    func smooth() {
        let parabola = minimum(0, 1, 10) { ($0 - 2) * ($0 - 2) + 1 }
        #expect(isClose(parabola.x, 2, relative: 1e-5) && parabola.calls < 30)
        let interval = minimum(1, 20, 90) { 400 / $0 + $0 }
        #expect(isClose(interval.x, 20, relative: 1e-4) && interval.calls < 40)
        let wave = minimum(2, 3, 4) { cos($0) }
        #expect(isClose(wave.x, .pi, relative: 1e-5))
    }

    @Test("Asked again with the same knowledge, it says the same; nothing is asked twice")
    func repeatable() {
        let search = BrentSearch(low: 0, middle: 1, high: 4, tolerance: 1e-3, mostSteps: 20)
        #expect(search.next([]) == search.next([]))
        var known: [BrentSearch.Point] = []
        while case .evaluate(let x) = search.next(known) {
            #expect(!known.contains { $0.x == x })
            known.append(.init(x: x, y: (x - 1.7) * (x - 1.7)))
        }
    }

    @Test("Where the middle is not below the ends it stays the answer")
    func noBracket() {
        #expect(minimum(0, 1, 2) { $0 }.x == 1)
    }

    @Test("A cubic is followed exactly, between its points and through noise on average")
    func smoother() throws {
        let places = [10.0, 14, 18, 25, 33, 40]
        let mesh = [12.0, 20, 39]
        func cubic(_ x: Double) -> Double { 3 - x + 0.2 * x * x - 0.004 * x * x * x }
        let smoother = try #require(
            PolynomialSmoother(places: places, degree: 3, mesh: mesh))
        for (found, x) in zip(smoother.curve(through: places.map(cubic)), mesh) {
            #expect(isClose(found, cubic(x), relative: 1e-9))
        }
        // Least squares leave noise no sum over the points.
        let noise = [1.0, -2, 1, 3, -1, 2]
        let direct = smoother.curve(through: zip(places, noise).map { cubic($0) + $1 })
        let apart = smoother.curve(through: noise)
        for (index, x) in mesh.enumerated() {
            #expect(isClose(direct[index], cubic(x) + apart[index], relative: 1e-9))
        }
        #expect(PolynomialSmoother(places: [1, 2, 3, 4], degree: 3, mesh: mesh) == nil)
        #expect(PolynomialSmoother(places: [1, 1, 1, 1], degree: 1, mesh: mesh) == nil)
    }

    @Test("Few counted things: Clopper and Pearson's interval, in published digits")
    func exactShare() throws {
        // All alike in every replication, so that the ratio of sums has no spread.
        let five = CountedShare(Array(repeating: 0.05, count: 100), of: ones(100))
        let interval = try #require(five.interval)
        #expect(isClose(five.share, 0.05))
        #expect(isClose(interval.low, 0.016432, relative: 1e-4))
        #expect(isClose(interval.high, 0.112835, relative: 1e-4))
        let zeros = Array(repeating: 0.0, count: 100)
        let none = try #require(CountedShare(zeros, of: ones(100)).interval)
        #expect(none.low == 0 && isClose(none.high, 1 - pow(0.025, 0.01), relative: 1e-9))
        #expect(CountedShare([0, 0], of: [0, 0]).interval == nil)
    }

    @Test("Thousands of counted things have an interval as well")
    func manyCounted() throws {
        let share = CountedShare(
            (0..<2000).map { $0 % 20 == 0 ? 2 : 0 }, of: Array(repeating: 4, count: 2000))
        let interval = try #require(share.interval)
        #expect(isClose(share.share, 0.025) && interval.contains(0.025))
        #expect(interval.halfWidth < 0.006 && interval.halfWidth > 0.003)
    }

    @Test("Things that come in clusters make the interval wider")
    func clusters() throws {
        let even = Array(repeating: 5.0, count: 40)
        let clustered = (0..<40).map { $0 % 10 == 0 ? 50.0 : 0 }
        let whole = Array(repeating: 100.0, count: 40)
        let narrow = try #require(CountedShare(even, of: whole).interval)
        let wide = try #require(CountedShare(clustered, of: whole).interval)
        #expect(wide.halfWidth > 2 * narrow.halfWidth)
    }

    @Test("Of the two intervals the wider end counts, on either side")
    func widerEnds() throws {
        let clustered = (0..<40).map { $0 % 10 < 2 ? 50.0 : 0 }
        let whole = Array(repeating: 100.0, count: 40)
        let interval = try #require(CountedShare(clustered, of: whole).interval)
        // Student's of the share of a run, as the whole does not vary: SciPy's t.ppf(.975, 39).
        #expect(isClose(interval.low, 0.035_222_047_451_240_08, relative: 1e-9))
        #expect(isClose(interval.high, 0.164_777_952_548_759_93, relative: 1e-9))
    }

    private func ones(_ count: Int) -> [Double] { Array(repeating: 1, count: count) }
}
