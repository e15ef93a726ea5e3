#!/bin/bash
#SBATCH --job-name=tailwatt-merge
# Merges the shards of shard.sh.
tailwatt merge part-* --out whole
