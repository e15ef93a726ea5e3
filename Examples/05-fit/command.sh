tailwatt fit rrc-probe probes.csv --details
echo
tailwatt fit tail power.csv --step 40mW --details
