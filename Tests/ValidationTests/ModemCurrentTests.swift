import Foundation
import Kernel
import Lab
import Profiles
import TestSupport
import Testing

@testable import DeviceModel

/// Compares a measured modem with the radios `nr-x55-*-slots`, which no current under traffic was
/// used for, and with those that were fitted to a third of the rates: the mean current of a
/// Snapdragon X55 in a live 5G network, by packet rate.
///
/// Measured by bjoluc (master thesis, Paderborn): Poisson packets of 1 kB down and 250 B up at
/// equal rates, 1 to 199 a second, on SA and NSA. The author's own model has a mean error of 7.8 %
/// on SA, and is too low at few packets a second.
@Suite struct ModemCurrentTests {
    struct Row {
        var rate: Int
        /// Measured, in mA.
        var measured: (sa: Double, nsa: Double)
        /// By the radios, in mA.
        var ours: (sa: Double, nsa: Double)
    }

    private static let volts = 4.2

    private static func file(_ name: String) -> URL {
        Repository.url("Tests/ValidationTests/Peers/\(name)")
    }

    /// Computed once: each row is 200 s of packets on both radios.
    static let rows = Result { try measured() }

    private static func measured() throws -> [Row] {
        let library = ProfileLibrary(root: Repository.profiles)
        func currents(_ network: String) throws -> [(rate: Int, measured: Double, ours: Double)] {
            let radio = try library.loadRadio("nr-x55-\(network)-slots").value
            let ours = PacketCurrents(radio, volts: volts)
            return try MeasuredCurrents(
                shipped: "x55-currents.csv", column: "\(network)_ma", in: library
            ).rows.map { ($0.rate, $0.milliamperes, ours.milliamperes(rate: $0.rate)) }
        }
        return zip(try currents("sa"), try currents("nsa")).map { sa, nsa in
            Row(rate: sa.rate, measured: (sa.measured, nsa.measured), ours: (sa.ours, nsa.ours))
        }
    }

    private func mean(_ errors: [Double]) -> Double {
        errors.reduce(0) { $0 + abs($1) } / Double(errors.count)
    }

    @Test("199 packet rates on SA are within the mean error of the author's own model")
    func measuredCurrents() throws {
        let rows = try Self.rows.get()
        #expect(rows.count == 199)
        let sa = rows.map { $0.ours.sa / $0.measured.sa - 1 }
        let nsa = rows.map { $0.ours.nsa / $0.measured.nsa - 1 }
        #expect(mean(sa) < 0.078, "SA: \(mean(sa))")
        // The LTE carrier's 65 mA are the author's mean difference, an input.
        #expect(mean(nsa) < 0.078, "NSA: \(mean(nsa))")
        // The miss: at few packets a second both models are too low.
        #expect(sa[0] < -0.3 && sa[0] > -0.4, "SA at 1 a second: \(sa[0])")
        let found = Self.table(rows)
        #expect(try Golden.text(of: Self.file("x55-model.csv"), recording: found) == found)
    }

    @Test(
        "Fitted to each third rate, the modem is within a few percent of all others",
        arguments: [("sa", 0.9, 4.0), ("nsa", 1.5, 10.5)])
    func fitted(network: String, mean: Double, worst: Double) throws {
        let library = ProfileLibrary(root: Repository.profiles)
        let ours = PacketCurrents(
            try library.loadRadio("nr-x55-\(network)-2024").value, volts: Self.volts)
        let rows = try MeasuredCurrents(
            shipped: "x55-currents.csv", column: "\(network)_ma", in: library
        ).rows.enumerated().filter { $0.offset % 3 != 0 }.map(\.element)
        let errors = rows.map { 100 * (ours.milliamperes(rate: $0.rate) / $0.milliamperes - 1) }
        #expect(rows.count == 132)
        #expect(self.mean(errors) < mean, "\(self.mean(errors)) %")
        #expect(errors.allSatisfy { abs($0) < worst }, "\(errors.map(abs).max() ?? 0) %")
    }

    @Test(
        "The page has the errors of curves that were fitted to the same third of the rates",
        arguments: ["constant", "logarithm", "saturating"])
    func curves(curve: String) throws {
        let fits = [
            "constant": Curves.constant, "logarithm": Curves.logarithm,
            "saturating": Curves.saturating,
        ]
        let words = [
            "constant": "a constant", "logarithm": "linear in the logarithm of the rate",
            "saturating": "saturating exponential",
        ]
        let library = ProfileLibrary(root: Repository.profiles)
        var cells: [String] = []
        for network in ["sa", "nsa"] {
            let rows = try MeasuredCurrents(
                shipped: "x55-currents.csv", column: "\(network)_ma", in: library
            ).rows
            let places = rows.indices
            let fitted = try #require(fits[curve])
            let fit = fitted(places.filter { $0 % 3 == 0 }.map { rows[$0] })
            for isLow in [true, false] {
                let tested = places.filter { $0 % 3 != 0 && (rows[$0].rate <= 20) == isLow }
                let errors: [Double] = tested.map { place in
                    100 * (fit(rows[place].rate) / rows[place].milliamperes - 1)
                }
                cells.append(String(format: "%.1f", mean(errors)) + " %")
            }
        }
        let page = try String(
            contentsOf: Repository.url("docs/reference/validation.md"), encoding: .utf8)
        let line = "| \(words[curve] ?? "") | " + cells.joined(separator: " | ") + " |"
        #expect(page.contains(line), "\(line)")
    }

    /// The current of a modem that is awake for a share of the time, and otherwise silent.
    private struct Shared {
        /// Connected, without payload (SX-027).
        var silent: Double
        /// The mean at 20 to 30 packets a second, where it hardly sleeps.
        var awake: Double

        func share(_ current: Double) -> Double { (current - silent) / (awake - silent) }

        /// Seconds for which a lone packet keeps it awake if packets come at random.
        func span(_ current: Double, rate: Int) -> Double {
            -log(1 - share(current)) / Double(2 * rate)
        }
    }

    @Test("The miss on SA comes from silence, the current awake and the time awake")
    func partsOfTheMiss() throws {
        let rows = try Self.rows.get()
        let dense = rows[19..<30]
        func mean(_ values: [Double]) -> Double { values.reduce(0, +) / Double(values.count) }
        let measured = Shared(silent: 57.6, awake: mean(dense.map(\.measured.sa)))
        let ours = Shared(silent: 51.044, awake: mean(dense.map(\.ours.sa)))
        #expect(abs(measured.awake - ours.awake - 27.5) < 1)
        for row in rows[1..<10] {
            #expect(abs(ours.span(row.ours.sa, rate: row.rate) - 0.1) < 0.01, "\(row.rate)")
            let span = measured.span(row.measured.sa, rate: row.rate)
            #expect(span > 0.14 && span < 0.19, "\(row.rate) a second: \(span) s")
        }
        let shares = (
            measured: measured.share(rows[0].measured.sa), ours: ours.share(rows[0].ours.sa)
        )
        let silence = (1 - shares.ours) * (measured.silent - ours.silent)
        let level = shares.ours * (measured.awake - ours.awake)
        let time = (shares.measured - shares.ours) * (measured.awake - measured.silent)
        #expect(abs(silence - 5.4) < 0.3 && abs(level - 5) < 0.5 && abs(time - 30) < 1)
        #expect(
            abs(silence + level + time - (rows[0].measured.sa - rows[0].ours.sa)) < 1e-9)
    }

    /// The committed table of measured and computed currents.
    private static func table(_ rows: [Row]) -> String {
        func one(_ value: Double) -> String {
            let tenths = Int((value * 10).rounded())
            return "\(tenths / 10).\(tenths % 10)"
        }
        return "packets_per_s,sa_measured_ma,sa_ours_ma,nsa_measured_ma,nsa_ours_ma\n"
            + rows.map { row in
                "\(row.rate),\(one(row.measured.sa)),\(one(row.ours.sa)),"
                    + "\(one(row.measured.nsa)),\(one(row.ours.nsa))\n"
            }.joined()
    }

    /// The line goes through deep sleep and listening, its inputs, and misses the others: micro
    /// sleep is shallower than in TR 38.840, and receiving and sending draw far less.
    @Test(
        "The line of currents by slot misses the measured slots by the stated amounts",
        arguments: [
            (1.0, 40.0, 0.0), (92.5, 182, 0.0), (45, 130, -0.17), (277.5, 250, 0.87),
            (250, 280, 0.52),
        ])
    func line(units: Double, measured: Double, miss: Double) throws {
        let library = ProfileLibrary(root: Repository.profiles)
        let radio = try library.loadRadio("nr-x55-sa-slots").value
        guard case .constant(let awake) = radio.states[1].draw else {
            Issue.record("\(radio.states[1].name) is not drawn awake")
            return
        }
        #expect(abs(awake.magnitude / Self.volts - (40 + 1.55 * 91.5)) < 0.01)
        let current = 40 + 1.55 * (units - 1)
        #expect(abs(current / measured - 1 - miss) < 0.01, "\(units): \(current) mA")
    }
}

/// Curves of current by packet rate that know nothing of a modem, fitted by least relative squares.
private enum Curves {
    typealias Row = MeasuredCurrents.Row

    static func constant(_ rows: [Row]) -> (Int) -> Double {
        let sorted = rows.map(\.milliamperes).sorted()
        return { _ in sorted[sorted.count / 2] }
    }

    static func logarithm(_ rows: [Row]) -> (Int) -> Double {
        line(rows) { log(Double($0)) }.curve
    }

    /// a + b (1 − exp(−c rate)), with c by the best of a grid in steps of 1 %.
    static func saturating(_ rows: [Row]) -> (Int) -> Double {
        let rates = (0...600).map { 0.01 * pow(1.01, Double($0)) }
        let fits = rates.map { rate in line(rows) { 1 - exp(-rate * Double($0)) } }
        return (fits.min { $0.error < $1.error } ?? line(rows) { Double($0) }).curve
    }

    /// a + b x of the rate, and the sum of its squared relative errors.
    private static func line(
        _ rows: [Row], _ x: @escaping (Int) -> Double
    ) -> (curve: (Int) -> Double, error: Double) {
        var (one, sum, square, y, xy) = (0.0, 0.0, 0.0, 0.0, 0.0)
        for row in rows {
            let (weight, at) = (1 / (row.milliamperes * row.milliamperes), x(row.rate))
            (one, sum, square) = (one + weight, sum + weight * at, square + weight * at * at)
            (y, xy) = (y + weight * row.milliamperes, xy + weight * at * row.milliamperes)
        }
        let slope = (one * xy - sum * y) / (one * square - sum * sum)
        let start = (y - slope * sum) / one
        let curve: (Int) -> Double = { start + slope * x($0) }
        let errors = rows.map { curve($0.rate) / $0.milliamperes - 1 }
        return (curve, errors.reduce(0) { $0 + $1 * $1 })
    }
}
