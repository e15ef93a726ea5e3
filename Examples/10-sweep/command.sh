# How much does it depend on the network's timers which keep-alive interval is worth it?
tailwatt sweep keep-alive --replications 20 --metric marginal-energy \
    --vary radio.demotions.CELL_FACH.after=2s,5s,12s --vary radio.demotions.CELL_DCH.after=3s,8s
