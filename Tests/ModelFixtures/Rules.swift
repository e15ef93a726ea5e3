import Kernel

@testable import DeviceModel

// Rules of apps as tests write them.

extension AppRule {
    public init(
        name: String, on triggers: RuleTrigger..., if conditions: [RuleCondition] = [],
        do steps: [RuleStep], isParallel: Bool = false, isAfterWait: Bool = false,
        isAgain: Bool = false
    ) {
        self.init(
            name: name, triggers: triggers, conditions: conditions, steps: steps,
            isParallel: isParallel, isAfterWait: isAfterWait, isAgain: isAgain)
    }
}

extension RuleJob {
    public init(
        by scheduler: RuleScheduler, every: TimeSpan, tolerance: TimeSpan? = nil,
        needs: JobNeeds = []
    ) {
        self.init(scheduler: scheduler, every: every, tolerance: tolerance, needs: needs)
    }
}

extension RuleHandOver {
    public init(
        _ shape: TransferShape, isDiscretionary: Bool = false, outbox: HandedOutbox = .nothing,
        piece: Bytes = Bytes(Double(RuleRequest.usualPiece))
    ) {
        self.init(
            shape: shape, isDiscretionary: isDiscretionary, outbox: outbox, piece: piece)
    }
}

extension RuleBranch {
    public init(weight: Double = 1, _ steps: [RuleStep]) {
        self.init(weight: weight, steps: steps)
    }
}

extension RecordedBehaviour {
    public init(_ moments: [Moment], repeats: TimeSpan? = nil) {
        self.init(moments: moments, repeats: repeats)
    }
}
