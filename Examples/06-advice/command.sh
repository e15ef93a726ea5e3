tailwatt replay ../traces/phone.pcap --radio lte-huang-2012
