/// The name of a command-line option, for messages and manifests.
///
/// The parser names an option after its property, which must match.
public enum OptionName: String, CaseIterable, Sendable, CustomStringConvertible {
    case activity, add, antithetic, anyway, badge, base, capacity, cell, cells, cellular, citation,
        compare, confidence, csv, days, design, details, device, draws, equivalence, experiments,
        factor, floor, force, format, fragment, horizon, indifference, interface, jobs, json, junit,
        largest, link, markdown, maximise, measures, metric, minimise, missing, movement, name,
        network, only, origin, out, output, perfetto, points, policies, policy, port, precision,
        profile, promotion, quiet, radio, radios, replication, replications, resamples, robust,
        seed, set, shard, sobol, speed, sqlite, states, step, system, systems, technologies,
        template, time, timeline, tolerance, trace, track, truth, uncertain, url, use, vary,
        voltage, within
    case allowPartial = "allow-partial"
    case atMost = "at-most"
    case benchmarkJson = "benchmark-json"
    case benchmarkJsonBigger = "benchmark-json-bigger"
    case byRun = "by-run"
    case capacitySource = "capacity-source"
    case deviceIp = "device-ip"
    case failIfWorse = "fail-if-worse"
    case foregroundPoint = "foreground-point"
    case mapDay = "map-day"
    case noColor = "no-color"
    case operatingPoint = "operating-point"
    case pairedPrecision = "paired-precision"
    case shortestStay = "shortest-stay"
    case steadyState = "steady-state"
    case subjectTo = "subject-to"
    case trackStep = "track-step"
    case txLevel = "tx-level"
    case uncertainRadio = "uncertain-radio"
    case wiFi = "wi-fi"
    case wiFiRadio = "wi-fi-radio"
    case zeroBased = "zero-based"

    public var flag: String { "--\(rawValue)" }
    public var description: String { flag }

    public func words(_ value: (any CustomStringConvertible)?) -> [String] {
        value.map { [flag, "\($0)"] } ?? []
    }

    public func value(in words: [String]) -> String? {
        guard let place = words.firstIndex(of: flag), words.indices.contains(place + 1) else {
            return nil
        }
        return words[place + 1]
    }

    public func words(if isSet: Bool) -> [String] { isSet ? [flag] : [] }
}
