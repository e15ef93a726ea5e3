import Kernel

/// When a system wakes an app to fetch: what it makes of when the app is used and of how its
/// fetches went (SR-045).
///
/// The documents say that there is such a rule, and not what it is. This one is explicit instead:
/// every number of it is in the system's profile.
public struct FetchLearningRules: Hashable, Sendable {
    /// No wake-up sooner after the last one.
    public var leastInterval: TimeSpan
    /// From one wake-up to the next before anything is known.
    public var firstInterval: TimeSpan
    /// No longer than this from one wake-up to the next, however many fetches were in vain.
    public var mostInterval: TimeSpan
    /// The interval is divided by this after a short fetch with data, and multiplied by it after
    /// any other one; more than 1.
    public var factor: Double
    /// A fetch that takes longer is not rewarded.
    public var shortFetch: TimeSpan
    /// The day is divided into so many parts; one in which the app was opened before is a time of
    /// its use. At least 1.
    public var slotsPerDay: Int
    /// So long before a time of its use the app is woken.
    public var lead: TimeSpan
    /// Wake-ups come at random, near times of use and by a budget; `nil`: they come when the
    /// interval is over, or the lead before a time of use.
    public var budget: RefreshBudget?
}

/// Wake-ups at random: a point process near times of use, with a budget (IM-005, IM-007, IM-033).
public struct RefreshBudget: BitwiseCopyable, Hashable, Sendable {
    /// Wake-ups of an app in 24 h; at least 1.
    public var perDay: Int
    /// They come within this before a time of its use; at any time where none is known.
    public var beforeUse: TimeSpan
}
