// Whoever imports Forms has what its interface is made of.
@_exported import Kernel
