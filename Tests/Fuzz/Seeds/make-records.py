#!/usr/bin/env python3
"""Makes the seeds metrics.json, powerlog.sqlite and bluetooth.log in the folder `records`.

No real file of the first two kinds was at hand. Names of keys, tables and columns are those that
Apple's headers, the open readers APOLLO and iLEAPP, and published samples have; the numbers are
made up. scripts/fuzz and RecordTests read the seeds.
"""
import json
import os
import sqlite3
import struct
import tempfile

FOLDER = os.path.join(os.path.dirname(os.path.abspath(__file__)), "records")
META = {"deviceType": "iPhone14,5", "osVersion": "iPhone OS 18.3"}


def metrics():
    """Two payloads: of a German phone, and one as Xcode simulates it, in an array."""
    german = {
        "timeStampBegin": "2026-03-02 00:00:00 +0000",
        "timeStampEnd": "2026-03-03 00:00:00 +0000",
        "appVersion": "6.1",
        "metaData": META | {"regionFormat": "DE"},
        "cellularConditionMetrics": {
            "cellConditionTime": {
                "histogramNumBuckets": 2,
                "histogramValue": {
                    "1": {"bucketStart": "4 bars", "bucketEnd": "4 bars", "bucketCount": 75},
                    "0": {"bucketStart": "2 bars", "bucketEnd": "2 bars", "bucketCount": 25},
                },
            }
        },
        "networkTransferMetrics": {
            "cumulativeCellularUpload": "1.024,5 kB",
            "cumulativeCellularDownload": "4.200 kB",
            "cumulativeWifiUpload": "2,5 MB",
            "cumulativeWifiDownload": "12.600 kB",
        },
        "applicationTimeMetrics": {
            "cumulativeForegroundTime": "12 Min.",
            "cumulativeBackgroundTime": "3.600 Sek.",
            "cumulativeBackgroundAudioTime": "0 Sek.",
            "cumulativeBackgroundLocationTime": "1.800 Sek.",
        },
        "locationActivityMetrics": {
            "cumulativeBestAccuracyForNavigationTime": "0 Sek.",
            "cumulativeBestAccuracyTime": "600 Sek.",
            "cumulativeHundredMetersAccuracyTime": "1.200 Sek.",
        },
        "cpuMetrics": {
            "cumulativeCPUTime": "95,25 Sek.",
            "cumulativeCPUInstructions": "9 kiloinstructions",
        },
        "displayMetrics": {
            "averagePixelLuminance": {
                "averageValue": "0 apl",
                "standardDeviation": -1,
                "sampleCount": 0,
            }
        },
    }
    simulated = {
        "timeStampBegin": "2026-03-03 00:00:00",
        "timeStampEnd": "2026-03-03 23:59:00",
        "metaData": META | {"regionFormat": "US"},
        "networkTransferMetrics": {
            "cumulativeCellularDownload": "80,000 kB",
            "cumulativeWifiDownload": "60,000 kB",
            "cumulativeCellularUpload": "70,000 kB",
            "cumulativeWifiUpload": "50,000 kB",
        },
        "applicationTimeMetrics": {"cumulativeForegroundTime": "700 sec"},
        "cpuMetrics": {"cumulativeCPUTime": "100 sec"},
    }
    with open(os.path.join(FOLDER, "metrics.json"), "w", encoding="utf-8") as out:
        json.dump([german, simulated], out, ensure_ascii=False, indent=1)


TABLES = {
    "PLStorageOperator_EventForward_TimeOffset": (
        "timestamp REAL, system REAL", [(900, 1767600000)],
    ),
    "PLBatteryAgent_EventBackward_Battery": (
        "timestamp REAL, Level REAL, Voltage INTEGER, NominalChargeCapacity INTEGER,"
        " ExternalConnected INTEGER, AccumulatedSystemLoad INTEGER",
        # Two hours with the display off, at 120 mW; half an hour with it on, at 1.5 W; a charger.
        [(1000 + 600 * n, 90 - n // 6, 3800, 3200, 0, 72000 * n) for n in range(13)]
        + [(8200 + 600 * n, 88 - 2 * n, 3800, 3200, 0, 864000 + 900000 * n) for n in range(1, 4)]
        + [(10600, 84, 4100, 3200, 1, 4000000)],
    ),
    "PLDisplayAgent_EventForward_Display": (
        "timestamp REAL, Brightness REAL", [(950, 0), (8200, 50), (10300, 0)],
    ),
    "PLProcessNetworkAgent_EventInterval_UsageDiff": (
        "timestamp REAL, timestampEnd REAL, BundleName TEXT, ProcessName TEXT, CellIn INTEGER,"
        " CellOut INTEGER, WifiIn INTEGER, WifiOut INTEGER",
        [
            (1000, 2800, "com.example.mail", "Mail", 400000, 100000, 0, 0),
            (2800, 4600, "com.example.mail", "Mail", 200000, 50000, 1000000, 0),
            (4600, 8200, "", "jane-doe", 0, 0, 500000, 20000),
        ],
    ),
    "PLPushAgent_Aggregate_SentKeepAlive": (
        "timestamp REAL, ConnectionType INTEGER, Count INTEGER",
        [(1000, 0, 3), (4600, 0, 1), (4600, 1, 2)],
    ),
    "PLAppTimeService_Aggregate_AppRunTime": (
        "timestamp REAL, timeInterval REAL, BundleID TEXT, ScreenOnTime REAL, BackgroundTime REAL",
        [
            (1000, 3600, "com.example.mail", 60, 30),
            (4600, 3600, "com.example.mail", 0, 90),
            (1000, 86400, "com.example.mail", 60, 120),
            (4600, 3600, "net.example.maps.pro", 300, 0),
        ],
    ),
}


def powerlog():
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "powerlog.sqlite")
        log = sqlite3.connect(path)
        log.execute("PRAGMA page_size = 512")
        for table, (columns, rows) in TABLES.items():
            log.execute(f"CREATE TABLE {table} ({columns})")
            places = ", ".join("?" * len(rows[0]))
            log.executemany(f"INSERT INTO {table} VALUES ({places})", rows)
        log.commit()
        log.close()
        with open(path, "rb") as made, open(os.path.join(FOLDER, "powerlog.sqlite"), "wb") as out:
            out.write(made.read())


def bluetooth():
    epoch = 0x00DCDDB30F2F8000 + 1_767_600_000_000_000
    packets = [
        (0, 2, "01 03 0c 00", 0), (1, 3, "04 0e 04 01 03 0c 00", 0),
        (1000, 2, "01 0a 20 01 01", 0), (2000, 2, "01 0a 20 01 00", 0),
        (3000, 2, "01 42 20 06 01 00 00 00 00 00", 0), (4000, 2, "01 0d 20 19 60 00 30 00", 21),
        (5000, 0, "02 40 00 05 00 01 00 04 00 0a", 0),
        (9000, 1, "02 40 20 05 00 01 00 04 00 0b", 200),
        (3600000, 3, "04 05 04 00 40 00 13", 0),
    ]
    with open(os.path.join(FOLDER, "bluetooth.log"), "wb") as out:
        out.write(b"btsnoop\0" + struct.pack(">II", 1, 1002))
        for milliseconds, flags, text, cut in packets:
            data = bytes.fromhex(text)
            head = struct.pack(
                ">IIIIq", len(data) + cut, len(data), flags, 0, epoch + 1000 * milliseconds
            )
            out.write(head + data)


metrics()
powerlog()
bluetooth()
