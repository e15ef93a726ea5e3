# Sourced by scripts/benchmark: workload W1 by several engines, whole processes in turn.
#
# All simulate the same model; an event is one of docs/background/performance.md's six kinds,
# whatever an engine does to have it happen. Each is given as many devices as take it some tenths
# of a second.

# engine NAME DEVICES COMMAND: one more of them.
engine() {
    engine_names+=("$1") engine_devices+=("$2") engine_commands+=("$3")
}

add_simpy() {
    local python=${PYTHON:-python3} script=$root/Benchmarks/peers/simpy/w1.py
    if "$python" -c 'import simpy' 2>/dev/null; then
        engine "SimPy by callbacks" 500 "$python $script callbacks 500 24 1"
        engine "SimPy by processes" 200 "$python $script processes 200 24 1"
    else
        printf '  SimPy left out: %s has none. Install it with: pip install simpy\n' "$python"
    fi
}

# Only ns-3's core takes part: nothing of the networks that ns-3 is for.
add_ns3() {
    if c++ -O3 -std=c++17 -DNDEBUG -ffp-contract=off -o "$work/w1-ns3" \
        "$root/Benchmarks/peers/ns3/w1.cc" -lns3-core 2>/dev/null; then
        engine "ns-3's core simulator as it comes" 1000 "$work/w1-ns3 shared 1000 24 1"
        engine "ns-3's core simulator at its best" 1000 "$work/w1-ns3 apart 1000 24 1"
    else
        printf '  ns-3 left out: no libns3-core to build with (libns3-dev in Debian)\n'
    fi
}

compare_engines() {
    headline "W1: CPU time of whole processes for each event"
    # Events of a device-day: the mean of 10 000 devices, counted by the yardstick.
    local a_device
    a_device=$("$work/w1" onepass 10000 24 1 | sed -n 's/.*events=//p' | awk '{ print $1 / 10000 }')
    engine_names=() engine_devices=() engine_commands=()
    engine "tailwatt compare w1" 10000 "$tailwatt compare w1 --replications 10000 --jobs 1"
    engine "C in one pass" 10000 "$work/w1 onepass 10000 24 1"
    engine "C with one binary heap" 1000 "$work/w1 heap 1000 24 1"
    add_simpy
    add_ns3
    spend 5 "${engine_commands[@]}"
    local i each share
    for i in "${!engine_names[@]}"; do
        each=$(calc "${cpu[i]} * 1e6 / (${engine_devices[i]} * $a_device)")
        result engines "${engine_names[i]}" "for each event" ns "$each"
        [ "$i" -gt 0 ] || continue
        share=$(calc "${cpu[i]} / ${engine_devices[i]} / (${cpu[0]} / ${engine_devices[0]})")
        result engines "${engine_names[i]}" "over tailwatt" 1 "$share"
    done
}
