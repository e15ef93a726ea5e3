tailwatt replay ../traces/phone.pcap \
    --compare aro-i997,energybox-teliasonera-3g,powertutor-nexus-one,smartdiet-umts,umts-att-2010
