import type { JobHandler } from '../../src/jobs/job-handler.ts'
import type { InputItem } from '../../src/model/job.ts'

/** Items whose texts are 0, 1, 2 and so on. */
export function numbers(count: number): InputItem[] {
  return Array.from({ length: count }, (_, at) => ({ text: String(at) }))
}

/** Returns the simplest handler, which doubles numbers part by part. */
export function doubling(onPart: (part: number) => void | Promise<void> = () => undefined): JobHandler {
  return {
    kind: 'batch-map',
    async run(run) {
      while (run.job.progress.partsDone < run.job.progress.partsTotal) {
        const { partsDone, counts } = run.job.progress
        await onPart(partsDone)
        const items = await run.input(partsDone)
        const rows = items.map((item) => 2 * Number('text' in item ? item.text : Number.NaN))
        await run.commit({ rows, counts: { processed: (counts.processed ?? 0) + rows.length } })
      }
    },
  }
}

/** The results of {@link doubling} for {@link numbers}. */
export function doubled(count: number): number[] {
  return Array.from({ length: count }, (_, at) => 2 * at)
}
