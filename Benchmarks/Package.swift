// swift-tools-version: 6.1
import PackageDescription

// A package of its own, so that tailwatt builds without it. See README.md.
let package = Package(
    name: "benchmarks",
    platforms: [.macOS(.v15)],
    dependencies: [
        .package(name: "tailwatt", path: ".."),
        // Without its traits: they ask for jemalloc.
        .package(url: "https://github.com/ordo-one/benchmark", from: "1.38.1", traits: []),
    ],
    targets: [
        .executableTarget(
            name: "Suite",
            dependencies: [
                .product(name: "Benchmark", package: "benchmark"),
                .product(name: "TailwattLibrary", package: "tailwatt"),
            ],
            path: "Suite",
            plugins: [.plugin(name: "BenchmarkPlugin", package: "benchmark")])
    ],
    swiftLanguageModes: [.v6]
)
