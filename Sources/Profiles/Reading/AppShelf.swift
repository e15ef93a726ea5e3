import DeviceModel

/// Finds the apps that a scenario names.
struct AppShelf {
    /// The app of that name or path, with other values of its parameters and the keys that lead to
    /// each; `nil`, with faults in the log, if no such app can be read.
    let load: (PlacedText, [(entry: RawEntry, prefix: String)], ReadingLog) -> ReadApp?
    /// Whether an app of the library has this name.
    let has: (String) -> Bool
    /// The names of the apps of the library.
    let names: () -> [String]
}

extension MappingReader {
    /// The key that says what an entry does: a behaviour, or an app of the library by its name.
    ///
    /// - Parameter keys: what else it may be, and behaviours.
    func policyEntry(of keys: [String]) -> RawEntry? {
        let beside = ["name", "baseline", "world", PolicyKeys.with]
        let own = entries.map(\.key).filter {
            !keys.contains($0) && !beside.contains($0) && log.apps?.has($0) ?? false
        }
        let isThere = !own.isEmpty || keys.contains(where: has)
        return exactlyOne(of: keys + (isThere ? own : log.apps?.names() ?? []))
    }
}
