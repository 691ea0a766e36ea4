import type { Registry } from '@utpid/core'
import { describe, expect, it } from 'vitest'
import {
  type ConcordanceJobOptions,
  type ConcordanceRow,
  concordanceHandler,
} from '../../../src/jobs/handlers/concordance-job.ts'
import { JobWorker } from '../../../src/jobs/job-worker.ts'
import { Jobs } from '../../../src/jobs/jobs.ts'
import { LEASE_MILLISECONDS } from '../../../src/jobs/leased-job.ts'
import type { InputItem, Job } from '../../../src/model/job.ts'
import { MemoryServiceStore } from '../../../src/store/memory-service-store.ts'
import type { ServiceStore } from '../../../src/store/service-store.ts'
import { type Fate, failingStore } from '../../support/failing-store.ts'
import { registryOf } from '../../support/registry.ts'
import { VirtualTime } from '../../support/virtual-time.ts'

function opened(registry: Registry) {
  const time = new VirtualTime()
  const store = new MemoryServiceStore()
  const jobs = new Jobs(store, time.clock)
  const work = async (view: ServiceStore = store): Promise<void> => {
    const handlers = [concordanceHandler(registry, time.clock)]
    const worker = new JobWorker({ store: view, handlers, clock: time.clock, every: time.every })
    await worker.poll()
    await worker.idle()
  }
  const create = (inputs: Iterable<InputItem>, options: Partial<ConcordanceJobOptions> = {}): Promise<Job> =>
    jobs.create({
      accountId: 'a',
      kind: 'concordance',
      inputs,
      options: () => ({ name: 'giata', ...options }),
    })
  const end = async ({ id }: Job): Promise<{ job: Job; rows: ConcordanceRow[] }> => {
    await work()
    const rows: ConcordanceRow[] = []
    let cursor: string | undefined
    do {
      const page = await jobs.results('a', 'concordance', id, cursor === undefined ? {} : { cursor })
      rows.push(...(page.rows as ConcordanceRow[]))
      cursor = page.cursor
    } while (cursor !== undefined)
    return { job: await jobs.get('a', 'concordance', id), rows }
  }
  return { time, store, jobs, work, create, end }
}

function rowOf(line: number, set: string, ...codes: (readonly [supplier: string, code: string])[]): InputItem {
  return { line, text: JSON.stringify({ set, codes: codes.map(([supplier, code]) => ({ supplier, code })) }) }
}

function rows(from: number, to: number): InputItem[] {
  return Array.from({ length: to - from }, (_, at) => rowOf(at + 2, `s${from + at}`, ['acme', `H${from + at}`]))
}

const UNUSABLE = { line: 9_999, error: { code: 'no_code', message: 'The row has no code.' } }

describe('a job that stores a concordance', () => {
  it('stores all entries, lists unusable lines and contradictions, and ends with the numbers', async () => {
    const registry = await registryOf(3)
    const { create, end } = opened(registry)
    await registry.storeConcordance('vendor', [
      { supplier: 'acme', code: 'H1', set: 'v1' },
      { supplier: 'acme', code: 'H2', set: 'v2' },
    ])
    const inputs = [
      ...rows(0, 700),
      rowOf(801, 'twice', ['acme', 'H5']),
      rowOf(802, 's1', ['acme', 'H2'], ['other', 'x'.repeat(300)]),
      UNUSABLE,
    ]
    const { job, rows: results } = await end(await create(inputs, { source: 'a file' }))
    expect(job).toMatchObject({
      status: 'completed',
      progress: { total: 703, counts: { processed: 703, unreadable: 1, added: 700, rejected: 1, contradictions: 2 } },
    })
    expect(results.slice(0, 2)).toEqual([
      { outcome: 'rejected', line: 802, message: 'A code or a set has more than 256 characters.' },
      { outcome: 'unreadable', ...UNUSABLE },
    ])
    const contradictions = results.filter(({ outcome }) => outcome === 'contradiction')
    expect(contradictions).toContainEqual({
      outcome: 'contradiction',
      kind: 'several_sets',
      concordance: 'giata',
      code: { supplier: 'acme', code: 'H5' },
      sets: ['s5', 'twice'],
    })
    expect(results.at(-1)).toMatchObject({
      outcome: 'stored',
      rows: 703,
      entries: 703,
      codes: 700,
      listed: contradictions.length,
      more: false,
    })
    expect(await registry.listConcordances()).toMatchObject([{ name: 'giata', codes: 700, source: 'a file' }, {}])
  })

  it('fails before it writes anything if the file lacks many stored codes, and lists them', async () => {
    const registry = await registryOf(3)
    const { create, end } = opened(registry)
    await end(await create(rows(0, 1_500)))
    const { change } = await registry.stats()
    const { job, rows: results } = await end(await create(rows(1_300, 1_400)))
    expect(job).toMatchObject({
      status: 'failed',
      error: { code: 'excessive_loss', message: expect.stringContaining('1400 of 1500 codes') },
      progress: { counts: { ending: 1_400 } },
    })
    const [loss, ...ending] = results
    expect(loss).toMatchObject({ outcome: 'loss', known: 1_500, ending: 1_400, allowLoss: 0.1 })
    expect(ending).toHaveLength(1_000)
    expect(ending[0]).toMatchObject({ outcome: 'ending', supplier: 'acme', sets: [expect.any(String)] })
    expect((await registry.stats()).change).toBe(change)
    const accepted = await end(await create(rows(1_300, 1_400), { allowLoss: 0.94 }))
    expect(accepted.job).toMatchObject({ status: 'completed', progress: { counts: { removed: 1_400, codes: 100 } } })
    expect((await end(await create(rows(0, 1), { add: true }))).job.progress.counts).toMatchObject({ codes: 101 })
  })

  it('names the first line if no row has a code', async () => {
    const { create, end } = opened(await registryOf(1))
    const { job } = await end(await create([UNUSABLE, { ...UNUSABLE, line: 10_000 }]))
    expect(job).toMatchObject({
      status: 'failed',
      error: {
        code: 'validation_failed',
        message: 'None of the 2 rows has a code with a set, so nothing was stored. Line 9999: The row has no code.',
      },
    })
  })

  it('starts again after a dead worker, wherever it died, with the same state', async () => {
    for (let diesAt = 3; diesAt < 18; diesAt++) {
      const registry = await registryOf(20)
      const { time, store, work, create, end } = opened(registry)
      await end(await create([...rows(0, 900), rowOf(1, 'old', ['acme', 'gone'])]))
      const job = await create([...rows(0, 600), ...rows(610, 1_200), UNUSABLE])
      let call = 0
      await work(failingStore(store, (): Fate => (call++ < diesAt ? 'works' : 'dead')))
      time.now += LEASE_MILLISECONDS
      const { job: ended, rows: results } = await end(job)
      expect(ended, `dies at ${diesAt}`).toMatchObject({ status: 'completed' })
      expect(results.map(({ outcome }) => outcome)).toEqual(['unreadable', 'stored'])
      expect(results.at(-1)).toMatchObject({ rows: 1_191, codes: 1_190 })
      expect(await registry.listConcordances()).toMatchObject([{ codes: 1_190, completedAt: expect.any(String) }])
    }
  })

  it('ends between two batches when it is cancelled', async () => {
    const registry = await registryOf(1)
    const { time, store, jobs, create } = opened(registry)
    const job = await create(rows(0, 3_000))
    const watched: Registry = Object.create(registry, {
      storeConcordance: {
        value: (...[name, source, options]: Parameters<Registry['storeConcordance']>) =>
          registry.storeConcordance(name, source, {
            ...options,
            onProgress: (progress) => {
              options?.onProgress?.(progress)
              if (progress.phase === 'store') void jobs.cancel('a', 'concordance', job.id)
            },
          }),
      },
    })
    const handlers = [concordanceHandler(watched, time.clock)]
    const worker = new JobWorker({ store, handlers, clock: time.clock, every: time.every })
    worker.start()
    await worker.poll()
    await worker.idle()
    await worker.stop()
    expect((await jobs.get('a', 'concordance', job.id)).status).toBe('cancelled')
    const [stored] = await registry.listConcordances()
    expect(stored?.codes).toBeLessThan(3_000)
    expect(stored?.completedAt).toBeNull()
  })
})
