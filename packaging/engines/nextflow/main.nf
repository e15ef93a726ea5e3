#!/usr/bin/env nextflow
// 1000 replications in 10 tasks, 100 each, and the merge behind them:
//
//   nextflow run main.nf
//   nextflow run main.nf -resume     after a failure: runs only what is missing
//
// An executor such as Slurm or AWS Batch comes from your nextflow.config.
params.shards = 10

process SHARD {
    cpus 1
    memory '256 MB'
    errorStrategy 'retry'
    maxRetries 2

    input:
    val k

    output:
    path "part-${k}"

    script:
    """
    tailwatt compare keep-alive --replications 1000 --jobs 1 \
        --shard ${k}/${params.shards} --out part-${k}
    """
}

process MERGE {
    publishDir '.', mode: 'copy'

    input:
    path parts

    output:
    path 'whole'

    script:
    """
    tailwatt merge ${parts} --out whole
    """
}

workflow {
    SHARD(channel.of(1..params.shards))
    MERGE(SHARD.out.collect())
}
