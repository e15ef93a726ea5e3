// Whoever imports Traces has what its interface is made of.
@_exported import DeviceModel
@_exported import Show
