# Sourced by scripts/benchmark: how cost grows. Reported, gated nowhere.

measure_scaling() {
    headline "Cost of a device-day of w1 by horizon and by replications"
    # An hour, a day, 30 days, a year, ten years.
    scale_runs 1 10000
    scale_runs 24 2000
    scale_runs 720 67
    scale_runs 8760 6
    scale_runs 87600 2
    local replications
    for replications in 10 100 1000 10000; do scale_runs 24 "$replications"; done
    headline "Two jobs"
    scale_jobs w1 10000
    scale_jobs keep-alive 2000
    headline "Replay of made-up traces, on umts-att-2010"
    scale_replay csv 4000000 0
    scale_replay pcap 400000 0
    scale_replay pcap 2000000 96
}

# scale_runs HOURS REPLICATIONS: two short runs are taken off, which is start-up.
scale_runs() {
    local days name="w1 $2 x $1 h"
    spend 3 "$tailwatt compare w1 --horizon ${1}h --replications $2 --jobs 1" \
        "$tailwatt compare w1 --horizon 1h --replications 2 --jobs 1"
    days=$(calc "($2 * $1 - 2) / 24")
    result scaling "$name" "CPU time" ms "${cpu[0]}"
    result scaling "$name" "for each device-day" us "$(calc "1e3 * (${cpu[0]} - ${cpu[1]}) / $days")"
    result scaling "$name" "peak memory" MiB "$(calc "${peak[0]} / 1024")"
}

# scale_jobs SCENARIO REPLICATIONS: the speed-up is in wall time, so it means something on an idle
# machine only; what two jobs take more of CPU time shows on a busy one too.
scale_jobs() {
    local command="$tailwatt compare $1 --replications $2 --jobs"
    spend 5 "$command 1" "$command 2"
    result scaling "$1 $2 replications" "speed-up of two jobs" 1 "$(calc "${wall[0]} / ${wall[1]}")"
    result scaling "$1 $2 replications" "CPU time of two jobs" 1 "$(calc "${cpu[1]} / ${cpu[0]}")"
}

# scale_replay FORMAT PACKETS SNAP
scale_replay() {
    local file="$work/scale.$1" name="$1 of $2 packets"
    [ "$3" -eq 0 ] || name="$name with $3 B kept"
    "$work/trace" "$1" "$2" "$3" >"$file"
    local bytes
    bytes=$(wc -c <"$file")
    spend 5 "$tailwatt replay $file --compare umts-att-2010" \
        "$tailwatt replay $file --compare umts-att-2010,lte-huang-2012" \
        "$tailwatt replay $file --radio umts-att-2010"
    result scaling "$name" "speed" MB/s "$(calc "$bytes / ${cpu[0]} / 1e3")"
    result scaling "$name" "speed" packets/s "$(calc "$2 / ${cpu[0]} * 1e3")"
    result scaling "$name" "a further radio" ns/packet "$(calc "(${cpu[1]} - ${cpu[0]}) * 1e6 / $2")"
    result scaling "$name" "with attribution" packets/s "$(calc "$2 / ${cpu[2]} * 1e3")"
    result scaling "$name" "peak memory" MiB "$(calc "${peak[0]} / 1024")"
    rm "$file"
}
