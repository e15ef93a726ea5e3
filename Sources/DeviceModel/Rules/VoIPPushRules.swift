import Forms
import Kernel

/// Pushes of calls (PushKit), which wake an app at once and as often as they come (IM-044).
public struct VoIPPushRules: Hashable, Sendable {
    /// How long the app may run on one push.
    public var runTime: TimeSpan
    /// What each push asks of the app; `nil`: it does with one what it likes.
    public var mustRing: MustRing?

    /// A push is a call, of which the app tells the system, which rings (IM-045).
    public struct MustRing: Hashable, Sendable {
        /// An app that has not done so by this, from when the push came, is ended.
        public var within: TimeSpan
        /// After so many pushes without a call the app gets no more (IM-046); greater than zero.
        public var failures: Int
    }
}

extension VoIPPushRules: Formed {
    public static let form: Form<VoIPPushRules> = Form(
        "Pushes of calls, which wake an app at once and as often as they come.",
        standard: VoIPPushRules(runTime: .zero),
        fields: [
            .span(
                "run-time", \.runTime, "How long the app may run on one push.", .aboveZero,
                isRequired: true),
            .part(
                "must-ring", \.mustRing, "What each push asks of the app.",
                without: "nothing: it does with one what it likes"),
        ])
}

extension VoIPPushRules.MustRing: Formed {
    public static let form: Form<VoIPPushRules.MustRing> = Form(
        "The app tells the system of a call for each push, and the system rings.",
        standard: VoIPPushRules.MustRing(within: .zero, failures: 1),
        fields: [
            .span(
                "within", \.within,
                "An app that has not done so by this, from when the push came, is ended.",
                .aboveZero, isRequired: true),
            .statedCount(
                "failures", \.failures,
                "After so many pushes without a call the app gets no more.", in: 1...1000,
                isRequired: true),
        ])
}
