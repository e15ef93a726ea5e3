import Studies

/// Values that no power profile gives, equal for every import, with reasons.
enum AssumedParts {
    static let gnssStarts: ProfileTree = [
        "cold-start": .assumed("29 s", "not published; a u-blox M8, GPS alone, open sky (LO-010)"),
        "warm-start": .assumed(
            "25 s", "not published; below that in Teltonika's car tracker (LO-013)"),
        "hot-start": .assumed("1 s", "not published; a u-blox MAX-M8Q (LO-011)"),
        "ephemeris-age": .assumed(
            "2 h",
            "not published; a hot start within 2 h off, a warm one later (u-blox, ANTARIS 4 "
                + "System Integration Manual, page 13)"),
        "assistance": [
            "download": [
                "round-trips": .assumed("4", "TCP, TLS and one exchange of SUPL"),
                "uplink": .assumed("1.5 KiB", "handshake, cell and capabilities"),
                "downlink": .assumed("6 KiB", "a certificate, and a dozen ephemerides"),
            ],
            "start": .assumed("2 s", "not published; a u-blox MAX-M8Q (LO-011)"),
        ],
        "error": .assumed(
            "8 m",
            "not published; the median of an iPhone 3G by A-GPS (Zandbergen, Transactions in "
                + "GIS 13, 2009), an old phone"),
        "buffers-fixes": .assumed(
            "true",
            "not published; Android has asked receivers for batches since version 4.4, and "
                + "not all can; Broadcom had one in 2013 that went on while the phone slept "
                + "(Torroja et al., ION 2013, GN-008)"),
    ]

    static let wifiScan: ProfileTree = [
        "time": .assumed(
            "0.6 s",
            "thirteen channels, some 40 ms of listening on each, and switching between them"),
        "lookup": [
            "round-trips": .assumed("4", "TCP and TLS, resumed, and one request"),
            "uplink": .assumed("1.5 KiB", "ten access points, headers, acknowledgements"),
            "downlink": .assumed("3 KiB", "a certificate's part, and positions"),
        ],
        "error": .assumed(
            "74 m",
            "not published; the median of an iPhone 3G by Wi-Fi (Zandbergen, Transactions in "
                + "GIS 13, 2009), an old phone"),
    ]

    static let wifiJoin: ProfileTree = [
        "energy": .assumed(
            "5.9 J",
            "not published; what a Wi-Fi transfer of 2009 cost beside its bytes, scanning and "
                + "association (Balasubramanian et al., IMC 2009, TE-012), on an old phone"),
        "time": .assumed("5 s", "scanning, four exchanges of keys and a lease take some seconds"),
    ]

    static let alertTime = ProfileTree.assumed(
        "10 s", "not published; an alert that is not answered, long enough to read")

    /// A phone-class combo chip, TI's WL1801MOD (BL-016 to BL-020).
    static let bluetooth: ProfileTree = [
        "on": .assumed("0.444 mW", "not given; 120 uA of a phone-class chip, WL1801MOD"),
        "scanning": .assumed(
            "0.54 mW", "not given; 266 uA of that chip while scanning, less 120 uA (BL-018)"),
        "connection-event": .assumed(
            "0.0189 mJ", "4 uA of that chip above its 120 uA, with an event each 1.28 s (BL-019)"),
        "advertising-event": .assumed(
            "0.0337 mJ", "9.1 uC at 0 dBm, of a chip for wearables (BL-012, SiFli SF32LB52x)"),
    ]

    static let alert: ProfileTree = [
        "sound-time": .assumed(
            "2 s", "not published; the sounds of messages last a second or two"),
        "vibration-power": .assumed(
            "100 mW", "not published; small motors with an eccentric mass draw 50 to 150 mW"),
        "vibration-time": .assumed("1 s", "not published; two short shakes"),
    ]
}
