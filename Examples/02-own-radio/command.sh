tailwatt compare keep-alive-alone
tailwatt compare keep-alive-alone --radio ./half-tail.yaml
