import Experiments
import Kernel

/// A known curve over 30 to 3,600 s, to test the optimum search.
///
/// Each is a goal of about 100; two have a limit that is reached at 1,000 s, with 5.
public enum SyntheticCurve: String, CaseIterable, Sendable {
    /// 100 + 30,000 / x, as the cost of a keep-alive every x; the best is the upper end.
    case inverse
    /// 100 everywhere; every value is the best.
    case flat
    /// Eight stairs, equally long on a logarithmic scale and 8 high, down to 100 and up again.
    ///
    /// Every value of the lowest stair, from 598 to 1,088 s, is the best.
    case stepped
    /// 85 + 2,500 / x + x / 44.4, with its minimum at 333 s.
    case uShaped = "u-shaped"
    /// Two minima: a deep, narrow one (100, at 99 s) and a wide one (101, at 1,088 s).
    case twoMinima = "two-minima"
    /// The U with skewed noise, ten times as large.
    case noisy
    /// 100 + 30,000 / x up to 1,000 s, and 40 more beyond, as where a middlebox drops a connection.
    case cliff
    /// The inverse, with a limit on a mean that rises as x / 200.
    case limit
    /// The inverse, with a limit on the share of rare events: of four a run, x / 20,000 are lost.
    case rareLimit = "rare-limit"

    public var meaning: String {
        switch self {
        case .inverse: "falls as 1/x to the upper end"
        case .flat: "is the same everywhere"
        case .stepped: "goes down stairs to one from 598 to 1088 s, and up again"
        case .uShaped: "has a valley at 333 s"
        case .twoMinima: "has a narrow valley at 99 s and another, higher by 1, at 1088 s"
        case .noisy: "is the u-shaped one in noise ten times as large and skewed"
        case .cliff: "falls as 1/x to 1000 s and is 40 higher beyond"
        case .limit: "falls as 1/x, with a limit on a mean reached at 1000 s"
        case .rareLimit: "the same with a limit on a share of rare things"
        }
    }

    /// In seconds.
    public static let range = 30.0...3600
    static let limitPlace = 1000.0
    /// The limit on the mean and, in percent, on the share.
    static let limitHeight = 5.0

    var isLimited: Bool { self == .limit || self == .rareLimit }

    /// The position in the range on a logarithmic scale.
    private static func share(_ x: Double) -> Double { SearchScale(range).share(of: x) }

    private static func place(_ share: Double) -> Double {
        PortableMath.exp(
            PortableMath.log(range.lowerBound) * (1 - share)
                + PortableMath.log(range.upperBound) * share)
    }

    /// The true mean.
    func height(_ x: Double) -> Double {
        let share = Self.share(x)
        switch self {
        case .inverse, .limit, .rareLimit: return 100 + 30_000 / x
        case .flat: return 100
        case .stepped:
            return 100 + 8 * ((share * Self.stairs).rounded(.down) - Self.bestStair).magnitude
        case .uShaped, .noisy: return 85 + 2500 / x + x / Self.valleyWidth
        case .twoMinima:
            let (narrow, wide) = (share - Self.narrowValley, share - Self.wideValley)
            return 100 + min(600 * narrow * narrow, 1 + 150 * wide * wide)
        case .cliff: return 100 + 30_000 / x + (x > Self.limitPlace ? 40 : 0)
        }
    }

    /// The values with the smallest true mean within the limit.
    var best: ClosedRange<Double> {
        switch self {
        case .inverse: return Self.range.upperBound...Self.range.upperBound
        case .flat: return Self.range
        case .stepped:
            return Self.place(
                Self.bestStair / Self.stairs)...Self.place(
                    (Self.bestStair + 1) / Self.stairs)
        case .uShaped, .noisy:
            let bottom = (2500 * Self.valleyWidth).squareRoot()
            return bottom...bottom
        case .twoMinima:
            let bottom = Self.place(Self.narrowValley)
            return bottom...bottom
        case .cliff, .limit, .rareLimit: return Self.limitPlace...Self.limitPlace
        }
    }

    /// The smallest true mean within the limit.
    var least: Double { height((best.lowerBound * best.upperBound).squareRoot()) }

    /// The difference between the largest and the smallest true mean of the range.
    var span: Double {
        let heights = (0...1000).map { height(Self.place(Double($0) / 1000)) }
        return (heights.max() ?? 0) - (heights.min() ?? 0)
    }

    private static let stairs = 8.0
    private static let bestStair = 5.0
    private static let valleyWidth = 44.4
    private static let narrowValley = 0.25
    private static let wideValley = 0.75
}

/// A known distribution, to test statistics.
public enum SyntheticDistribution: String, CaseIterable, Sendable {
    /// Mean 10, standard deviation 1.
    case normal
    /// Mean 1: skewness 2.
    case exponential
    /// The exponential of a standard normal: skewness 6.2.
    case lognormal = "lognormal-1"
    /// 1 with probability 0.02, otherwise 0.
    case rare = "bernoulli-0.02"

    var mean: Double {
        switch self {
        case .normal: 10
        case .exponential: 1
        case .lognormal: PortableMath.exp(0.5)
        case .rare: Self.rareShare
        }
    }

    var deviation: Double {
        switch self {
        case .normal, .exponential: 1
        // √((e − 1) · e)
        case .lognormal: ((PortableMath.exp(1) - 1) * PortableMath.exp(1)).squareRoot()
        case .rare: (Self.rareShare * (1 - Self.rareShare)).squareRoot()
        }
    }

    static let rareShare = 0.02

    func draw(_ stream: inout RandomStream) -> Double {
        switch self {
        case .normal: 10 + stream.normal()
        case .exponential: stream.exponential()
        case .lognormal: PortableMath.exp(stream.normal())
        case .rare: stream.uniform() < Self.rareShare ? 1 : 0
        }
    }

    func sample(_ count: Int, _ stream: inout RandomStream) -> [Double] {
        (0..<count).map { _ in draw(&stream) }
    }

    /// A draw minus the mean, divided by the standard deviation.
    func standardised(_ stream: inout RandomStream) -> Double {
        (draw(&stream) - mean) / deviation
    }
}
