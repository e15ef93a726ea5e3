// Importing Traces also imports the modules that its interface uses.
@_exported import DeviceModel
@_exported import Show
