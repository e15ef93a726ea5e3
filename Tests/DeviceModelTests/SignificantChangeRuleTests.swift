import Kernel
import ModelFixtures
import Testing

@testable import DeviceModel

@Suite struct SignificantChangeRuleTests {
    enum Happening: Sendable {
        /// Another cell, at this time and place, while the phone is awake.
        case cell(Double, at: Double)
        case cellAsleep(Double, at: Double)
        /// Other work wakes the phone there.
        case work(Double, at: Double)

        var time: Instant {
            switch self {
            case .cell(let time, _), .cellAsleep(let time, _), .work(let time, _):
                Instant.start + Fixtures.seconds(time)
            }
        }

        var place: MapPoint {
            switch self {
            case .cell(_, let east), .cellAsleep(_, let east), .work(_, let east):
                MapPoint(east: east, north: 0)
            }
        }
    }

    struct Row: Sendable, CustomStringConvertible {
        let description: String
        let interval: Double
        let distance: Double
        let delay: Double
        let happenings: [Happening]
        let told: [Double]
    }

    static let rows = [
        Row(
            description: "SR-026: each change of cell is an event", interval: 0, distance: 0,
            delay: 0, happenings: [.cell(10, at: 1), .cell(20, at: 0), .cell(30, at: 1)],
            told: [10, 20, 30]),
        Row(
            description: "IO-007: 500 m or more from the last event", interval: 0, distance: 500,
            delay: 0,
            happenings: [
                .cell(10, at: 499), .cell(20, at: 500), .cell(30, at: 999), .cell(40, at: -1),
            ], told: [20, 40]),
        Row(
            description: "IO-007: not within 300 s of the last event, the start's included",
            interval: 300, distance: 0, delay: 0,
            happenings: [.cell(100, at: 1), .cell(200, at: 2), .cell(700, at: 3)],
            told: [300, 700]),
        Row(
            description: "IO-007: a move that waits for the 300 s must still be 500 m then",
            interval: 300, distance: 500, delay: 0,
            happenings: [.cell(100, at: 600), .cell(200, at: 0), .cell(400, at: 600)],
            told: [400]),
        Row(
            description: "SR-027: a sleeping phone delays and coalesces", interval: 0,
            distance: 0, delay: 60,
            happenings: [
                .cellAsleep(10, at: 1), .cellAsleep(30, at: 2), .cellAsleep(80, at: 3),
            ], told: [70, 140]),
        Row(
            description: "SR-027: other work wakes it earlier", interval: 0, distance: 0,
            delay: 60, happenings: [.cellAsleep(10, at: 1), .work(25, at: 1)], told: [25]),
        Row(
            description: "SR-027: other work alone is no event", interval: 0, distance: 0,
            delay: 60, happenings: [.work(5, at: 0), .cell(10, at: 1), .work(25, at: 1)],
            told: [10]),
        Row(
            description: "IO-007: other work does not shorten the 300 s", interval: 300,
            distance: 0, delay: 60,
            happenings: [.cellAsleep(100, at: 1), .work(150, at: 1), .work(310, at: 1)],
            told: [300]),
    ]

    @Test("IM-069, IM-070: when an app gets a significant change", arguments: rows)
    func tells(_ row: Row) {
        var monitor = SignificantChangeMonitor(
            SignificantChangeRules(
                minimumInterval: Fixtures.seconds(row.interval),
                minimumDistance: Meters(row.distance),
                delayAsleep: Fixtures.seconds(row.delay)),
            at: .start, place: MapPoint(east: 0, north: 0))
        var told: [Double] = []
        var due: Instant?
        var place = MapPoint(east: 0, north: 0)
        func tell(_ time: Instant) { told.append(time.seconds.magnitude) }
        func passes(_ time: Instant) {
            guard let instant = due, instant <= time else { return }
            due = nil
            if monitor.comesDue(at: instant, place: place) { tell(instant) }
        }
        for happening in row.happenings {
            passes(happening.time)
            place = happening.place
            switch happening {
            case .cell(let time, _), .cellAsleep(let time, _):
                var isAsleep = false
                if case .cellAsleep = happening { isAsleep = true }
                let now = Instant.start + Fixtures.seconds(time)
                switch monitor.cellChanged(at: now, place: place, isAsleep: isAsleep) {
                case .nothing: break
                case .deliver: tell(now)
                case .wait(let until): due = until
                }
            case .work:
                if monitor.phoneWoke(at: happening.time, place: place) { tell(happening.time) }
                if !monitor.isWaiting { due = nil }
            }
        }
        passes(.never)
        #expect(told == row.told)
    }
}
