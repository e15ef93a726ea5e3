// The model's interface is in Kernel's units and times: whoever imports the model has them.
@_exported import Kernel
