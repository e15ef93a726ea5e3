import Foundation

/// What a phone's record other than a battery history tells.
public struct PhoneTally: Sendable {
    /// Amounts in days, stretches or other parts of the record, each with its hours.
    public typealias Series = (
        name: String, unit: String, source: String, parts: [(amount: Double, hours: Double)]
    )

    /// What the file covers, as the rest of a line.
    public internal(set) var span = ""
    public internal(set) var series: [Series] = []
    /// By bundle: MB over cellular and Wi-Fi, then seconds in front and in the background.
    public internal(set) var apps: [String: [Double]] = [:]
    /// What the record cannot tell, each a sentence.
    public internal(set) var limits: [String] = []

    static let isLowerBound =
        "It does not tell when data passed: the radios' currents are lower bounds."

    /// `nil` for any other kind of file.
    public init?(_ trace: TraceFile) throws(TraceFailure) {
        let file = BlockFile(trace)
        try file.fill()
        let kind = PhoneRecord.recognise(file.bytes.prefix(PhoneRecord.headBytes))
        guard let kind, [.metrics, .powerlog, .bluetooth].contains(kind) else { return nil }
        let bytes = try file.rest()
        do {
            switch kind {
            case .metrics: try readMetrics(Data(bytes))
            case .powerlog: try readPowerlog(TableReader(bytes))
            default: readBluetooth(bytes)
            }
        } catch {
            let reason = (error as? RecordFault)?.reason ?? "it is damaged"
            throw TraceFailure(.badRecord("record", reason: reason), path: file.path)
        }
    }
}
