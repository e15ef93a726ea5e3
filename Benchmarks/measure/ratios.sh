# Sourced by scripts/benchmark: CPU time of whole commands over that of the yardstick, `w1 onepass
# 10000 24 1`, run alternately with them. A slow machine is slow for both, and a busy one only ever
# adds to a time: so the least of each are compared.

ratios_file=$root/Benchmarks/ratios.csv

check_ratios() {
    headline "CPU time over that of the yardstick in C, against Benchmarks/ratios.csv"
    failed_ratios=0
    local yardstick="$work/w1 onepass 10000 24 1"
    spend 21 "$yardstick" \
        "$tailwatt compare w1 --replications 10000 --jobs 1" \
        "$tailwatt compare keep-alive --replications 1000 --jobs 1"
    result ratios yardstick "CPU time" ms "${best[0]}"
    check_ratio w1 "${best[1]}" "${best[0]}"
    check_ratio keep-alive "${best[2]}" "${best[0]}"
    spend 21 "$yardstick" "$tailwatt --help" "$tailwatt profiles show w1"
    check_ratio help "${best[1]}" "${best[0]}"
    check_ratio profiles-show "${best[2]}" "${best[0]}"
    local apps="$tailwatt profiles check $root/Benchmarks/measure/apps"
    spend 21 "$yardstick" "$apps-0.yaml" "$apps-5.yaml"
    check_ratio five-apps "$(calc "${best[2]} - ${best[1]}")" "${best[0]}"
    return "$failed_ratios"
}

# check_ratio NAME TIME YARDSTICK
check_ratio() {
    local name=$1 ratio target limit
    ratio=$(calc "$2 / $3")
    if ! IFS=, read -r _ target limit < <(grep "^$name," "$ratios_file"); then
        complain "$name has no target in Benchmarks/ratios.csv"
        exit 70
    fi
    result ratios "$name" "CPU time" ms "$2"
    result ratios "$name" "over the yardstick" 1 "$ratio"
    if is_true "$ratio > $limit"; then
        complain "$name takes $ratio times the yardstick: the target is $target, the limit $limit"
        failed_ratios=1
    elif is_true "$ratio > $target"; then
        printf '    above its target of %s, within the limit of %s\n' "$target" "$limit"
    fi
}
