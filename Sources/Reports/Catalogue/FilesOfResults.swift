import Experiments

/// What a single run has for files.
public struct RunFiles {
    let run: SingleRun
    let steady: SteadyState?
    let timeline: StagedFile?
    let track: StagedFile?
    let drawing: [UInt8]?

    /// - Parameters:
    ///   - run: what was run.
    ///   - steady: the power in steady state; `nil`: it was not asked for.
    ///   - timeline: written while the run went on; `nil`: it was not asked for.
    ///   - track: written while the run went on; `nil`: it was not asked for.
    ///   - drawing: the track as SVG; `nil`: none.
    public init(
        _ run: SingleRun, steady: SteadyState?, timeline: StagedFile?, track: StagedFile?,
        drawing: [UInt8]?
    ) {
        (self.run, self.steady, self.drawing) = (run, steady, drawing)
        (self.timeline, self.track) = (timeline, track)
    }
}

/// What a replay has for files: of one radio more than of many.
public struct ReplayFiles {
    let radios: [ReplayedRadio]
    let one: TraceReplayResult?
    let advice: [ReplayAdvice]

    /// - Parameters:
    ///   - result: of the radio.
    ///   - advice: what would have cost less.
    public init(one result: TraceReplayResult, advice: [ReplayAdvice]) {
        radios = [result.radio]
        one = result
        self.advice = advice
    }

    public init(many radios: [ReplayedRadio]) {
        self.radios = radios
        one = nil
        advice = []
    }
}

/// What a fit has for files.
public struct FitFiles {
    let quantities: [FittedQuantity]
    let residuals: [FitResidual]
    let stays: Table<PowerStay>?

    public init(_ fit: ProbeFit) { self.init(fit.quantities, fit.residuals, nil) }

    public init(_ fit: TransferPowerFit) { self.init(fit.quantities, fit.residuals, nil) }

    public init(_ fit: TailFit) { self.init(fit.quantities, fit.residuals, FitTables.stays(fit)) }

    private init(
        _ quantities: [FittedQuantity], _ residuals: [FitResidual], _ stays: Table<PowerStay>?
    ) {
        (self.quantities, self.residuals, self.stays) = (quantities, residuals, stays)
    }
}

/// What a sweep, or its shards together, has for files.
public struct SweepFiles {
    let design: Table<SweepTables.DesignRow>
    let rows: [SweepRow]
    let comparisons: [SweepComparisonRow]

    /// - Parameters:
    ///   - design: all points.
    ///   - rows: by point.
    ///   - comparisons: by point.
    public init(
        _ design: Table<SweepTables.DesignRow>, _ rows: [SweepRow],
        _ comparisons: [SweepComparisonRow]
    ) {
        (self.design, self.rows, self.comparisons) = (design, rows, comparisons)
    }
}

/// What a comparison of drawn profiles has for files.
public struct UncertaintyFiles {
    let outcome: UncertainComparison.Outcome
    let scenario: String

    /// - Parameters:
    ///   - outcome: what was found.
    ///   - scenario: its name.
    public init(_ outcome: UncertainComparison.Outcome, scenario: String) {
        (self.outcome, self.scenario) = (outcome, scenario)
    }
}

/// What an optimisation has for files.
public struct OptimumFiles {
    let result: OptimisationResult
    let path: String
    let unit: String

    /// - Parameters:
    ///   - result: what was found.
    ///   - path: of the value that varies.
    ///   - unit: of a range; empty for a list.
    public init(_ result: OptimisationResult, path: String, unit: String) {
        (self.result, self.path, self.unit) = (result, path, unit)
    }
}

/// What a study of intervals and tests has for files.
public struct CoverageFiles {
    let coverage: [CoverageStudy.Combination]
    let power: [PowerStudy.Situation]

    public init(_ coverage: [CoverageStudy.Combination], _ power: [PowerStudy.Situation]) {
        (self.coverage, self.power) = (coverage, power)
    }
}
