// Whoever imports Studies has what its interface is made of.
@_exported import DeviceModel
