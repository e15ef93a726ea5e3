/// A part of the phone that draws power of its own and is in exactly one state at a time.
public enum Component: String, BitwiseCopyable, CaseIterable, Hashable, Sendable {
    case cellular
    case wifi = "wi-fi"
    case bluetooth
    case gnss
    case processor
    case audio
    case display
    /// The rest of the sleeping phone.
    case floor
    /// The level of the signal, where a world has levels. It draws nothing: its states say how long
    /// each level was there.
    case signal
}
