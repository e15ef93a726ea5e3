extension Field {
    static func upload(_ path: Path<TransferShape>) -> Field {
        .part("upload", path, "One upload.")
    }

    static func terminated(_ path: Path<Fraction>) -> Field {
        .quantity(
            "terminated", path,
            "Share of events that find the app terminated, so that the system launches it.")
    }

    static func asksForTime(_ path: Path<Bool>) -> Field {
        .flag(
            "asks-for-time", path,
            "Whether the app asks for task completion; otherwise it is suspended when the "
                + "time for an event is over."
        ).without("yes")
    }

    static func regions(_ path: Path<[String]?>) -> Field {
        .names(
            "regions", path, "Names of the regions that the app registers.", count: 1...1000,
            otherwise: .usual("all"))
    }

    static func radius(_ path: Path<Meters?>) -> Field {
        .quantity(
            "radius", path, "Radius instead of the regions' own.", .aboveZero,
            otherwise: .without(nil))
    }
}
