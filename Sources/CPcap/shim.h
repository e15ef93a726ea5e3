// The parts of libpcap that `Traces` uses: opening a capture file, and one packet after another.
#ifndef TAILWATT_CPCAP_SHIM_H
#define TAILWATT_CPCAP_SHIM_H

#include <pcap/pcap.h>

#endif
