tailwatt replay ../traces/phone.pcap --radio lte-att-2012
