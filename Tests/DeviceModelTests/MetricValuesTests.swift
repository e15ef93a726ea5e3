import Testing

@testable import DeviceModel

@Suite struct MetricValuesTests {
    @Test("Each metric's index is its place in the list of all metrics")
    func places() {
        #expect(Metric.allCases.map(\.index) == Array(Metric.allCases.indices))
        #expect(MetricRow.all.map(\.metric) == Metric.allCases, "rows are in the cases' order")
    }

    @Test("A metric is undefined until it is set, and after it is unset; equal values are equal")
    func values() {
        var values = MetricValues()
        #expect(Metric.allCases.allSatisfy { values[$0] == nil })
        #expect(values == MetricValues())
        values[.energy] = 3
        values[.positionError95] = -0.5
        #expect(values[.energy] == 3 && values[.positionError95] == -0.5 && values[.drain] == nil)
        #expect(values != MetricValues() && values.hashValue != MetricValues().hashValue)
        values[.energy] = nil
        values[.positionError95] = nil
        #expect(values == MetricValues() && values.hashValue == MetricValues().hashValue)
    }
}
