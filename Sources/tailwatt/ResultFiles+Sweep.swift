import Reports

extension ResultFiles {
    static func sweep(_ outcome: SweepOutcome, _ sweep: Sweep) -> ResultFiles {
        Self.sweep(
            sweep.manifest, package: sweep.base.scenario.name,
            design: SweepTables.design(factors: sweep.paths, sweep.designRows).csv,
            factors: sweep.paths, outcome.rows, outcome.comparisons)
    }

    /// - Parameters:
    ///   - manifest: without what is written.
    ///   - package: the scenario's name.
    ///   - design: `design.csv`.
    ///   - factors: its columns but the first.
    ///   - rows: by point.
    ///   - comparisons: by point.
    static func sweep(
        _ manifest: Manifest, package: String, design: [UInt8], factors: [String],
        _ rows: [SweepRow], _ comparisons: [SweepComparisonRow]
    ) -> ResultFiles {
        var files = ResultFiles(package: package, manifest: manifest)
        files.add(design, SweepTables.design(factors: factors, []).schema)
        files.add(SweepTables.sweep(rows))
        files.add(SweepTables.comparison(comparisons))
        return files
    }
}
