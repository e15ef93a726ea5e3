import Kernel
import Studies

/// Changes of a command line to a scenario; `nil` keeps the file's value.
public struct ScenarioOverrides: Hashable, Sendable {
    /// A shipped name or a path, as for the other profiles.
    public var device: String?
    public var radio: String?
    public var wifiRadio: String?
    public var system: String?
    /// A shipped name or a path, also of a GPX file.
    public var movement: String?
    public var cells: String?
    /// A shipped name, a path, or the word `standby`, `bare` or `sessions`.
    public var use: String?
    /// Greater than zero.
    public var horizon: TimeSpan?
    public var seed: UInt64?
    public var sampling: Sampling
    /// Edits of the scenario and its profiles, applied in order before parsing, after the other
    /// overrides.
    public var edits: [ValueEdit]
    /// The largest negligible difference, as a share of the baseline's mean; between 0 and 1.
    public var equivalence: Fraction?

    /// The number of replications and the precision.
    public struct Sampling: Hashable, Sendable {
        /// The exact number, whatever the precision; at least 2.
        public var replications: Int?
        /// The half-width of each mean's interval divided by the mean; above 0.
        public var precision: Fraction?
        /// As `precision`, for each difference from the baseline.
        public var pairedPrecision: Fraction?
        public var isAntithetic: Bool?

        public init(
            replications: Int? = nil, precision: Fraction? = nil, pairedPrecision: Fraction? = nil,
            isAntithetic: Bool? = nil
        ) {
            self.replications = replications
            self.precision = precision
            self.pairedPrecision = pairedPrecision
            self.isAntithetic = isAntithetic
        }
    }

    public init(
        device: String? = nil, radio: String? = nil, wifiRadio: String? = nil,
        system: String? = nil, movement: String? = nil, cells: String? = nil,
        use: String? = nil,
        horizon: TimeSpan? = nil, seed: UInt64? = nil, sampling: Sampling = Sampling(),
        equivalence: Fraction? = nil, edits: [ValueEdit] = []
    ) {
        self.device = device
        self.radio = radio
        self.wifiRadio = wifiRadio
        self.system = system
        self.movement = movement
        self.cells = cells
        self.use = use
        self.horizon = horizon
        self.seed = seed
        self.sampling = sampling
        self.equivalence = equivalence
        self.edits = edits
    }
}
