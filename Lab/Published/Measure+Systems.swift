import DeviceModel
import Experiments
import Foundation
import Kernel
import Profiles
import Traces

extension Measure {
    static let systems = [
        Measure(
            "deep-doze-after",
            "Minutes after which a phone that lies there dozes deeply.",
            .needed("system"), .needed("before_min")
        ) {
            arguments, library in
            let before = try arguments.count("before_min", atMost: 1440)
            var phone = phone(arguments, library, hours: 1.5)
            phone.app = StandbyPhone.keepAlive(seconds: 80_000, isExempt: false)
            return try phone.deepIdle(before: before)
        },
        Measure(
            "deep-windows",
            "Deep windows of a phone that lies there, each with work to its limit: how "
                + "many.",
            .needed("system"), .usual("hours", "8")
        ) { arguments, library in
            Double(try deepWindows(arguments, library).count)
        },
        Measure(
            "deep-window-at",
            "The hour at which one of these begins, counted from 1.",
            .needed("system"), .needed("number"), .usual("hours", "8")
        ) {
            arguments, library in
            let windows = try deepWindows(arguments, library)
            let number = try arguments.count("number")
            guard number <= windows.count else {
                throw arguments.fault("number", possible: ["1 to \(windows.count)"])
            }
            return windows[number - 1]
        },
        Measure(
            "light-windows",
            "Light windows an hour of a phone that is carried, which never dozes "
                + "deeply.",
            .needed("system"), .usual("hours", "8")
        ) { arguments, library in
            let hours = try arguments.number("hours")
            var phone = phone(arguments, library, hours: hours)
            phone.app = StandbyPhone.keepAlive(seconds: 3600, isExempt: true)
            phone.isCarried = true
            return Double(try phone.run().windows.filter { !$0.isDeep }.count) / hours
        },
        Measure(
            "heartbeats",
            "Heartbeats of the system's push connection in a day.",
            .needed("system"), .needed("radio")
        ) { arguments, library in
            var phone = phone(arguments, library, hours: 24.01)
            phone.radio = arguments.text("radio")
            phone.app = StandbyPhone.keepAlive(seconds: 80_000, isExempt: false)
            return try phone.run().result.metrics[.pushHeartbeats] ?? .nan
        },
        Measure(
            "keep-alives",
            "Keep-alives of an app's own connection that are answered in a day.",
            .needed("system"), .needed("every_s"), .usual("exempt", "yes")
        ) { arguments, library in
            var phone = phone(arguments, library, hours: 24)
            phone.app = StandbyPhone.keepAlive(
                seconds: try arguments.count("every_s"), isExempt: try isExempt(arguments))
            return try phone.run().result.metrics[.errandsDone] ?? .nan
        },
        Measure(
            "keep-alive-drain",
            "Percent of the phone's battery that they cost in an hour.",
            .needed("system"), .needed("every_s"), .usual("exempt", "yes")
        ) { arguments, library in
            let isExempt = try isExempt(arguments)
            func joules(_ seconds: Int) throws -> Double {
                var phone = phone(arguments, library, hours: 24)
                phone.app = StandbyPhone.keepAlive(seconds: seconds, isExempt: isExempt)
                return try phone.run().result.metrics[.energy] ?? .nan
            }
            let battery = try library.loadDevice(StandbyPhone.device).value.battery.energy
            let cost = try joules(arguments.count("every_s")) - joules(86_000)
            return cost / 24 / (battery.magnitude / 1000) * 100
        },
        Measure(
            "android-charge",
            "Milliampere-hours by Android's calculators on the currents of a Pixel 6.",
            .needed("of")
        ) { arguments, _ in
            let file = try PowerProfile(path: "power_profile.xml", bytes: Array(currents.utf8))
            func charge(_ state: AndroidState, _ time: Double) -> Double {
                let point = OperatingPoint(cluster: 0, speed: 300_000, cores: 1)
                return state.charge(for: Seconds(time), in: file, at: point)?.magnitude ?? .nan
            }
            let active = file.number("cpu.active") ?? .nan
            return try arguments.choice(
                "of",
                of: [
                    "a day, awake for 1.5 h": charge(.onBattery, 86_400) + charge(.awake, 5400),
                    "a wake lock of 90 s": charge(.wakeLock, 90),
                    "an hour of the processor, half of it at one speed":
                        charge(.cpuBackground, 1800)
                        + AndroidState.charge(active, for: Seconds(1800)).magnitude,
                ])
        },
    ]

    private static func phone(
        _ arguments: MeasureArguments, _ library: ProfileLibrary, hours: Double
    ) -> StandbyPhone {
        StandbyPhone(library: library, system: arguments.text("system"), hours: hours, app: [])
    }

    private static func isExempt(_ arguments: MeasureArguments) throws(InputError) -> Bool {
        try arguments.choice("exempt", of: ["yes": true, "no": false])
    }

    private static func deepWindows(
        _ arguments: MeasureArguments, _ library: ProfileLibrary
    ) throws -> [Double] {
        var phone = phone(arguments, library, hours: try arguments.number("hours"))
        phone.app = StandbyPhone.busyJob
        return try phone.run().windows.filter(\.isDeep).map {
            $0.from.seconds.magnitude / 3600
        }
    }

    private static let currents = """
        <device><item name="cpu.suspend">10</item><item name="cpu.idle">28.6</item>
        <item name="cpu.active">12.37</item>
        <array name="cpu.clusters.cores"><value>4</value></array>
        <item name="cpu.cluster_power.cluster0">0.24</item>
        <array name="cpu.core_speeds.cluster0"><value>300000</value></array>
        <array name="cpu.core_power.cluster0"><value>1.89</value></array></device>
        """
}
