import TestSupport
import Testing

@testable import Show

@Suite struct ChartTests {
    @Test("A scale is logarithmic where that helps, and shows all values")
    func scales() {
        let wide = ChartScale(showing: [3, 40_000])
        #expect(wide.isLogarithmic && wide.low < 3 && wide.high > 40_000)
        #expect(wide.ticks == [10, 100, 1000, 10_000])
        #expect(ChartScale(showing: [3, 40]).ticks == [5, 10, 20])
        let narrow = ChartScale(showing: [10, 12])
        #expect(!narrow.isLogarithmic && narrow.ticks == [10, 10.5, 11, 11.5, 12])
        #expect(!ChartScale(showing: [0, 1000]).isLogarithmic)
        #expect(!ChartScale(showing: [-5, 1000]).isLogarithmic)
        for values in [[], [7], [0], [-2, -2]] as [[Double]] {
            let scale = ChartScale(showing: values)
            #expect(scale.low < scale.high && !scale.ticks.isEmpty, "\(values)")
            for value in values { #expect(abs(scale.share(of: value) - 0.5) < 1e-9) }
        }
    }

    @Test("Values rise along the axis, and values beyond it are drawn at its ends")
    func shares() {
        for values in [[1, 1000], [0, 10]] as [[Double]] {
            let scale = ChartScale(showing: values)
            let shares = [scale.low, values[0], 5, values[1], scale.high].map(scale.share)
            #expect(shares == shares.sorted())
            #expect(abs(shares[0]) < 1e-9 && abs(shares[4] - 1) < 1e-9)
            #expect(scale.share(of: -1e9) == shares[0] && scale.share(of: 1e9) == shares[4])
        }
        let scale = ChartScale(showing: [1, 100])
        #expect(abs(scale.share(of: 10) - 0.5) < 1e-9)
    }

    /// A limit of 1e300 beside joules, an overflowing width, values that differ in the last bit:
    /// all of these a command can be given.
    @Test("Whatever the values are, an axis has finite ends, few ticks and places for all")
    func extremes() {
        let extreme = [
            0, .leastNonzeroMagnitude, .leastNormalMagnitude / 64, 1e-9, 1, 1.0.nextUp, 2427, 1e300,
            1e300.nextUp,
            .greatestFiniteMagnitude, .infinity, .nan,
        ]
        let values = extreme + extreme.map { -$0 }
        for one in values {
            for other in values {
                for scale in [
                    ChartScale(showing: [one, other]), ChartScale(linear: [one, other, 3]),
                ] {
                    let name = "\(one), \(other)"
                    #expect(
                        scale.low.isFinite && scale.high.isFinite && scale.low < scale.high,
                        "\(name)")
                    let ticks = scale.ticks
                    #expect(ticks.count <= 2 * ChartScale.mostTicks, "\(name): \(ticks.count)")
                    #expect(ticks.allSatisfy { scale.low <= $0 && $0 <= scale.high }, "\(name)")
                    #expect(ticks == ticks.sorted(), "\(name)")
                    for value in [one, other] where !value.isNaN {
                        #expect((0...1).contains(scale.share(of: value)), "\(name): \(value)")
                    }
                }
            }
        }
    }

    @Test("No name lies on another, on a point or beyond the panel, however close the points are")
    func labels() {
        let panel = ChartBox(left: 0, top: 0, right: 800, bottom: 450)
        for seed in 0..<50 as Range<UInt64> {
            var generator = SplitMix64(seed: seed)
            let spread = Double.random(in: 5...380, using: &generator)
            let points = (0..<25).map { _ in
                PixelPoint(
                    x: 400 + .random(in: -spread...spread, using: &generator),
                    y: 225 + .random(in: -spread / 2...spread / 2, using: &generator))
            }
            let dots = points.map {
                ChartBox(left: $0.x - 5, top: $0.y - 5, right: $0.x + 5, bottom: $0.y + 5)
            }
            var placement = LabelPlacement(panel: panel, points: dots, avoided: [])
            let boxes = points.compactMap { placement.place($0, width: 110, height: 14)?.box }
            #expect(boxes.count >= 23, "seed \(seed)")
            for (index, box) in boxes.enumerated() {
                #expect(panel.contains(box), "seed \(seed)")
                #expect(!dots.contains(where: box.overlaps), "seed \(seed)")
                #expect(!boxes[..<index].contains(where: box.overlaps), "seed \(seed)")
            }
        }
    }

    @Test("A line crosses a box, touches it or passes it by")
    func crossing() {
        let box = ChartBox(left: 10, top: 10, right: 20, bottom: 20)
        func crosses(_ x1: Double, _ y1: Double, _ x2: Double, _ y2: Double) -> Bool {
            box.isCrossed(from: PixelPoint(x: x1, y: y1), to: PixelPoint(x: x2, y: y2))
        }
        #expect(crosses(0, 15, 30, 15) && crosses(15, 0, 15, 30) && crosses(0, 0, 30, 30))
        #expect(crosses(15, 15, 40, 40) && crosses(12, 12, 13, 13))
        #expect(!crosses(0, 15, 9, 15) && !crosses(0, 5, 30, 5) && !crosses(0, 25, 5, 0))
    }
}
