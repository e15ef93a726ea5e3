extension MappingReader {
    /// The values in the file that `node` names: the word `value`, then one quantity in each line.
    ///
    /// The path is relative to the YAML file.
    func empiricalValues<Value: Quantity>(_ node: RawNode) -> [Value]? {
        guard let name = plainText(node) else { return nil }
        // A value on the command line names files relative to the working directory.
        let isInFile = node.place.edit == nil
        let path = isInFile ? resolved(name.text, relativeTo: log.source.path) : name.text
        do throws(ProfileFailure) {
            var source = try SourceText(contentsOf: path)
            source.isQuoted = source.text.hasPrefix("value\n") || source.text.hasPrefix("value\r")
            log.add(
                InputFile(
                    role: .data, path: path, label: name.text, bytes: source.bytes, provenance: []))
            return values(in: source)
        } catch {
            log.add(error.diagnostics.map { $0.seen(from: log.source, at: name) })
            return nil
        }
    }

    private func values<Value: Quantity>(in source: SourceText) -> [Value]? {
        let lines = source.lines.map { String(String.UnicodeScalarView($0)) }
        guard lines[0] == "value" else {
            let fault = Fault(
                "the first line is not the word value",
                advice: "Write the word value, then one quantity with its unit in each line.")
            report(fault, in: source)
            return nil
        }
        var values: [Value] = []
        for (index, line) in lines.enumerated().dropFirst() {
            if index == lines.count - 1, line.isEmpty { break }
            let length = line.unicodeScalars.count
            let place = SourcePlace(line: index + 1, column: 1, length: length)
            guard let value: Value = log.quantity(line, .zeroOrMore, in: source, at: place) else {
                return nil
            }
            values.append(value)
        }
        if !values.isEmpty { return values }
        let fault = Fault(
            "there are no values",
            advice: "Write one quantity with its unit in each line after the first.")
        report(fault, in: source)
        return nil
    }

    private func report(_ fault: Fault, in source: SourceText) {
        let place = SourcePlace(line: 1, column: 1, length: source.lines[0].count)
        log.add([
            source.isQuoted
                ? source.diagnostic(fault, at: place)
                : Diagnostic(fault, file: source.path, place: place)
        ])
    }
}

/// `path` as it is meant in the file at `base`: from the folder of that file on.
func resolved(_ path: String, relativeTo base: String) -> String {
    guard !path.hasPrefix("/"), path != FileOpening.standardInput || base.contains("/") else {
        // No file can mean standard input, which is the user's.
        return path.hasPrefix("/") ? path : "./" + path
    }
    guard let slash = base.lastIndex(of: "/") else { return path }
    return base[...slash] + path
}

extension ReadingLog {
    /// The moments of the log or capture that `node` names; the path is relative to the file.
    func recordedMoments(_ node: RawNode) -> [RecordedBehaviour.Moment] {
        guard case .text(let text) = node.content else { return [] }
        let name = PlacedText(text: text.text, place: node.place)
        let isInFile = node.place.edit == nil
        let path = isInFile ? resolved(name.text, relativeTo: source.path) : name.text
        do throws(ProfileFailure) {
            let bytes = try foreignBytes(path)
            add(InputFile(role: .data, path: path, label: name.text, bytes: bytes, provenance: []))
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
        do throws(InputError) {
            return try ActivityLog(path: path, bytes: bytes).moments
        } catch { throw ProfileFailure(error) }
    }

    private static func packets(
        _ path: String, _ bytes: [UInt8]
    ) throws(ProfileFailure) -> [RecordedBehaviour.Moment] {
        do throws(TraceFailure) {
            return try ActivityLog.moments(ofCapture: path, bytes: bytes)
        } catch {
            let fault = Fault(error.fault.message, advice: error.fault.advice)
            throw ProfileFailure(Diagnostic(fault, at: error.place?.line, of: path))
        }
    }
}
