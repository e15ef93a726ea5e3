tailwatt compare ./messenger.yaml
