// Importing Forms also imports the modules that its interface uses.
@_exported import Kernel
