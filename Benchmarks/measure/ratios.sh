# Sourced by scripts/benchmark: CPU time of whole commands over that of the yardstick, `w1 onepass
# 10000 24 1`, run alternately with them. A slow machine is slow for both, and a busy one only ever
# adds to a time: so the least of each are compared.
#
# How the two compare depends on the kind of processor, though: one waits longer than another where
# memory is read that was just written, of which the yardstick does little. So each kind has limits
# of its own, and what has none is measured, and not gated.

targets_file=$root/Benchmarks/ratios.csv
limits_file=$root/Benchmarks/limits.csv

# The kind of processor, as the system names it, such as "AuthenticAMD 23 1".
processor() {
    local kind
    kind=$(LC_ALL=C awk -F': *' '
        /^(vendor_id|cpu family|model)[ \t]*:/ { said = said (said ? " " : "") $2 }
        /^$/ { exit }
        END { print said }' /proc/cpuinfo 2>/dev/null || true)
    printf '%s' "${kind:-$(uname -sm)}"
}

# The ratios of this machine, as NAME,RATIO lines into $work/ratios.
measure_ratios() {
    local yardstick="$work/w1 onepass 10000 24 1"
    local apps="$tailwatt profiles check $root/Benchmarks/measure/apps"
    : >"$work/ratios"
    spend 21 "$yardstick" \
        "$tailwatt compare w1 --replications 10000 --jobs 1" \
        "$tailwatt compare keep-alive --replications 1000 --jobs 1"
    result ratios yardstick "CPU time" ms "${best[0]}"
    ratio w1 "${best[1]}"
    ratio keep-alive "${best[2]}"
    spend 21 "$yardstick" "$tailwatt --help" "$tailwatt profiles show w1"
    ratio help "${best[1]}"
    ratio profiles-show "${best[2]}"
    spend 21 "$yardstick" "$apps-0.yaml" "$apps-5.yaml"
    ratio five-apps "$(calc "${best[2]} - ${best[1]}")"
}

# ratio NAME TIME: over the yardstick's in the same round.
ratio() {
    local value
    value=$(calc "$2 / ${best[0]}")
    result ratios "$1" "CPU time" ms "$2"
    result ratios "$1" "over the yardstick" 1 "$value"
    printf '%s,%s\n' "$1" "$value" >>"$work/ratios"
}

check_ratios() {
    local here name value target limit failed=0
    here=$(processor)
    headline "CPU time over that of the yardstick in C, on $here"
    measure_ratios
    if ! grep -q "^$here," "$limits_file"; then
        printf '\n  *** NOT GATED: Benchmarks/limits.csv has no limits for %s; %s ***\n\n' \
            "$here" "scripts/benchmark ratios --record adds them."
        return 0
    fi
    while IFS=, read -r name value; do
        target=$(sed -n "s/^$name,//p" "$targets_file")
        limit=$(sed -n "s/^$here,$name,//p" "$limits_file")
        if [ -z "$target" ] || [ -z "$limit" ]; then
            complain "$name has no target, or no limit on $here"
            exit 70
        fi
        if is_true "$value > $limit"; then
            complain "$name takes $value times the yardstick: the limit on $here is $limit"
            failed=1
        elif is_true "$value > $target"; then
            printf '  %s is above its target of %s, within the limit of %s\n' \
                "$name" "$target" "$limit"
        fi
    done <"$work/ratios"
    return "$failed"
}

# A fifth above what is measured may be by chance, or by what else the machine does; a quarter above
# its target is near enough.
record_ratios() {
    local here name value near
    here=$(processor)
    headline "CPU time over that of the yardstick in C, on $here"
    measure_ratios
    { grep -v "^$here," "$limits_file" || true; } >"$work/limits"
    while IFS=, read -r name value; do
        near="1.25 * $(sed -n "s/^$name,//p" "$targets_file")"
        value="1.2 * $value"
        printf '%s,%s,%s\n' "$here" "$name" "$(calc "($value > $near) ? $value : $near")"
    done <"$work/ratios" >>"$work/limits"
    cp "$work/limits" "$limits_file"
    printf '\n  Benchmarks/limits.csv has limits for %s.\n' "$here"
}
