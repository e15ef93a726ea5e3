import DeviceModel
import Forms
import Kernel

/// How the powers of a file become milliwatts, where it states them in units of its own: each of
/// them, written as so many mW, is `offset` + that many times `unit`.
///
/// 3GPP's power models are relative, and the currents of a real modem are a straight line in them.
/// What is 0 stays 0: nothing is drawn. Energies are beside powers, and have no offset.
struct RadioScale: Formed {
    var unit = Milliwatts(1)
    var offset = Milliwatts.zero

    static let form: Form<RadioScale> = Form(
        "Factor of the file's powers and energies, if they are relative: 1 mW in the file is "
            + "one unit, 1 mJ a unit for a second.",
        standard: RadioScale(),
        fields: [
            .quantity("unit", \.unit, "Power of one unit.", .aboveZero, isRequired: true),
            .quantity("offset", \.offset, "Power added to every power except 0.").without(
                "nothing"),
        ])

    func power(_ power: Milliwatts) -> Milliwatts {
        power == .zero ? power : offset + unit * power.magnitude
    }

    func energy(_ energy: Millijoules) -> Millijoules { energy * unit.magnitude }

    private func slope(_ slope: MilliwattsPerMegabit) -> MilliwattsPerMegabit {
        MilliwattsPerMegabit(slope.magnitude * unit.magnitude)
    }

    private func draw(_ draw: PowerDraw) -> PowerDraw {
        switch draw {
        case .constant(let constant): return .constant(power(constant))
        case .cycle(var cycle):
            cycle.onPower = power(cycle.onPower)
            cycle.offPower = power(cycle.offPower)
            cycle.transition = energy(cycle.transition)
            return .cycle(cycle)
        }
    }

    private func level(
        _ level: DiscontinuousReception.SleepLevel?
    ) -> DiscontinuousReception.SleepLevel? {
        guard var level else { return nil }
        level.power = power(level.power)
        level.transition = energy(level.transition)
        return level
    }

    func release(_ release: Release?) -> Release? {
        guard var release else { return nil }
        release.power = power(release.power)
        return release
    }

    func state(_ state: RadioState) -> RadioState {
        var state = state
        state.draw = draw(state.draw)
        if let demotion = state.demotion {
            state.demotion?.release = release(demotion.release)
        }
        if let reception = state.reception {
            state.reception?.micro = level(reception.micro)
            state.reception?.light = level(reception.light)
            state.reception?.deep = level(reception.deep)
        }
        return state
    }

    func promotion(_ promotion: Promotion) -> Promotion {
        var promotion = promotion
        promotion.power = power(promotion.power)
        return promotion
    }

    func dormancy(_ dormancy: FastDormancy?) -> FastDormancy? {
        guard var dormancy else { return nil }
        dormancy.release = release(dormancy.release)
        return dormancy
    }

    func transferPower(_ transfer: TransferPower?) -> TransferPower? {
        guard var transfer else { return nil }
        transfer.base = transfer.base.map(power)
        transfer.uplink = slope(transfer.uplink)
        transfer.downlink = slope(transfer.downlink)
        return transfer
    }

    func bursts(_ bursts: BurstPower?) -> BurstPower? {
        guard var bursts else { return nil }
        bursts.uplink = cost(bursts.uplink)
        bursts.downlink = cost(bursts.downlink)
        return bursts
    }

    private func cost(_ cost: BurstPower.Cost) -> BurstPower.Cost {
        var cost = cost
        (cost.power, cost.energy) = (power(cost.power), energy(cost.energy))
        return cost
    }

    func level(_ level: SignalLevel) -> SignalLevel {
        var level = level
        if let powers = level.powers {
            level.powers?.sending = power(powers.sending)
            level.powers?.receiving = power(powers.receiving)
        }
        return level
    }

    func signalling(_ signalling: CellSignalling) -> CellSignalling {
        guard case .energy(let energy)? = signalling.areaUpdate else { return signalling }
        var signalling = signalling
        signalling.areaUpdate = .energy(self.energy(energy))
        return signalling
    }
}
