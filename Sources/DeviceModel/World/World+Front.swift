import Kernel

/// Which app the user has in front changes: one is left, another is opened, or both.
struct FrontChange: BitwiseCopyable, Hashable, Sendable {
    /// By its place; below zero for an app that is no policy's. `nil`: none is.
    var left: Int32?
    var opened: Int32?
}

// The user has one app in front at a time: whichever was opened last.
extension World {
    /// The user opens an app; what is in front is left.
    ///
    /// - Returns: `nil` where the app is in front already.
    mutating func open(_ place: Int32, in calendar: inout Calendar) -> FrontChange? {
        guard front != place else { return nil }
        let change = FrontChange(left: front, opened: place)
        front = place
        user?.endTransfers(in: &calendar)
        if place == Event.otherApp { user?.beginTransfers(in: &calendar) }
        return change
    }

    /// The user leaves an app and puts the phone down.
    ///
    /// - Returns: `nil` where the app is not in front any more.
    mutating func leave(_ place: Int32, in calendar: inout Calendar) -> FrontChange? {
        guard front == place else { return nil }
        front = nil
        user?.endTransfers(in: &calendar)
        return FrontChange(left: place, opened: nil)
    }

    /// The user picks the phone up.
    mutating func pickUp(in calendar: inout Calendar) -> FrontChange? {
        // Who planned it is there.
        let place = user!.pickUp(in: &calendar)
        return open(place, in: &calendar)
    }

    /// The user puts the phone down.
    ///
    /// - Parameter place: of the app that was opened when the phone was picked up.
    mutating func putDown(_ place: Int32, in calendar: inout Calendar) -> FrontChange? {
        user?.putDown(in: &calendar)
        return leave(place, in: &calendar)
    }
}
