import Kernel

/// The standard location service in the background.
public struct StandardLocationRules: Hashable, Sendable {
    /// Whether an app with the location mode is not suspended while it runs the service.
    public var keepsRunning = true
    /// Whether timers of its own wake a suspended app: not in iOS.
    public var wakesByTimer = false
    /// Whether positions can be kept back so that the processor sleeps (from iOS 6 on).
    public var defersUpdates = false
    /// The system stops updates of a phone at rest (from iOS 6 on); `nil`: it never does.
    public var pause: Pause?
    /// From one scan of access points to the next while Wi-Fi positions are being delivered.
    public var scanEvery = TimeSpan(Seconds(60))
    /// An app in the background that runs no location service gets no more than one position in
    /// this time (AM-209); `nil`: as many as it asks for.
    public var backgroundEvery: TimeSpan?

    /// Rest, as the system recognises it.
    public struct Pause: Hashable, Sendable {
        /// Updates stop after so long at rest.
        public var after: TimeSpan
        /// Who has not gone so far away is at rest.
        public var within: Meters
    }
}
