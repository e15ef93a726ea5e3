import Forms
import Kernel
