import FuzzDriver
import Traces

// Whatever a power profile of Android's contains: it is read or refused with a message.
fuzz { bytes, count in
    let content = Array(UnsafeBufferPointer(start: bytes, count: count))
    do throws(PowerProfileError) {
        _ = try PowerProfile(path: "f", bytes: content)
    } catch {
        precondition(!error.description.isEmpty)
    }
    return 0
}
