tailwatt frontier ./messenger.yaml --replications 30
