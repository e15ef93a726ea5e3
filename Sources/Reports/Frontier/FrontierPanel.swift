import DeviceModel
import Experiments
import Statistics

/// One kind of day in the picture of a frontier.
struct FrontierPanel {
    let day: FrontierDayResult
    let cost: ChartScale
    let error: ChartScale
    let box: ChartBox

    /// A policy that has a place.
    private struct Mark {
        let standing: FrontierStanding
        let kind: FrontierMark
        let place: PixelPoint
    }

    func draw(in svg: inout SVGText) {
        svg.begin("g")
        titles(&svg)
        beyond(&svg)
        grid(&svg)
        let marks = marks
        for mark in marks {
            for (start, end) in bars(of: mark) { svg.line([start, end], class: "bar") }
        }
        front(&svg)
        labels(marks, &svg)
        // The best on top.
        for mark in marks.reversed() {
            mark.kind.draw(in: &svg, at: mark.place, title: title(of: mark.standing))
        }
        svg.end("g")
    }

    // MARK: The policies

    /// Those that matter most first.
    private var marks: [Mark] {
        let placed = day.standings.enumerated().compactMap { index, standing -> (Int, Mark)? in
            guard let verdict = standing.verdict,
                let place = place(standing.cost.mean, standing.error.mean)
            else { return nil }
            return (index, Mark(standing: standing, kind: FrontierMark(verdict), place: place))
        }
        return placed.sorted { ($0.1.kind.rawValue, $0.0) < ($1.1.kind.rawValue, $1.0) }.map(\.1)
    }

    private func place(_ cost: Double?, _ error: Double?) -> PixelPoint? {
        guard let cost, let error else { return nil }
        return PixelPoint(x: x(cost), y: y(error))
    }

    /// The better the further to the left.
    private func x(_ value: Double) -> Double {
        let share = cost.share(of: value)
        return box.left + box.width * (day.cost.better == .smaller ? share : 1 - share)
    }

    /// The better the further down.
    private func y(_ value: Double) -> Double {
        let share = error.share(of: value)
        return box.bottom - box.height * (day.error.better == .smaller ? share : 1 - share)
    }

    private func bars(of mark: Mark) -> [(PixelPoint, PixelPoint)] {
        var bars: [(PixelPoint, PixelPoint)] = []
        if let interval = mark.standing.cost.interval {
            bars.append(
                (
                    PixelPoint(x: x(interval.low), y: mark.place.y),
                    PixelPoint(x: x(interval.high), y: mark.place.y)
                ))
        }
        if let interval = mark.standing.error.interval {
            bars.append(
                (
                    PixelPoint(x: mark.place.x, y: y(interval.low)),
                    PixelPoint(x: mark.place.x, y: y(interval.high))
                ))
        }
        return bars
    }

    private func title(of standing: FrontierStanding) -> String {
        let verdict = standing.verdict.map { verdict in
            let rival = verdict.rival.map { day.standings[$0.index].variant.policy.name }
            switch verdict {
            case .optimal: return "optimal"
            case .dominated: return "dominated by \(rival ?? "")"
            case .notDistinguishable: return "not distinguishable from \(rival ?? "")"
            }
        }
        return "\(standing.variant.policy.name): \(day.cost.metric.words) "
            + "\(standing.cost.meanWithin)\(day.cost.metric.unitInBrackets), "
            + "\(day.error.metric.words) \(standing.error.meanWithin)"
            + "\(day.error.metric.unitInBrackets); \(verdict ?? "")"
    }

    // MARK: The frontier

    /// The corners of the frontier: from one policy to the next nothing better is known than to pay
    /// for the next one.
    private var corners: [PixelPoint] {
        let places = day.front.compactMap { index in
            place(day.standings[index].cost.mean, day.standings[index].error.mean)
        }
        guard let first = places.first, let last = places.last else { return [] }
        var corners = [PixelPoint(x: first.x, y: box.top), first]
        for (before, place) in zip(places, places.dropFirst()) {
            corners += [PixelPoint(x: place.x, y: before.y), place]
        }
        return corners + [PixelPoint(x: box.right, y: last.y)]
    }

    private func front(_ svg: inout SVGText) {
        svg.line(corners, class: "front")
    }

    /// What some policy dominates by its means.
    private func beyond(_ svg: inout SVGText) {
        guard !corners.isEmpty else { return }
        let area = corners + [PixelPoint(x: box.right, y: box.top)]
        svg.line(area, class: "beyond", closed: true)
    }

    // MARK: The names

    private func labels(_ marks: [Mark], _ svg: inout SVGText) {
        let points = marks.map { around($0.place, $0.place, FrontierMark.radius + 1) }
        let whiskers = marks.flatMap { bars(of: $0) }.map {
            (box: around($0.0, $0.1, 0.5), cost: 12.0)
        }
        let line = zip(corners, corners.dropFirst()).map {
            (box: around($0, $1, 1.5), cost: 60.0)
        }
        var placement = LabelPlacement(panel: box, points: points, avoided: whiskers + line)
        for mark in marks {
            let name = mark.standing.variant.label
            guard
                let placed = placement.place(
                    mark.place, width: mark.kind.labelWidth(name), height: 14)
            else { continue }
            if let end = placed.leader { svg.line([mark.place, end], class: "leader") }
            // Text hangs on the side that its point is on: it may be narrower than its box.
            let (x, anchor) =
                placed.box.right < mark.place.x
                ? (placed.box.right, "end")
                : placed.box.left > mark.place.x
                    ? (placed.box.left, "start")
                    : ((placed.box.left + placed.box.right) / 2, "middle")
            svg.words(
                name, at: PixelPoint(x: x, y: placed.box.bottom - 3.5), anchor: anchor,
                "label \(mark.kind.labelStyle)")
        }
    }

    private func around(_ one: PixelPoint, _ other: PixelPoint, _ room: Double) -> ChartBox {
        ChartBox(
            left: min(one.x, other.x) - room, top: min(one.y, other.y) - room,
            right: max(one.x, other.x) + room, bottom: max(one.y, other.y) + room)
    }

    // MARK: The frame

    private func titles(_ svg: inout SVGText) {
        let scenario = day.result.scenario
        svg.words(day.day, at: PixelPoint(x: box.left, y: box.top - 10), "day")
        let note =
            "\(scenario.phoneName); "
            + "\(day.compared) replications of \(scenario.horizon.seconds)"
        svg.words(
            note, at: PixelPoint(x: box.right, y: box.top - 10), anchor: "end", "note")
    }

    private func grid(_ svg: inout SVGText) {
        for value in cost.ticks {
            let x = x(value)
            svg.line(
                [PixelPoint(x: x, y: box.top), PixelPoint(x: x, y: box.bottom)], class: "grid")
            svg.words(
                tick(value), at: PixelPoint(x: x, y: box.bottom + 17), anchor: "middle", "tick")
        }
        for value in error.ticks {
            let y = y(value)
            svg.line(
                [PixelPoint(x: box.left, y: y), PixelPoint(x: box.right, y: y)], class: "grid")
            svg.words(
                tick(value), at: PixelPoint(x: box.left - 8, y: y + 4), anchor: "end", "tick")
        }
        svg.rectangle(box, "panel")
        axisTitles(&svg)
    }

    private func axisTitles(_ svg: inout SVGText) {
        svg.words(
            axisTitle(day.cost.metric, cost),
            at: PixelPoint(x: (box.left + box.right) / 2, y: box.bottom + 37), anchor: "middle",
            "axis")
        let x = SVGText.number(box.left - 58)
        let y = SVGText.number((box.top + box.bottom) / 2)
        svg.element(
            "text",
            [
                .init(
                    "transform", "translate(\(x) \(y)) rotate(-90)"),
                .init("class", "axis"), .init("text-anchor", "middle"),
            ], content: axisTitle(day.error.metric, error))
    }

    private func axisTitle(_ metric: Metric, _ scale: ChartScale) -> String {
        metric.words + metric.unitInBrackets + (scale.isLogarithmic ? ", logarithmic" : "")
    }

    private func tick(_ value: Double) -> String {
        let text = NumberText.text(value)
        return value.magnitude >= 1000 && value == value.rounded()
            ? ReadableNumber.text(value, decimals: 0) : text
    }
}
