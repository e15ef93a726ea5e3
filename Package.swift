// swift-tools-version: 6.2
import PackageDescription

// Targets are in the order in which data flows: text, valid model, simulation, experiment,
// statistics, report, command. Dependencies run one way.
let package = Package(
    name: "tailwatt",
    products: [
        // What the package in Benchmarks measures.
        .library(
            name: "TailwattLibrary",
            targets: [
                "Kernel", "Forms", "Show", "DeviceModel", "Studies", "Traces",
                "Profiles", "Statistics", "Experiments", "Reports",
            ])
    ],
    dependencies: [
        .package(url: "https://github.com/swhitty/FlyingFox", exact: "0.27.1"),
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
        .package(url: "https://github.com/jpsim/Yams", from: "6.2.2"),
    ],
    targets: [
        .target(name: "Kernel"),
        .target(name: "Forms", dependencies: ["Kernel"]),
        .systemLibrary(
            name: "CSQLite", pkgConfig: "sqlite3",
            providers: [.apt(["libsqlite3-dev"]), .brew(["sqlite"])]),
        .target(name: "CSHA256"),
        .target(name: "Show", dependencies: ["CSHA256", "CSQLite", "Kernel"]),
        .target(name: "CLockstep", exclude: ["lanes.inc"]),
        .target(name: "DeviceModel", dependencies: ["CLockstep", "Kernel", "Forms"]),
        .target(name: "Studies", dependencies: ["DeviceModel", "Kernel"]),
        .systemLibrary(
            name: "CZlib", pkgConfig: "zlib",
            providers: [.apt(["zlib1g-dev"]), .brew(["zlib"])]),
        .systemLibrary(
            name: "CXML2", pkgConfig: "libxml-2.0",
            providers: [.apt(["libxml2-dev"]), .brew(["libxml2"])]),
        .target(
            name: "Traces",
            dependencies: ["CXML2", "CZlib", "DeviceModel", "Kernel", "Show"]),
        .target(
            name: "Profiles",
            dependencies: [
                "DeviceModel", "Kernel", "Forms", "Show", "Studies", "Traces",
                .product(name: "Yams", package: "Yams"),
            ]),
        .systemLibrary(
            name: "CGSL", pkgConfig: "gsl", providers: [.apt(["libgsl-dev"]), .brew(["gsl"])]),
        .target(name: "Statistics", dependencies: ["CGSL"]),
        .target(
            name: "Experiments",
            dependencies: [
                "DeviceModel", "Kernel", "Show", "Statistics", "Studies", "Traces",
            ]),
        .target(
            name: "Reports",
            dependencies: [
                "DeviceModel", "Kernel", "Experiments", "Show", "Statistics", "Studies", "Traces",
            ],
            resources: ["html", "css", "js"].map { .embedInCode("Explorer/page.\($0)") }),
        // Tries the program where the truth is known; nothing else rests on it.
        .target(
            name: "Lab",
            dependencies: [
                "DeviceModel", "Kernel", "Experiments", "Profiles", "Reports", "Show", "Statistics",
                "Studies", "Traces",
            ],
            path: "Lab"),
        .target(
            name: "Serve",
            dependencies: [
                "Reports",
                // The product FlyingFox would load FoundationNetworking at every start.
                .product(name: "FlyingSocks", package: "FlyingFox"),
            ]),
        .executableTarget(
            name: "tailwatt",
            dependencies: [
                "DeviceModel", "Kernel", "Experiments", "Lab", "Profiles", "Reports", "Serve",
                "Show", "Statistics", "Studies", "Traces",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ]),

        // Tests stand by the kind of evidence: units by target, then what the whole must show.
        // What tests share, and how they make values: it looks into modules as they do.
        .testTarget(
            name: "ModelFixtures",
            dependencies: ["DeviceModel", "Forms", "Kernel", "Studies", "TestSupport"],
            path: "Tests/ModelFixtures"),
        .target(
            name: "TestSupport", dependencies: ["CGSL", "Statistics"], path: "Tests/TestSupport"),
        .testTarget(name: "KernelTests", dependencies: ["Kernel", "TestSupport"]),
        .testTarget(name: "FormsTests", dependencies: ["Kernel", "Forms"]),
        .testTarget(name: "ShowTests", dependencies: ["Kernel", "Show", "TestSupport"]),
        .testTarget(name: "DeviceModelTests", dependencies: ["DeviceModel", "ModelFixtures"]),
        .testTarget(
            name: "TracesTests",
            dependencies: [
                "CZlib", "DeviceModel", "Kernel", "Show", "TestSupport", "Traces",
            ]),
        .testTarget(
            name: "ProfilesTests",
            dependencies: [
                "DeviceModel", "Kernel", "Forms", "ModelFixtures", "Profiles",
                "TestSupport",
                .product(name: "Yams", package: "Yams"),
            ],
            exclude: ["Corpus"]),
        .testTarget(
            name: "StatisticsTests", dependencies: ["Statistics", "TestSupport"],
            exclude: ["StRD", "SciPy"]),
        .testTarget(
            name: "ExperimentsTests",
            dependencies: ["Experiments", "Lab", "ModelFixtures", "Profiles", "TestSupport"]),
        .testTarget(
            name: "ReportsTests",
            dependencies: [
                "CSQLite", "Experiments", "Lab", "ModelFixtures", "Profiles", "Reports", "Show",
                "TestSupport", "Traces",
            ]),
        .testTarget(
            name: "ServeTests",
            dependencies: [
                "Experiments", "ModelFixtures", "Serve", "Studies",
                .product(name: "FlyingSocks", package: "FlyingFox"),
            ]),
        .testTarget(
            name: "LabTests",
            dependencies: ["Experiments", "Lab", "ModelFixtures", "TestSupport"]),
        .testTarget(
            name: "PropertyTests",
            dependencies: [
                "CLockstep", "DeviceModel", "Experiments", "ModelFixtures", "Profiles",
                "Reports", "TestSupport",
            ],
            exclude: ["lockstep.csv"]),
        .testTarget(
            name: "StatisticalTests",
            dependencies: [
                "Kernel", "Experiments", "ModelFixtures", "Statistics", "TestSupport", "Traces",
            ]),
        .testTarget(
            name: "FingerprintTests", dependencies: ["ModelFixtures", "Profiles", "TestSupport"],
            exclude: ["Replaced", "fingerprints.csv", "replaced.csv", "work.csv"]),
        .testTarget(
            name: "ValidationTests",
            dependencies: [
                "Experiments", "Lab", "ModelFixtures", "Profiles", "TestSupport", "Traces",
            ],
            exclude: ["Peers"]),
        .testTarget(
            name: "CommandLineTests",
            dependencies: [
                "Reports", "Show", "tailwatt", "TestSupport",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ]),
        .testTarget(name: "TidyTests", dependencies: ["TestSupport"]),
    ],
    swiftLanguageModes: [.v6]
)

// Tests simulate some millions of days: scripts/test runs them on the release build, the one that
// scripts/run makes. The tests themselves are not worth the compiler's time to optimise; what they
// share is. Nobody waits for a module of tests, so the compiler need not make it by itself first, and
// find the types of all of them twice.
for target in package.targets where target.type == .test {
    target.swiftSettings = [
        .unsafeFlags(
            ["-Onone", "-no-emit-module-separately-wmo"], .when(configuration: .release))
    ]
}

// Fuzzing needs a compiler with libFuzzer, and readers that are built with its instrumentation.
// Only scripts/fuzz asks for these targets. The targets that simulate are built as usual.
if let sanitizers = Context.environment["TAILWATT_FUZZ"] {
    let watching = "-sanitize=\(sanitizers)"
    let readers: Set = ["Show", "Traces", "Profiles", "Experiments", "Reports", "Lab"]
    for target in package.targets where readers.contains(target.name) {
        target.swiftSettings = [.unsafeFlags([watching])]
    }
    let linking = [
        LinkerSetting.unsafeFlags([watching]),
        .unsafeFlags(["-use-ld=lld"], .when(platforms: [.linux])),
    ]
    package.targets += [
        .target(name: "FuzzDriver", path: "Tests/Fuzz/Driver"),
        .executableTarget(
            name: "FuzzTraces", dependencies: ["Kernel", "FuzzDriver", "Traces"],
            path: "Tests/Fuzz/Traces", linkerSettings: linking),
        .executableTarget(
            name: "FuzzGPX",
            dependencies: ["DeviceModel", "Kernel", "FuzzDriver", "Traces"],
            path: "Tests/Fuzz/GPX", linkerSettings: linking),
        .executableTarget(
            name: "FuzzLogs", dependencies: ["FuzzDriver", "Kernel", "Lab", "Traces"],
            path: "Tests/Fuzz/Logs", linkerSettings: linking),
        .executableTarget(
            name: "FuzzPower", dependencies: ["FuzzDriver", "Traces"],
            path: "Tests/Fuzz/Power", linkerSettings: linking),
        .executableTarget(
            name: "FuzzProfiles",
            dependencies: [
                "DeviceModel", "Kernel", "FuzzDriver", "Profiles", "Studies",
            ],
            path: "Tests/Fuzz/Profiles", linkerSettings: linking),
        .executableTarget(
            name: "FuzzResults",
            dependencies: [
                "DeviceModel", "Experiments", "FuzzDriver", "Reports", "Show", "Traces",
            ],
            path: "Tests/Fuzz/Results", linkerSettings: linking),
        .executableTarget(
            name: "FuzzJournals",
            dependencies: [
                "DeviceModel", "Experiments", "FuzzDriver", "Profiles", "Reports", "Show",
                "Studies", "Traces",
            ],
            path: "Tests/Fuzz/Journals", linkerSettings: linking),
    ]
}
