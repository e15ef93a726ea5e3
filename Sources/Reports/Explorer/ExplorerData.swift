/// The numbers of a page of `tailwatt explore`, as its script reads them.
extension ExplorerGrid {
    /// - `version`: The number of the page that `tailwatt serve` keeps; `nil` for a file.
    func json(_ context: ExplorerContext, version: Int?) -> JSONValue {
        [
            "live": version.map { .integer(Int64($0)) } ?? .null,
            "version": .string(context.version), "scenario": .string(base.name),
            "question": .string(base.question), "phone": .string(SpokenName.text(base.device.name)),
            "days": .integer(Int64(radios[0].results[0].replicationCount)),
            "hours": number(base.horizon.seconds.magnitude / 3600, 6),
            "battery": .array(batteries), "factors": .array(factors.map(json)),
            "arms": .array(
                arms.map { arm in
                    [
                        "id": .string(arm.name), "label": .string(SpokenName.policy(arm.name)),
                        "fixed": .boolean(arm.isFixed),
                    ]
                }),
            "kinds": .array(kinds), "why": object(radios) { .string($0.profile.reason) },
            "start": [
                "radio": .string(radios[0].profile.name), "arm": .string(opening.name),
                "levels": .array(levels(of: start).map { .integer(Int64($0)) }),
            ],
            "delay": duration.map { kind in
                [
                    "label": .string(String(kind.rawValue.map { $0 == "-" ? " " : $0 })),
                    "meaning": .string(kind.meaning),
                ]
            } ?? .null,
            "cells": perArm { arm, radio in cell(arm, radio) },
            "rest": object(radios) { rest($0) },
            "tasks": perArm { arm, radio in task(of: arm, on: radio).map(json) ?? .null },
            "command": [
                "before": .array(context.command.map(JSONValue.string)),
                "after": .array(context.options.map(JSONValue.string)),
            ],
            "yaml": .string(context.text),
            "assumptions": .array(context.assumptions.map(JSONValue.string)),
        ]
    }

    /// What replaces the numbers of a place.
    public func json(_ result: ExperimentResult, at place: Place) -> JSONValue {
        let one = Radio(radios[place.radio].kind, [result])
        return [
            "radio": .string(one.profile.name), "point": .integer(Int64(place.point)),
            "n": .integer(Int64(result.replicationCount)), "rest": rest(one),
            "cells": .object(arms.map { .init($0.name, cell($0, one)) }),
        ]
    }

    /// What the phone takes without the app, % a day.
    private func rest(_ radio: Radio) -> JSONValue {
        list(radio.results) { result in
            let all = FamilyCost.drain.phone(result.policies[arms[0].index])
            return all.flatMap { all in Self.cost(result, arms[0]).map { all - $0 } }
        }
    }

    /// One number for all points if the device does not vary.
    private var batteries: [JSONValue] {
        let all = radios[0].results.map { $0.scenario.device.battery.energy.magnitude / 1000 }
        return (Set(all).count == 1 ? [all[0]] : all).map { number($0, 6) }
    }

    private func json(_ factor: Factor) -> JSONValue {
        let values = (0..<(factor.count ?? 0)).map(factor.value)
        let known = SweepFactor("\(factor.path)", values)
        let numbers = known.numbers.compactMap { $0 }
        let isWide = (numbers.min() ?? 0) > 0 && numbers.max() ?? 0 >= 10 * (numbers.min() ?? 0)
        let scale = factor.display.scale ?? (isWide ? .log : .linear)
        return [
            "path": .string("\(factor.path)"),
            "label": factor.display.label.map(JSONValue.string) ?? .null,
            "values": .array(values.map(JSONValue.string)),
            "words": .array(values.map { .string(SpokenName.text($0)) }),
            "numbers": .array(numbers.map { number($0, 6) }), "unit": .string(known.unit),
            "scale": .string(numbers.min() ?? 0 > 0 ? scale.rawValue : "linear"),
        ]
    }

    private var kinds: [JSONValue] {
        radios.map(\.kind).firstOfEach.map { kind in
            let own = radios.filter { $0.kind == kind }
            return [
                "id": .string(kind.rawValue), "label": .string(SpokenName.kind(kind)),
                "radios": .array(own.map { .string($0.profile.name) }),
            ]
        }
    }

    /// `d`, `h`: what is due to the app and the half-width of its interval, % a day; `p50`, `p95`:
    /// the duration in seconds; `n`: its events a day.
    private func cell(_ arm: Arm, _ radio: Radio) -> JSONValue {
        let shown = arm.isFixed ? Array(radio.results.prefix(step)) : radio.results
        let days = base.horizon.seconds.magnitude / 86_400
        return [
            "d": list(shown) { Self.cost($0, arm) },
            "h": list(shown, digits: 2) { result in
                let policy = result.policies[arm.index]
                let known = result.interval(of: .marginalDrain, for: policy).shown
                return known.map { FamilyCost.hours * $0.halfWidth }
            },
            "p50": list(shown) { durations($0, arm)?.percentile(50) },
            "p95": list(shown) { durations($0, arm)?.percentile(95) },
            "n": list(shown, digits: 3) { result in
                let count = durations(result, arm)?.events ?? 0
                return Double(count) / Double(max(1, result.replicationCount)) / days
            },
        ]
    }

    /// The stretches of a task: begin and end in seconds, power in mW, and what it is for.
    private func json(_ task: ErrandTrace) -> JSONValue {
        let activity =
            task.stretches.first { $0.from >= task.begun && $0.kind != .baseline }?
            .activity ?? ""
        let own = task.stretches.filter { $0.activity == activity && $0.kind != .baseline }
        var name = activity
        while let last = name.last, last.isNumber || last == " " { name.removeLast() }
        return [
            "name": .string(name),
            "parts": .array(
                own.map { part in
                    [
                        number((part.from - task.begun).seconds.magnitude, 5),
                        number((part.until - task.begun).seconds.magnitude, 5),
                        number(part.power.magnitude, 4), .string(part.kind.rawValue),
                    ]
                }),
        ]
    }

    private func perArm(_ value: (Arm, Radio) -> JSONValue) -> JSONValue {
        .object(
            arms.map { arm in
                .init(arm.name, object(radios) { value(arm, $0) })
            })
    }

    private func object(_ radios: [Radio], _ value: (Radio) -> JSONValue) -> JSONValue {
        .object(radios.map { .init($0.profile.name, value($0)) })
    }

    private func list(
        _ results: [ExperimentResult], digits: Int = 4, _ value: (ExperimentResult) -> Double?
    ) -> JSONValue { .array(results.map { value($0).map { number($0, digits) } ?? .null }) }

    private func number(_ value: Double, _ digits: Int) -> JSONValue {
        let text = ReadableNumber.text(value, significantDigits: digits).filter { $0 != "," }
        return .number(Double(text) ?? value)
    }
}
