tailwatt fit rrc-probe probes.csv
echo
tailwatt fit tail power.csv --step 40mW
