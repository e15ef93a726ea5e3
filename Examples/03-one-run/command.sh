tailwatt run keep-alive --policy keep-alive-29 --replication 3 --details
tailwatt run keep-alive --policy keep-alive-29 --replication 3 --timeline | head -n 12
