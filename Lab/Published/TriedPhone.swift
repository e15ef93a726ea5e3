import DeviceModel
import Foundation
import Kernel
import Profiles
import Studies

/// A phone with shipped profiles in a small scenario, as the arguments of a row describe it.
struct TriedPhone {
    private let arguments: MeasureArguments
    private let library: ProfileLibrary

    init(_ arguments: MeasureArguments, _ library: ProfileLibrary) {
        (self.arguments, self.library) = (arguments, library)
    }

    /// - Parameter edits: Values of the profiles to replace.
    func loaded(_ edits: [ValueEdit] = []) throws -> LoadedScenario {
        let hours = arguments.has("hours") ? try arguments.number("hours") : 1
        let seconds = max(60, Int((hours * 3600).rounded()))
        func line(_ key: String) -> String {
            let text = arguments.text(key)
            return text.isEmpty ? "" : "\(key): \(text)\n"
        }
        let policies = [("app", "app"), ("without", "less")].map { name, key in
            let text = arguments.text(key)
            return "  - name: \(name)\n    \(text.isEmpty ? "none: {}" : text)\n"
        }
        let text = """
            kind: scenario
            name: trial
            question: What does this phone draw?
            device: \(arguments.profile("device"))
            radio: \(arguments.profile("radio"))
            system: \(arguments.profile("system"))
            hypothetical: true
            horizon: \(seconds) s
            \(line("use"))\(line("world"))policies:
            \(policies.joined())
            """
        return try library.scenario("trial", text, ScenarioOverrides(edits: edits))
    }

    /// The draws behind a range: the middles of nineteen equal parts of each law, in random order.
    static let draws = 19

    /// The 5th to the 95th percentile over the ranges that the profiles state.
    ///
    /// - Returns: `nil` if no range changes the figure.
    func range(
        of find: (MeasureArguments, Scenario) throws -> Double
    ) throws -> ClosedRange<Double>? {
        let parameters = try loaded().uncertain
        guard !parameters.isEmpty else { return nil }
        let orders = parameters.indices.map { Self.order($0) }
        let values = try (0..<Self.draws).map { draw in
            let edits = zip(parameters, orders).map { parameter, order in
                parameter.edit(at: (Double(order[draw]) + 0.5) / Double(Self.draws))
            }
            return try find(arguments, loaded(edits).scenario)
        }.sorted()
        let last = values.count - 1
        guard values.allSatisfy(\.isFinite),
            values[last] - values[0] > 1e-9 * values[last].magnitude
        else { return nil }
        // Type 7: a twentieth of the eighteen gaps from each end.
        func between(_ end: Int, _ next: Int) -> Double { 0.1 * values[end] + 0.9 * values[next] }
        return between(0, 1)...between(last, last - 1)
    }

    /// A random order of the draws, the same in each run.
    private static func order(_ parameter: Int) -> [Int] {
        var stream = RandomStream(
            StreamKey(seed: 1, replication: 0, purpose: "trial", index: UInt64(parameter)))
        var order = Array(0..<draws)
        for place in stride(from: draws - 1, to: 0, by: -1) {
            order.swapAt(place, Int(stream.next() % UInt64(place + 1)))
        }
        return order
    }
}

extension MeasureArguments {
    /// Whether the measure has the argument at all.
    func has(_ key: String) -> Bool { values[key] != nil }

    /// A number that may be left out.
    func numberIfAny(_ key: String) throws -> Double? {
        text(key).isEmpty ? nil : try number(key)
    }

    /// The battery in joules: the device's, or one of its voltage with `battery_mAh`.
    func battery(_ device: DeviceProfile) throws -> Double {
        guard let capacity = try numberIfAny("battery_mAh") else {
            return device.battery.energy.magnitude / 1000
        }
        return capacity * device.battery.voltage.magnitude * 3.6
    }

    /// A power in the unit of `as`.
    func figure(_ milliwatts: Double, _ device: DeviceProfile) throws -> Double {
        let watts = milliwatts / 1000
        let battery = try battery(device)
        return try choice(
            "as",
            of: [
                "mW": milliwatts, "%/h": 100 * 3600 * watts / battery,
                "h": battery / watts / 3600,
            ])
    }
}
