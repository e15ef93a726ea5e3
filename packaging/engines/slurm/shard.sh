#!/bin/bash
#SBATCH --job-name=tailwatt
#SBATCH --array=1-10
#SBATCH --cpus-per-task=1
# A task of a Slurm array: 100 of 1000 replications. Submit it, and the merge behind it:
#
#   array=$(sbatch --parsable shard.sh)
#   sbatch --dependency=afterok:$array --kill-on-invalid-dep=yes merge.sh
#
# Run again what is missing, then submit merge.sh alone:
#
#   sbatch --array=$(tailwatt merge --missing part-* | paste -sd,) shard.sh
#
# The count, 10, is written here: SLURM_ARRAY_TASK_COUNT is smaller when few tasks run again.
tailwatt compare keep-alive --replications 1000 --jobs 1 \
    --shard "$SLURM_ARRAY_TASK_ID/10" --out "part-$SLURM_ARRAY_TASK_ID"
