import DeviceModel
import Kernel
import Traces

extension ReadingLog {
    /// What the log or the capture that `node` names says; the path is relative to the file.
    func recordedMoments(_ node: RawNode) -> [RecordedBehaviour.Moment] {
        guard case .text(let text) = node.content else { return [] }
        let name = PlacedText(text: text.text, place: node.place)
        let isInFile = node.place.edit == nil
        let path = isInFile ? resolved(name.text, relativeTo: source.path) : name.text
        do throws(ProfileFailure) {
            let bytes = try foreignBytes(path)
            add(
                InputFile(role: .data, path: path, label: name.text, bytes: bytes, provenance: []))
            return try Self.moments(path, bytes)
        } catch {
            add(error.diagnostics.map { $0.seen(from: source, at: name) })
            standIn(at: node.place)
            return []
        }
    }

    private static func moments(
        _ path: String, _ bytes: [UInt8]
    ) throws(ProfileFailure) -> [RecordedBehaviour.Moment] {
        guard path.lowercased().hasSuffix(".csv") else { return try packets(path, bytes) }
        do throws(LogError) {
            return try ActivityLog(path: path, bytes: bytes).moments
        } catch {
            throw ProfileFailure(Diagnostic(.foreign(.activity(error)), at: error.line, of: path))
        }
    }

    private static func packets(
        _ path: String, _ bytes: [UInt8]
    ) throws(ProfileFailure) -> [RecordedBehaviour.Moment] {
        do throws(TraceFailure) {
            return try ActivityLog.moments(ofCapture: path, bytes: bytes)
        } catch {
            throw ProfileFailure(
                Diagnostic(.foreign(.capture(error)), at: error.place?.line, of: path))
        }
    }
}
