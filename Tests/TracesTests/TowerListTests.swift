import Kernel
import Testing

@testable import DeviceModel
@testable import Traces

struct TowerListTests {
    private static let openCellID = """
        LTE,262,2,801,23456,0,11.576124,48.137154,1200,12,1,1459813819,1459813819,0
        UMTS,262,3,65457,165854,-1,13.285512,52.522202,0,1,1,1282569574,1300155341,0
        LTE,262,3,801,99,0,11.6,48.2,,1,1,1459813819,1459813819,0

        """
    private static let header = TowerList.openCellID.joined(separator: ",") + "\n"

    private func read(
        _ text: String, _ choice: TowerList.Choice = TowerList.Choice()
    ) throws -> TowerList {
        try TowerList(path: "cells.csv", bytes: Array(text.utf8), choice: choice)
    }

    @Test("OpenCelliD's files are read with their header, in full and without it")
    func openCellID() throws {
        let list = try read(Self.openCellID)
        #expect(list == (try read(Self.header + Self.openCellID)))
        #expect(list.towers.count == 3 && list.unwanted == 0 && list.withoutRange == 2)
        let first = list.towers[0]
        #expect(first.position.latitude == Degrees(48.137154))
        #expect(first.position.longitude == Degrees(11.576124))
        #expect(first.range == Meters(1200) && first.area == 801)
        #expect(first.name == "LTE-262-2-801-23456")
        #expect(list.towers[1].range == TowerList.defaultRange)
    }

    @Test("Latitude and longitude are enough, and rows can be selected")
    func choice() throws {
        let list = try read("lon,lat\n11.5,48.1\n")
        #expect(list.towers.map(\.range) == [Meters(1000)])
        #expect(list.towers[0].area == 0 && list.towers[0].name.isEmpty)
        let lte = try read(Self.openCellID, TowerList.Choice(radio: "LTE"))
        #expect(lte.towers.count == 2 && lte.unwanted == 1)
        let net = try read(Self.openCellID, TowerList.Choice(radio: "LTE", mcc: 262, net: 3))
        #expect(net.towers.map(\.name) == ["LTE-262-3-801-99"])
    }

    @Test(
        "A file that is no list of towers is refused with its place and what is valid",
        arguments: [
            ("", nil, "the file is empty"), ("a,b\n1,2\n", 1, "no column for the latitude"),
            ("lat,lon\n1,2\n91,2\n", 3, "91 cannot be a latitude"),
            ("lat,lon\n1,east\n", 2, "\"east\" is not a number for a longitude"),
            ("lat,lon,range\n1,2,-5\n", 2, "-5 cannot be a range"),
            ("lat,lon\n", nil, "the file has 0 rows"), ("lat,lon\n1\n", 2, "has 1 cells"),
            ("LTE,262,2,801,1,0,11,nan,5,1,1,1,1,0\n", 1, "\"nan\" is not a number for a latitude"),
            ("GSM,262,2\n", 1, "has 3 cells"),
        ] as [(String, Int?, String)])
    func refusals(_ text: String, _ line: Int?, _ message: String) {
        let error = #expect(throws: InputError.self) { try read(text) }
        #expect(error?.description.contains(message) == true, "\(String(describing: error))")
        if let line { #expect(error?.line == line) }
    }

    @Test("A list without any selected row is reported")
    func nothing() {
        let error = #expect(throws: InputError.self) {
            try read(Self.openCellID, TowerList.Choice(mcc: 310))
        }
        #expect(error?.fault == .noneWanted(of: 3))
    }
}
