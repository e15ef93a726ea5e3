// Importing Studies also imports the modules that its interface uses.
@_exported import DeviceModel
