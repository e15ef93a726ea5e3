import Experiments
import Show
import Studies

/// One kind of day in the picture of a frontier.
struct FrontierPanel {
    let day: FrontierDayResult
    let cost: ChartScale
    let error: ChartScale

    /// A policy that has a place.
    private struct Mark {
        let standing: FrontierStanding
        let kind: FrontierMark
        let place: PixelPoint
    }

    private struct Frame {
        let box: ChartBox
        /// The better the further to the left.
        let x: ChartAxis
        /// The better the further down.
        let y: ChartAxis

        func place(_ standing: FrontierStanding) -> PixelPoint? {
            guard let cost = standing.cost.mean, let error = standing.error.mean else { return nil }
            return PixelPoint(x: x.place(cost), y: y.place(error))
        }
    }

    /// Draws it from the canvas' `y` on, and moves that below it.
    func draw(in canvas: inout ChartCanvas) {
        titles(&canvas)
        let frame = frame(canvas)
        let corners = corners(frame)
        if !corners.isEmpty {
            // What some policy dominates by its means.
            let area = corners + [PixelPoint(x: frame.box.right, y: frame.box.top)]
            canvas.svg.line(area, class: "band c\(ChartSheet.rest)", closed: true)
        }
        frame.y.drawBeside(from: frame.box.left, to: frame.box.right, in: &canvas)
        frame.x.drawBelow(from: frame.box.top, to: frame.box.bottom, in: &canvas)
        let marks = marks(frame)
        for mark in marks {
            for (start, end) in bars(of: mark, frame) {
                canvas.svg.line([start, end], class: "leader")
            }
        }
        canvas.svg.line(corners, class: "curve c0")
        labels(marks, frame, corners, &canvas)
        // The best on top.
        for mark in marks.reversed() {
            mark.kind.draw(in: &canvas, at: mark.place, title: title(of: mark.standing))
        }
        canvas.y = frame.box.bottom + 20
    }

    private func titles(_ canvas: inout ChartCanvas) {
        let scenario = day.result.scenario
        canvas.y += 20
        canvas.words(day.day, at: PixelPoint(x: canvas.left, y: canvas.y), .label)
        canvas.y += 4
        canvas.paragraph(
            "\(scenario.phoneName); \(day.compared) replications of \(scenario.horizon.seconds)",
            .note)
    }

    private func frame(_ canvas: ChartCanvas) -> Frame {
        let top = canvas.y + 10
        let box = ChartBox(
            left: canvas.left + ChartAxis.widest(error) + 8, top: top, right: canvas.right - 8,
            bottom: top + (canvas.isNarrow ? 300 : 400))
        func axis(
            _ scale: ChartScale, _ objective: Objective, _ good: Double, _ bad: Double
        ) -> ChartAxis {
            let isRising = objective.better == .smaller
            return ChartAxis(
                scale: scale, start: isRising ? good : bad, end: isRising ? bad : good)
        }
        return Frame(
            box: box, x: axis(cost, day.cost, box.left, box.right),
            y: axis(error, day.error, box.bottom, box.top))
    }

    // MARK: The policies

    /// Those that matter most first.
    private func marks(_ frame: Frame) -> [Mark] {
        let placed = day.standings.enumerated().compactMap { index, standing -> (Int, Mark)? in
            guard let verdict = standing.verdict, let place = frame.place(standing)
            else { return nil }
            return (index, Mark(standing: standing, kind: FrontierMark(verdict), place: place))
        }
        return placed.sorted { ($0.1.kind.rawValue, $0.0) < ($1.1.kind.rawValue, $1.0) }.map(\.1)
    }

    private func bars(of mark: Mark, _ frame: Frame) -> [(PixelPoint, PixelPoint)] {
        let across = mark.standing.cost.interval.map {
            (
                PixelPoint(x: frame.x.place($0.low), y: mark.place.y),
                PixelPoint(x: frame.x.place($0.high), y: mark.place.y)
            )
        }
        let upright = mark.standing.error.interval.map {
            (
                PixelPoint(x: mark.place.x, y: frame.y.place($0.low)),
                PixelPoint(x: mark.place.x, y: frame.y.place($0.high))
            )
        }
        return [across, upright].compactMap { $0 }
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
    private func corners(_ frame: Frame) -> [PixelPoint] {
        let places = day.front.compactMap { frame.place(day.standings[$0]) }
        guard let first = places.first, let last = places.last else { return [] }
        var corners = [PixelPoint(x: first.x, y: frame.box.top), first]
        for (before, place) in zip(places, places.dropFirst()) {
            corners += [PixelPoint(x: place.x, y: before.y), place]
        }
        return corners + [PixelPoint(x: frame.box.right, y: last.y)]
    }

    // MARK: The names

    private func labels(
        _ marks: [Mark], _ frame: Frame, _ corners: [PixelPoint], _ canvas: inout ChartCanvas
    ) {
        let points = marks.map { around($0.place, $0.place, FrontierMark.radius + 1) }
        let whiskers = marks.flatMap { bars(of: $0, frame) }.map {
            (box: around($0.0, $0.1, 0.5), cost: 12.0)
        }
        let line = zip(corners, corners.dropFirst()).map {
            (box: around($0, $1, 1.5), cost: 60.0)
        }
        var placement = LabelPlacement(
            panel: frame.box, points: points, avoided: whiskers + line)
        for mark in marks {
            let (name, style) = (mark.standing.variant.label, mark.kind.labelStyle)
            let width = FontMetrics.width(of: name, size: style.size, isBold: style.isBold)
            guard let placed = placement.place(mark.place, width: width, height: style.size + 2)
            else { continue }
            if let end = placed.leader { canvas.svg.line([mark.place, end], class: "leader") }
            // Text hangs on the side that its point is on: it may be narrower than its box.
            let (x, anchor): (Double, ChartCanvas.Anchor) =
                placed.box.right < mark.place.x
                ? (placed.box.right, .end)
                : placed.box.left > mark.place.x
                    ? (placed.box.left, .start)
                    : ((placed.box.left + placed.box.right) / 2, .middle)
            canvas.words(
                name, at: PixelPoint(x: x, y: placed.box.bottom - 3.5), style, anchor: anchor,
                color: mark.kind.labelColor)
        }
    }

    private func around(_ one: PixelPoint, _ other: PixelPoint, _ room: Double) -> ChartBox {
        ChartBox(
            left: min(one.x, other.x) - room, top: min(one.y, other.y) - room,
            right: max(one.x, other.x) + room, bottom: max(one.y, other.y) + room)
    }
}
