/// Reads `kind: movement`, and what a scenario says of it in place: exactly one of its forms.
enum MovementReader {
    /// The movement, or `nil` where the file names none.
    static func read(_ root: MappingReader) -> Movement? {
        guard let entry = root.exactlyOne(of: ["days", "wandering", "still", "track"]) else {
            return nil
        }
        switch entry.key {
        case "days":
            return .profile(.days(root.mapping(in: entry) { WorkingDays.form.value(from: $0) }))
        case "wandering":
            return .profile(.wandering(root.mapping(in: entry) { Wandering.form.value(from: $0) }))
        case "still":
            root.log.recordWord("still", entry.value.flowText, at: entry.value.place)
            return .still(at: root.mapping(in: entry) { Position.still.value(from: $0) })
        default:
            let speed: MetersPerSecond? = root.givenQuantity("speed", .aboveZero)
            return root.track(entry.value, at: speed).map { .track($0) }
        }
    }

    /// The form of a file of `kind: movement`, and of a movement within a scenario.
    static let shape = FormShape(
        "Movement of a phone: days between home and work, wandering, staying, or a recorded way.",
        name: "movement", alternatives: [["days"], ["wandering"], ["still"], ["track"]],
        [
            .needed(
                "days", .part(WorkingDays.form.shape),
                "Days of 24 hours: home, work, sometimes an errand, and home again."),
            .needed(
                "wandering", .part(Wandering.form.shape),
                "Stays and trips in turn, without a clock, starting with a stay."),
            .needed("still", .part(Position.still.shape), "The phone stays where it is."),
            .needed("track", .text, "Recorded way: path of a GPX file, relative to this file."),
            .optional(
                "speed", .quantity(MetersPerSecond.self, .aboveZero),
                "Speed of the phone on a planned way, a track without times.",
                without: "the points have times"),
        ])
}

/// Files that others made, named by movements and layouts of cells; their paths are relative to
/// the YAML file.
extension MappingReader {
    /// The track in the GPX file that `node` names, at `speed` where its points have no times.
    func track(_ node: RawNode, at speed: MetersPerSecond?) -> RecordedTrack? {
        guard let name = plainText(node) else { return nil }
        log.recordWord(path("track"), name.text, at: name.place)
        return data(name) { (path, bytes) throws(ProfileFailure) in
            try RecordedTrack.read(path: path, bytes: bytes, label: name.text, speed: speed)
        }
    }

    /// The towers of the list under `file`, of which `radio`, `mcc` and `net` choose some.
    func towers() -> [Tower] {
        let name = placedText("file")
        let choice = TowerList.Choice(
            radio: optionalText("radio"), mcc: optionalCode("mcc"), net: optionalCode("net"))
        guard !name.text.isEmpty else { return [] }
        let towers = data(name) { (path, bytes) throws(ProfileFailure) in
            do throws(InputError) {
                let list = try TowerList(path: path, bytes: bytes, choice: choice)
                return (list.towers, list.notes(name.text))
            } catch { throw ProfileFailure(error) }
        }
        return towers ?? []
    }

    private func optionalCode(_ key: String) -> Int? {
        entry(key).map { _ in count(key, in: 0...9999, default: 0) }
    }

    /// What `read` makes of a file's bytes, which the log keeps, with what it has to say of them.
    private func data<Value>(
        _ name: PlacedText,
        _ read: (String, [UInt8]) throws(ProfileFailure) -> (Value, notes: [String])
    ) -> Value? {
        let path = resolved(name.text, relativeTo: log.source.path)
        do throws(ProfileFailure) {
            let bytes = try foreignBytes(path)
            let (value, notes) = try read(path, bytes)
            log.add(
                InputFile(role: .data, path: path, label: name.text, bytes: bytes, provenance: []))
            log.add(notes: notes)
            return value
        } catch {
            log.add(error.diagnostics.map { $0.seen(from: log.source, at: name) })
            return nil
        }
    }
}

extension RecordedTrack {
    /// The track of a GPX file, with what was left out of it.
    static func read(
        path: String, bytes: [UInt8], label: String, speed: MetersPerSecond?
    ) throws(ProfileFailure) -> (RecordedTrack, notes: [String]) {
        do throws(InputError) {
            let gpx = try GPXTrack(path: path, bytes: bytes, options: GPXOptions(speed: speed))
            return (gpx.track, gpx.notes(label))
        } catch { throw ProfileFailure(error) }
    }
}

extension GPXTrack {
    /// Notes on the parts of the file that were left out, and on gaps.
    fileprivate func notes(_ label: String) -> [String] {
        var notes = omissions.map { "\(label): left out \($0.description)" }
        let gaps = track.gaps
        if let longest = gaps.max() {
            let all = gaps.reduce(TimeSpan.zero) { $0 + $1 }
            let what = gaps.count == 1 ? "one gap of" : "\(gaps.count) gaps, the longest of"
            let sum = gaps.count == 1 ? "" : ", \(all.rounded) in all"
            notes.append(
                "\(label): \(what) \(longest.rounded)\(sum); the phone is taken to go straight "
                    + "across")
        }
        return notes
    }
}

extension TimeSpan {
    /// In a sentence: to a tenth of a minute from a minute on, of an hour from an hour on.
    var rounded: Seconds {
        let length = seconds.magnitude
        let step: Double = length < 60 ? 1 : length < 3600 ? 6 : 360
        return Seconds((length / step).rounded() * step)
    }
}

extension TowerList {
    fileprivate func notes(_ label: String) -> [String] {
        guard withoutRange > 0 else { return [] }
        return [
            "\(label): \(withoutRange) of \(towers.count) towers have no range; "
                + "\(Self.defaultRange) is taken"
        ]
    }
}
