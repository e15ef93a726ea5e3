import FuzzDriver
import Profiles

// Whatever a profile contains: it is read or refused with a message. There are no shipped profiles:
// a scenario's names are looked up in a folder that is not there.
fuzz { bytes, count in
    do throws(ProfileFailure) {
        _ = try ProfileLibrary(root: "/nonexistent").load(path: file(of: bytes, count: count))
    } catch {
        precondition(!error.description.isEmpty)
    }
    return 0
}
