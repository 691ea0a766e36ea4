import type { MatchOptions, Registry } from '@utpid/core'
import type { Yield } from '@utpid/core/operations'
import { addCounts, type JobHandler } from '../job-handler.ts'
import { countDecisions, mapInputs } from '../map-inputs.ts'

/** Maps a batch part by part. If a worker dies, its part is mapped again and stored once. */
export function batchMapHandler(registry: Registry, yieldNow: Yield): JobHandler {
  return {
    kind: 'batch-map',
    async run(run) {
      const options = run.job.options as MatchOptions
      while (run.job.progress.partsDone < run.job.progress.partsTotal) {
        const { partsDone, counts } = run.job.progress
        const items = await run.input(partsDone)
        const first = counts.processed ?? 0
        const rows = await mapInputs(registry, items, { ...options, yieldNow, first, signal: run.signal })
        await run.commit({ rows, counts: addCounts(counts, countDecisions(rows)) })
      }
    },
  }
}
