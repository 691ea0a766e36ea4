import { runs } from '@utpid/testing'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { JobWorker } from '../../src/jobs/job-worker.ts'
import { Jobs } from '../../src/jobs/jobs.ts'
import { LEASE_MILLISECONDS } from '../../src/jobs/leased-job.ts'
import { MemoryServiceStore } from '../../src/store/memory-service-store.ts'
import { doubled, doubling, numbers } from '../support/doubling.ts'
import { type Fate, failingStore } from '../support/failing-store.ts'
import { VirtualTime } from '../support/virtual-time.ts'

const KIND = 'batch-map'
const ITEMS = 1_700

/** The history of a worker: the outcome of each store call, and the actions while the worker runs. */
const life = fc.record({
  fates: fc.array(
    fc.oneof({ weight: 12, arbitrary: fc.constant<Fate>('works') }, fc.constantFrom<Fate>('fails', 'lost')),
    {
      maxLength: 60,
    },
  ),
  diesAt: fc.option(fc.nat(40), { nil: undefined }),
  isStopped: fc.boolean(),
  waits: fc.integer({ min: 0, max: 2 * LEASE_MILLISECONDS }),
  isSlow: fc.boolean(),
})

it('a job processes each index once and creates one event, whenever workers die', { timeout: 60_000 }, async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(life, { maxLength: 8 }), async (lives) => {
      const time = new VirtualTime()
      const store = new MemoryServiceStore()
      const jobs = new Jobs(store, time.clock)
      const { id } = await jobs.create({ accountId: 'a', kind: KIND, inputs: numbers(ITEMS), limit: 1 })
      const slow: { go: () => void; worker: JobWorker }[] = []
      for (const { fates, diesAt, isStopped, waits, isSlow } of lives) {
        let call = 0
        const fateOf = (): Fate => (call === diesAt ? 'dead' : (fates[call++] ?? 'works'))
        let go: () => void = () => undefined
        const gone = new Promise<void>((resolve) => {
          go = resolve
        })
        const held = isSlow ? gone : undefined
        const worker = new JobWorker({
          store: failingStore(store, fateOf),
          // A slow worker continues long after another worker has taken over its job.
          handlers: [doubling((part) => (part === 1 ? held : undefined))],
          clock: time.clock,
          every: time.every,
        })
        await worker.poll()
        if (isSlow) slow.push({ go, worker })
        else {
          if (isStopped) await worker.stop()
          await worker.idle()
        }
        time.now += waits
      }
      const last = new JobWorker({ store, handlers: [doubling()], clock: time.clock, every: time.every })
      for (let round = 0; round < 3; round++) {
        time.now += LEASE_MILLISECONDS
        await last.poll()
        await last.idle()
      }
      for (const { go } of slow) go()
      await Promise.all(slow.map(({ worker }) => worker.idle()))
      const job = await jobs.get('a', KIND, id)
      expect(job).toMatchObject({ status: 'completed', progress: { partsDone: 4, counts: { processed: ITEMS } } })
      const first = await jobs.results('a', KIND, id)
      const rest = await jobs.results('a', KIND, id, { cursor: first.cursor as string })
      expect([...first.rows, ...rest.rows]).toEqual(doubled(ITEMS))
      const events = await store.range('account_events', { limit: 10 })
      expect(events.map(({ row }) => row.type)).toEqual(['batch.job.completed'])
      expect((await store.range('job_tallies', { limit: 1 }))[0]?.row).toEqual({ active: 0 })
      expect(await store.range('jobs_due', { limit: 10 })).toEqual([])
    }),
    runs(150),
  )
})
