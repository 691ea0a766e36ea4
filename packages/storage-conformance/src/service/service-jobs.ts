import type { ServiceStore } from '@utpid/service'
import { type JobHandler, Jobs, JobWorker } from '@utpid/service/internal'
import { expect, it, onTestFinished } from 'vitest'

/** The functions with which the suite opens one store two times. */
export interface ServiceJobsOptions {
  readonly name: string
  /** Opens a new and empty store. */
  readonly open: () => Promise<ServiceStore>
  /** Opens the same store again, like another process. */
  readonly openAgain: (store: ServiceStore) => Promise<ServiceStore>
}

const KIND = 'batch-map'
const JOBS = 6
const ITEMS = 350

/**
 * Registers, in the calling vitest file, the tests of jobs in a store that several processes share. Two workers never
 * take the same job, and workers are notified of the jobs of other processes.
 */
export function testServiceJobs({ name, open, openAgain }: ServiceJobsOptions): void {
  it(`${name}: workers in two processes run each part of each job once, as soon as it is created`, async () => {
    const store = await open()
    const again = await openAgain(store)
    onTestFinished(() => again.close())
    onTestFinished(() => store.close())
    const done: string[] = []
    const workers = [store, again].map(
      (each) =>
        new JobWorker({
          store: each,
          handlers: [copying((part) => done.push(part))],
          onError: (error) => done.push(String(error)),
        }),
    )
    for (const worker of workers) worker.start()
    const jobs = new Jobs(store, Date.now)
    const inputs = Array.from({ length: ITEMS }, (_, at) => ({ text: String(at) }))
    const made = await Promise.all(
      Array.from({ length: JOBS }, () => jobs.create({ accountId: 'a', kind: KIND, inputs, itemsPerPart: 100 })),
    )
    const ids = made.map(({ id }) => id)
    const areDone = async (): Promise<boolean> =>
      (await Promise.all(ids.map((id) => jobs.get('a', KIND, id)))).every(({ status }) => status === 'completed')
    while (!(await areDone())) await new Promise((resolve) => void setImmediate(resolve))
    await Promise.all(workers.map((worker) => worker.stop()))
    expect(done.sort()).toEqual(ids.flatMap((id) => [0, 1, 2, 3].map((part) => `${id} ${part}`)).sort())
    for (const id of ids) {
      const { rows } = await new Jobs(again, Date.now).results('a', KIND, id)
      expect(rows).toEqual(inputs.map(({ text }) => text))
    }
    const events = await store.range('account_events', { limit: 100 })
    expect(events.map(({ row }) => row.data.jobId).sort()).toEqual([...ids].sort())
    expect((await store.range('job_tallies', { limit: 10 })).map(({ row }) => row)).toEqual([{ active: 0 }])
    expect(await store.range('jobs_due', { limit: 10 })).toEqual([])
  })
}

function copying(onPart: (part: string) => void): JobHandler {
  return {
    kind: KIND,
    async run(run) {
      while (run.job.progress.partsDone < run.job.progress.partsTotal) {
        const { partsDone } = run.job.progress
        const items = await run.input(partsDone)
        await run.commit({ rows: items.map((item) => ('text' in item ? item.text : item)), counts: {} })
        onPart(`${run.job.id} ${partsDone}`)
      }
    },
  }
}
