import DeviceModel
import Experiments
import Published
import Quantities
import Studies

/// The pages of results that are no comparison of policies in one scenario.
enum OtherPages {
    static func run(_ files: RunFiles, _ context: PageContext) -> [UInt8] {
        let (run, scenario) = (files.run, files.run.books.scenario)
        let energy = run.result.metrics[.energy].map { FigureText.text($0, unit: "J") }
        var page = ReportPage(
            title: "\(scenario.name): one run of \(run.policy.name)",
            answer: energy.map { "It draws \($0) in \(scenario.horizon.seconds)." },
            facts: "\(scenario.phoneName); seed \(scenario.seed); replication \(run.replication)",
            context)
        page.text.heading("Where the energy goes")
        for picture in files.pictures { page.text.figure(picture) }
        if let drawing = files.map?.svg {
            page.text.heading("Where the phone was")
            page.text.image(
                drawing, name: TrackMap.fileName,
                alternative: "The way of the phone and the positions that were reported")
        }
        page.text.heading("By state and by cause")
        page.text.table(ResultTables.residence(run.books))
        page.text.table(ResultTables.causes(run.books))
        return page.document(notes: lines(ResultNotes(result: run.books).combination))
    }

    static func frontier(_ files: FrontierFiles, _ context: PageContext) -> [UInt8] {
        let days = files.days
        let scenario = days[0].result.scenario
        var page = ReportPage(
            title: scenario.question, answer: nil,
            facts: "\(scenario.name): a family of policies on \(days.count) "
                + "\(days.count == 1 ? "kind" : "kinds") of day; "
                + "\(scenario.horizon.seconds) a run; "
                + "seed \(scenario.seed)", context)
        page.text.heading("Who is worth the energy")
        for picture in files.pictures { page.text.figure(picture) }
        page.text.table(FrontierTables.frontier(days))
        return page.document()
    }

    static func replay(_ files: ReplayFiles, _ context: PageContext) -> [UInt8] {
        let names = files.radios.map(\.radio.name).joined(separator: ", ")
        let answers = files.radios.map { radio in
            "\(joules(radio.energy)) on \(radio.radio.name), of which the trace caused "
                + joules(radio.activeEnergy)
        }
        var page = ReportPage(
            title: "What the trace costs on \(names)",
            answer: answers.joined(separator: "; ") + ".",
            facts: "Promotion \(files.radios[0].settings.mode.rawValue)", context)
        page.text.heading("Where the energy goes")
        for picture in files.pictures { page.text.figure(picture) }
        page.text.table(ReplayTables.radios(files.radios))
        if let one = files.one {
            page.text.heading("What would have cost less")
            if files.advice.isEmpty { page.text.paragraph("No change that was tried saves any.") }
            page.text.table(ReplayTables.advice(files.advice))
            page.text.heading("By host")
            page.text.table(ReplayTables.hosts(one), most: 20)
        }
        return page.document()
    }

    private static func joules(_ energy: Millijoules) -> String {
        FigureText.text(energy.magnitude / 1000, unit: "J")
    }

    static func sweep(_ files: SweepFiles, _ context: PageContext) -> [UInt8] {
        let factors = files.design.factors
        let points = Set(files.rows.map(\.point)).count
        var page = ReportPage(
            title: "\(files.scenario): what depends on \(factors.joined(separator: ", "))",
            answer: nil, facts: "\(points) points, the same random numbers at all", context)
        for picture in files.pictures { page.text.figure(picture) }
        page.text.heading("The design")
        page.text.table(SweepTables.design(files.design), most: 60)
        let leading = files.rows.first?.metric
        page.text.table(SweepTables.sweep(files.rows.filter { $0.metric == leading }), most: 60)
        return page.document()
    }

    static func uncertainty(_ files: UncertaintyFiles, _ context: PageContext) -> [UInt8] {
        let (scenario, outcome) = (files.scenario, files.outcome)
        let draws = outcome.estimates.first?.means.count ?? 0
        var page = ReportPage(
            title: scenario.question, answer: TornadoChart(outcome).answer,
            facts: "\(scenario.name): \(scenario.phoneName), but for what is drawn; "
                + "\(scenario.horizon.seconds) a run; \(draws) phones drawn; seed \(scenario.seed)",
            context)
        page.text.heading("What is not known, and how much it matters")
        for picture in files.pictures { page.text.figure(picture) }
        let own = outcome.estimates.filter { $0.quantity.metric == outcome.target.metric }
        page.text.table(UncertaintyTables.uncertainty(own))
        page.text.table(
            UncertaintyTables.tornado(outcome.bars.filter { $0.quantity == outcome.target }))
        page.text.table(UncertaintyTables.sobol(outcome.indices))
        return page.document()
    }

    static func family(_ files: FamilyFiles, _ context: PageContext) -> [UInt8] {
        let scenario = files.results[0].scenario
        var page = ReportPage(
            title: scenario.question, answer: nil,
            facts: "\(scenario.name) on \(files.results.count) radios in the same worlds; "
                + "\(scenario.horizon.seconds) a run; seed \(scenario.seed)", context)
        page.text.heading("On each radio")
        for picture in files.pictures { page.text.figure(picture) }
        page.text.table(FamilyTables.family(FamilyTables.rows(files.results)), most: 60)
        let radios = files.results.map(\.scenario.radio.name)
        return page.document(notes: lines(ResultNotes.combination(of: scenario.device, radios)))
    }

    static func optimum(_ files: OptimumFiles, _ context: PageContext) -> [UInt8] {
        let result = files.result
        let scenario = result.points[0].scenario
        let headline: String?
        if case .range = result.problem.domain {
            headline = OptimumHeadline(result, unit: files.unit).text
        } else {
            headline = nil
        }
        var page = ReportPage(
            title: "\(scenario.name): the best \(files.path)", answer: headline,
            facts: "\(scenario.phoneName); \(scenario.horizon.seconds) a run; seed "
                + "\(scenario.seed); \(result.problem.replications) replications at each point",
            context)
        page.text.heading("What each value buys and costs")
        for picture in files.pictures { page.text.figure(picture) }
        page.text.table(OptimumTables.optimum(result, path: files.path))
        page.text.table(OptimumTables.constraints(result, path: files.path))
        return page.document()
    }

    /// Of tables alone.
    static func published(_ results: [PublishedResult], _ context: PageContext) -> [UInt8] {
        let text = PublishedText(results)
        var page = ReportPage(
            title: "Published results beside ours", answer: text.answer, facts: "", context)
        for part in text.tables {
            page.text.heading(part.caption)
            if part.isCompared {
                page.text.table(part.figures, caption: "What was published, and ours")
            }
            page.text.table(part.reasons, caption: "Who published it, and what ours rests on")
        }
        return page.document()
    }

    static func plain(
        _ title: String, _ context: PageContext, _ tables: (inout PageText) -> Void
    ) -> [UInt8] {
        var page = ReportPage(title: title, answer: nil, facts: "", context)
        tables(&page.text)
        return page.document()
    }

    private static func lines(_ text: String) -> [String] {
        text.split(separator: "\n").map(String.init)
    }
}
