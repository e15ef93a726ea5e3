// Importing Profiles also imports the modules that its interface uses.
@_exported import Studies
@_exported import Traces
