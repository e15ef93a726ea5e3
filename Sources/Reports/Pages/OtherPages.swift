/// The pages of results other than a comparison of policies in one scenario.
package enum OtherPages {
    static func run(_ files: RunFiles, _ context: PageContext) -> [UInt8] {
        let (run, scenario) = (files.run, files.run.books.scenario)
        let energy = run.result.metrics[.energy].map { FigureText.text($0, unit: "J") }
        var page = ReportPage(
            title: "\(scenario.name): one run of \(run.policy.name)",
            answer: energy.map { "It draws \($0) in \(scenario.horizon.seconds)." },
            facts: "\(scenario.phoneName); seed \(scenario.seed); replication \(run.replication)",
            context)
        page.text.heading("Where the energy goes")
        page.figures()
        page.text.heading("By state and by cause")
        page.text.table(
            ResultTables.residence.with(ResultTables.residenceRows(of: run)))
        page.text.table(
            ResultTables.causes.with(ResultTables.causeRows(of: run.books)))
        return page.document(notes: lines(ResultNotes(result: run.books).combination))
    }

    static func frontier(_ days: [FrontierDayResult], _ context: PageContext) -> [UInt8] {
        let scenario = days[0].result.scenario
        let screen = days.page
        var page = ReportPage(
            title: scenario.question, answer: screen.answer,
            facts: "\(scenario.name): a family of policies on \(days.count) "
                + "\(days.count == 1 ? "kind" : "kinds") of day; "
                + "\(scenario.horizon.seconds) a run; "
                + "seed \(scenario.seed)", context)
        page.text.heading("Which policies are worth their energy?")
        page.figures()
        page.text.parts(of: screen, file: "frontier.csv")
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
        page.figures()
        page.text.table(ReplayTables.readable(files.radios), caption: "radios.csv has every column")
        page.text.paragraphs(files.radios.notes(beyondHorizon: files.beyondHorizon))
        if let one = files.one {
            page.text.heading("Cheaper alternatives")
            if files.advice.isEmpty { page.text.paragraph("No tried change saves energy.") }
            page.text.table(ReplayTables.advice.with(files.advice))
            page.text.heading("By host")
            page.text.table(ReplayTables.hosts.with(one.hosts), most: 20)
        }
        return page.document()
    }

    private static func joules(_ energy: Millijoules) -> String {
        FigureText.text(energy.magnitude / 1000, unit: "J")
    }

    static func sweep(_ files: SweepFiles, _ context: PageContext) -> [UInt8] {
        let factors = files.design.factors
        let points = Set(files.rows.map(\.point)).count
        let metric = files.drawn
        let view = SweepView(files.design, files.rows.filter { $0.metric == metric })
        var page = ReportPage(
            title: "\(files.scenario): \(metric?.words ?? "results") by "
                + factors.joined(separator: " and "),
            answer: metric.map { view.answer($0) },
            facts: "\(points) points, the same random numbers at all", context)
        page.figures()
        page.text.heading("Each point")
        let words = metric.map { $0.words + $0.unitInBrackets } ?? ""
        page.text.table(
            view.table,
            caption: "\(words), with 95 % intervals; sweep.csv has every metric and column")
        page.text.paragraphs(view.notes)
        return page.document()
    }

    static func uncertainty(_ report: UncertaintyReport, _ context: PageContext) -> [UInt8] {
        let (scenario, outcome) = (report.scenario, report.outcome)
        let draws = outcome.estimates.first?.means.count ?? 0
        var page = ReportPage(
            title: scenario.question, answer: TornadoChart(outcome).answer,
            facts: "\(scenario.name): \(scenario.phoneName), except for the drawn values; "
                + "\(scenario.horizon.seconds) a run; \(draws) phones drawn; seed \(scenario.seed)",
            context)
        page.text.heading("What is not known, and how much it matters")
        page.figures()
        let own = outcome.estimates.filter { $0.quantity.metric == outcome.target.metric }
        page.text.table(UncertaintyTables.uncertainty.with(own))
        page.text.table(
            UncertaintyTables.tornado.with(outcome.bars.filter { $0.quantity == outcome.target }))
        page.text.table(
            UncertaintyTables.sobol.with(UncertaintyTables.sobolRows(of: outcome.indices)))
        return page.document()
    }

    static func family(_ report: FamilyReport, _ context: PageContext) -> [UInt8] {
        let scenario = report.results[0].scenario
        let text = report.page
        var page = ReportPage(
            title: scenario.question, answer: text.answer,
            facts: "\(scenario.name) on \(report.results.count) radios in the same worlds; "
                + "\(scenario.horizon.seconds) a run; seed \(scenario.seed)", context)
        page.text.heading("On each radio")
        page.figures()
        page.text.parts(of: text, file: "family.csv")
        let radios = report.results.map(\.scenario.radio.name)
        return page.document(notes: lines(ResultNotes.combination(of: scenario.device, radios)))
    }

    static func optimum(_ report: OptimumReport, _ context: PageContext) -> [UInt8] {
        let result = report.result
        let scenario = result.points[0].scenario
        let answer = lines(report.answer)
        var page = ReportPage(
            title: "\(scenario.name): the best \(report.path)", answer: answer.first,
            facts: "\(scenario.phoneName); \(scenario.horizon.seconds) a run; seed "
                + "\(scenario.seed); \(result.problem.replications) replications at each point",
            context)
        for line in answer.dropFirst() { page.text.paragraph(line) }
        page.text.heading("What each value buys and costs")
        page.figures()
        page.text.table(
            report.table, caption: "Each point, with intervals; optimum.csv has every column")
        return page.document()
    }

    package static func plain(
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

/// The page of all shipped scenarios, with their questions, answers and pictures.
public struct IndexPage {
    /// `nil` marks a file that is not in the scenario's folder.
    public typealias Entry = (
        name: String, question: String, answer: String?, pictures: [String], page: String?
    )

    public static let pictures = ComparisonFiles.pictures.map(\.fileName)
    public static let page = ReportPage.fileName

    private let entries: [Entry]

    public init(_ entries: [Entry]) { self.entries = entries }

    public var bytes: [UInt8] {
        var text = PageText()
        text.heading("What background work costs a phone's battery", level: 1)
        text.paragraph(
            "\(entries.count) questions that tailwatt answers on shipped profiles, with what was "
                + "found. tailwatt compare NAME works an answer out again, with --out FOLDER as a "
                + "page with all its figures.")
        let names = entries.map { PageText.escaped($0.name) }
        text.add("<nav><ul>")
        for name in names { text.add("<li><a href=\"#\(name)\">\(name)</a></li>") }
        text.add("</ul></nav>")
        for (entry, name) in zip(entries, names) {
            text.add("<section id=\"\(name)\">")
            add(entry, to: &text)
            text.add("</section>")
        }
        text.add("<script>\n\(Self.filter)\n</script>")
        return text.document(title: "tailwatt: all shipped scenarios")
    }

    /// Adds a field that hides questions, and their lines in the contents, without its words.
    private static let filter = """
        const sections = [...document.querySelectorAll("section")]
        const lines = document.querySelectorAll("nav li")
        const field = document.createElement("input")
        Object.assign(field, {type: "search", placeholder: "Filter", ariaLabel: "Filter questions"})
        field.addEventListener("input", () => {
          const words = field.value.toLowerCase().split(/\\s+/)
          sections.forEach((one, n) => {
            const text = one.textContent.toLowerCase()
            one.hidden = lines[n].hidden = !words.every(word => text.includes(word))
          })
        })
        document.querySelector("nav").prepend(field)
        """

    private func add(_ entry: Entry, to text: inout PageText) {
        text.heading(entry.question)
        if let answer = entry.answer { text.paragraph(answer, class: "answer") }
        let name = PageText.escaped(entry.name)
        let links = [entry.page, entry.answer == nil ? nil : "table.txt"].compactMap { $0 }.map {
            "<a href=\"\(name)/\(PageText.escaped($0))\">\(name)/\(PageText.escaped($0))</a>"
        }
        text.add("<p class=\"facts\">\(([name] + links).joined(separator: " · "))</p>")
        guard let first = entry.pictures.first else { return }
        text.add(image(first, of: entry))
        guard entry.pictures.count > 1 else { return }
        text.add("<details><summary>More pictures</summary>")
        for picture in entry.pictures.dropFirst() { text.add(image(picture, of: entry)) }
        text.add("</details>")
    }

    private func image(_ picture: String, of entry: Entry) -> String {
        let what = ComparisonFiles.pictures.first { $0.fileName == picture }?.about ?? ""
        let source = PageText.escaped("\(entry.name)/\(picture)")
        return "<figure><div class=\"scroll\" tabindex=\"0\"><img loading=\"lazy\" "
            + "alt=\"\(PageText.escaped("\(what): \(entry.name)"))\" src=\"\(source)\">"
            + "</div></figure>"
    }
}
