/// How a page of `tailwatt explore` was made.
public struct ExplorerContext: Sendable {
    let version: String
    /// The words of `tailwatt compare` before and after the page's own options.
    let command: [String]
    let options: [String]
    /// The scenario's file.
    let text: String
    let assumptions: [String]

    public init(
        version: String, command: [String], options: [String], text: String, assumptions: [String]
    ) {
        (self.version, self.command, self.options) = (version, command, options)
        (self.text, self.assumptions) = (text, assumptions)
    }
}

/// A page with everything that it needs: it asks for no other file.
public struct ExplorerPage {
    private let grid: ExplorerGrid
    private let context: ExplorerContext
    private let version: Int?

    /// - `version`: The number of a page that `tailwatt serve` answers with; `nil` for a file,
    ///   which may not ask.
    public init(_ grid: ExplorerGrid, _ context: ExplorerContext, version: Int? = nil) {
        (self.grid, self.context, self.version) = (grid, context, version)
    }

    /// In UTF-8, about 200 kB for the shipped scenario, and what the page may do.
    public var answer: (bytes: [UInt8], policy: String) {
        let style = Self.text(PackageResources.page_css)
        let script = Self.text(PackageResources.page_js)
        let policy =
            "default-src 'none'; style-src \(SHA256.policySource(of: style)); "
            + "script-src \(SHA256.policySource(of: script)); img-src data: blob:; "
            + (version == nil ? "" : "connect-src 'self'; ") + "base-uri 'none'; form-action 'none'"
        let command = version == nil ? "explore" : "serve"
        let words = [
            "policy": policy, "command": command,
            "origin": version == nil
                ? "simulated beforehand; this file asks no server for anything."
                : "simulated on the machine that sent this page.",
            "title": PageText.escaped("\(grid.base.name) – tailwatt \(command)"),
            "question": PageText.escaped(grid.base.question),
            "sentence": PageText.escaped(sentence), "table": table,
            "version": PageText.escaped(context.version), "css": style, "js": script,
            "data": JSONText.compact(grid.json(context, version: version)),
        ]
        var page = ""
        for (index, part) in Self.text(PackageResources.page_html).split(
            separator: "{{", omittingEmptySubsequences: false
        ).enumerated() {
            let ends = part.firstRange(of: "}}")
            guard index > 0, let ends, let word = words["\(part[..<ends.lowerBound])"] else {
                page += part
                continue
            }
            page += word + part[ends.upperBound...]
        }
        return (Array(page.utf8), policy)
    }

    private static func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }

    // The text of the page without its script

    private var sentence: String {
        let (radio, arm) = (grid.radios[0], grid.opening)
        let result = radio.results[grid.start]
        let value = grid.factors[0].value(atLevel: grid.levels(of: grid.start)[0])
        let name = SpokenName.policy(arm.name, atStart: arm.isFixed)
        let about = arm.isFixed ? name : Self.about(grid.factors[0], value, name)
        let phone = SpokenName.withArticle(SpokenName.text(grid.base.device.name))
        return "\(about) costs \(phone) on \(SpokenName.kind(radio.kind)) "
            + "\(percent(result, arm)) of its battery a day."
    }

    /// `A ping every 1 min`, or `With ping = 1 min, my app` without a label.
    private static func about(_ factor: Factor, _ value: String, _ policy: String) -> String {
        if let label = factor.display.label { return "\(label) \(value)" }
        return "With \(factor.path.keys.last ?? "") = \(SpokenName.text(value)), \(policy)"
    }

    private func percent(_ result: ExperimentResult, _ arm: ExplorerGrid.Arm) -> String {
        ExplorerGrid.cost(result, arm).map { "\(Self.figure($0)) %" } ?? "no known share"
    }

    /// Each policy at each value of the first factor, on the first radio.
    private var table: String {
        let radio = grid.radios[0]
        let axis = grid.factors[0].display.label ?? "\(grid.factors[0].path)"
        let head = ([axis] + grid.arms.map { SpokenName.policy($0.name) }).map {
            "<th scope=\"col\">\(PageText.escaped($0))</th>"
        }
        let rows = (0..<(grid.factors[0].count ?? 0)).map { level in
            let result = radio.results[level * grid.step + grid.start % grid.step]
            let cells = grid.arms.map { arm in
                let delays = grid.durations(result, arm).map { delays in
                    [(50, "half"), (95, "95 %")].compactMap { percent, word in
                        delays.percentile(percent).map {
                            "<br>\(word): \(FigureText.text($0, unit: "s", digits: 2))"
                        }
                    }.joined()
                }
                return "<td>\(percent(result, arm))\(delays ?? "")</td>"
            }
            let value = PageText.escaped(grid.factors[0].value(atLevel: level))
            return "<tr><th scope=\"row\">\(value)</th>\(cells.joined())</tr>"
        }
        return "<table><caption>\(PageText.escaped(caption))</caption><thead><tr>"
            + "\(head.joined())</tr></thead><tbody>\(rows.joined(separator: "\n"))</tbody></table>"
    }

    private var caption: String {
        let delays = grid.duration.map { "; \($0.rawValue): half and 95 % of all" } ?? ""
        return "% of the battery a day on \(grid.radios[0].profile.name)\(delays)"
    }

    private static func figure(_ value: Double) -> String {
        ReadableNumber.text(value, significantDigits: 2)
    }
}
