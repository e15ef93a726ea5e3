import Kernel
import Studies

/// What a command line changes in a scenario; `nil` leaves it as the file has it.
public struct ScenarioOverrides: Hashable, Sendable {
    /// A shipped device's name, or a path.
    public var device: String?
    /// A shipped radio's name, or a path.
    public var radio: String?
    /// A shipped Wi-Fi radio's name, or a path: of the radio beside the other.
    public var wifiRadio: String?
    /// A shipped system's name, or a path.
    public var system: String?
    /// A shipped movement's name, or the path of one, or of a GPX file.
    public var movement: String?
    /// The name of shipped cells, or a path.
    public var cells: String?
    /// A shipped user's name, a path, or a word: `standby`, `sessions`.
    public var use: String?
    /// Greater than zero.
    public var horizon: TimeSpan?
    public var seed: UInt64?
    public var sampling: Sampling
    /// Values put into the scenario and its profiles, in order, before anything is read; what the
    /// other overrides name comes first.
    public var edits: [ValueEdit]
    /// How large a difference counts as none, as a share of the baseline's mean; above 0, below 1.
    public var equivalence: Fraction?

    /// How often a scenario is repeated.
    public struct Sampling: Hashable, Sendable {
        /// Exactly as many, whatever the precision; two or more.
        public var replications: Int?
        /// Half the width of the interval of each mean, over the mean; above 0.
        public var precision: Fraction?
        /// The same of each difference from the baseline.
        public var pairedPrecision: Fraction?
        /// Whether replications come in antithetic pairs.
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
