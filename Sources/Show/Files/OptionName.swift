/// The name of a command-line option, for messages and manifests.
///
/// The parser names an option after its property, which must match.
public enum OptionName: String, CaseIterable, Sendable {
    case activity
    case add
    case allowPartial = "allow-partial"
    case antithetic
    case anyway
    case atMost = "at-most"
    case base
    case benchmarkJson = "benchmark-json"
    case benchmarkJsonBigger = "benchmark-json-bigger"
    case byRun = "by-run"
    case capacity
    case capacitySource = "capacity-source"
    case cell
    case cells
    case cellular
    case citation
    case compare
    case confidence
    case csv
    case days
    case design
    case details
    case device
    case deviceIp = "device-ip"
    case draws
    case equivalence
    case experiments
    case factor
    case floor
    case force
    case format
    case foregroundPoint = "foreground-point"
    case fragment
    case horizon
    case indifference
    case interface
    case jobs
    case junit
    case largest
    case link
    case mapDay = "map-day"
    case markdown
    case maximise
    case measures
    case metric
    case minimise
    case movement
    case name
    case network
    case operatingPoint = "operating-point"
    case only
    case origin
    case out
    case output
    case pairedPrecision = "paired-precision"
    case perfetto
    case points
    case policies
    case policy
    case precision
    case profile
    case promotion
    case quiet
    case radio
    case radios
    case replication
    case replications
    case resamples
    case robust
    case seed
    case set
    case shard
    case shortestStay = "shortest-stay"
    case sobol
    case speed
    case sqlite
    case states
    case steadyState = "steady-state"
    case step
    case subjectTo = "subject-to"
    case system
    case systems
    case technologies
    case template
    case time
    case timeline
    case tolerance
    case trace
    case track
    case trackStep = "track-step"
    case truth
    case txLevel = "tx-level"
    case uncertain
    case uncertainRadio = "uncertain-radio"
    case url
    case use
    case vary
    case voltage
    case wiFi = "wi-fi"
    case wiFiRadio = "wi-fi-radio"
    case within
}

extension OptionName: CustomStringConvertible {
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
