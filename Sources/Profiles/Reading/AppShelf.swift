import DeviceModel

/// Finds the apps that a scenario names.
struct AppShelf {
    /// The app of that name or path, with other values of its parameters; `nil`, with faults in the
    /// log, where there is none.
    let load: (PlacedText, [RawEntry], ReadingLog) -> ReadApp?
}
