import { describe, expect, it } from 'vitest'
import { scheduledJobId } from '../../src/jobs/handlers/retention-job.ts'
import { JobWorker } from '../../src/jobs/job-worker.ts'
import { Jobs } from '../../src/jobs/jobs.ts'
import type { InputItem } from '../../src/model/job.ts'
import { MemoryServiceStore } from '../../src/store/memory-service-store.ts'
import { doubled, doubling, numbers } from '../support/doubling.ts'
import { VirtualTime } from '../support/virtual-time.ts'

function opened() {
  const time = new VirtualTime()
  const store = new MemoryServiceStore()
  const jobs = new Jobs(store, time.clock)
  const worker = new JobWorker({ store, handlers: [doubling()], clock: time.clock, every: time.every })
  const work = async (): Promise<void> => {
    await worker.poll()
    await worker.idle()
  }
  return { time, store, jobs, work }
}
const KIND = 'batch-map'

describe('Jobs', () => {
  it('exist only once all inputs are stored', async () => {
    const { store, jobs, work } = opened()
    const during: unknown[] = []
    async function* inputs(): AsyncGenerator<InputItem> {
      for (const item of numbers(1_200)) {
        if (item === undefined) return
        yield item
      }
      await work()
      during.push((await jobs.list('a', KIND)).jobs, await store.range('jobs_due', { limit: 10 }))
    }
    const job = await jobs.create({ accountId: 'a', kind: KIND, inputs: inputs() })
    expect(during).toEqual([[], []])
    expect(job).toMatchObject({ status: 'queued', progress: { partsDone: 0, partsTotal: 3, total: 1_200 } })
    expect((await jobs.list('a', KIND)).jobs).toEqual([job])
  })

  it('store nothing if reading the inputs fails', async () => {
    const { store, jobs } = opened()
    async function* inputs(): AsyncGenerator<InputItem> {
      yield* numbers(700)
      throw new Error('The body broke off.')
    }
    await expect(jobs.create({ accountId: 'a', kind: KIND, inputs: inputs() })).rejects.toThrow('broke off')
    for (const table of ['jobs', 'jobs_due', 'account_jobs', 'job_inputs', 'job_tallies'] as const) {
      expect(await store.range(table, { limit: 10 })).toEqual([])
    }
  })

  it('are created once for the same id, even for concurrent requests', async () => {
    const { jobs, work } = opened()
    const id = scheduledJobId(KIND, () => Date.UTC(2026, 10, 22), 86_400_000)
    const create = () => jobs.create({ id, accountId: 'a', kind: KIND, inputs: numbers(3) })
    const made = await Promise.all([create(), create(), create()])
    expect(new Set(made.map((job) => job.id))).toEqual(new Set([id]))
    await work()
    expect((await create()).status).toBe('completed')
    expect((await jobs.list('a', KIND)).jobs).toHaveLength(1)
  })

  it('never exceed the limit of the plan, even for concurrent requests', async () => {
    const { jobs, work } = opened()
    const create = () => jobs.create({ accountId: 'a', kind: KIND, inputs: numbers(1), limit: 2 })
    const made = await Promise.allSettled(Array.from({ length: 6 }, create))
    expect(made.filter(({ status }) => status === 'fulfilled')).toHaveLength(2)
    const reasons = made.flatMap((each) => (each.status === 'rejected' ? [each.reason] : []))
    expect(reasons.map(({ code, details }) => [code, details])).toEqual(Array(4).fill(['too_many_jobs', { limit: 2 }]))
    await jobs.create({ accountId: 'b', kind: KIND, inputs: numbers(1), limit: 2 })
    await work()
    await work()
    await create()
    const { id } = await create()
    await expect(create()).rejects.toMatchObject({ code: 'too_many_jobs' })
    await jobs.cancel('a', KIND, id)
    await create()
  })

  it('count towards the plan while inputs arrive, but no longer than the sender lives', async () => {
    const { time, store, jobs } = opened()
    const starts: (() => void)[] = []
    async function* slow(): AsyncGenerator<InputItem> {
      await new Promise<void>((resolve) => void starts.push(resolve))
      yield* numbers(1)
      time.now += 30_000
      yield* numbers(1)
    }
    const begin = () => jobs.create({ accountId: 'a', kind: KIND, inputs: slow(), limit: 2 })
    const coming = [begin(), begin()]
    await expect(begin()).rejects.toMatchObject({ code: 'too_many_jobs' })
    while (starts.length < 2) await Promise.resolve()
    for (const start of starts) start()
    await Promise.all(coming)
    await expect(begin()).rejects.toMatchObject({ code: 'too_many_jobs' })
    expect((await store.range('job_tallies', { limit: 10 }))[0]?.row).toEqual({ active: 2 })
    for (const { id } of (await jobs.list('a', KIND)).jobs) await jobs.cancel('a', KIND, id)
    // Two requests whose senders die during the upload.
    const dead = [begin(), begin()]
    await expect(begin()).rejects.toMatchObject({ code: 'too_many_jobs' })
    time.now += 60_000
    expect(await jobs.create({ accountId: 'a', kind: KIND, inputs: numbers(1), limit: 2 })).toBeDefined()
    while (starts.length < 4) await Promise.resolve()
    for (const start of starts) start()
    await Promise.allSettled(dead)
  })

  it('leave no inputs of a failed upload, although its id may be used again', async () => {
    const { store, jobs, work } = opened()
    async function* inputs(breaks: boolean): AsyncGenerator<InputItem> {
      yield* numbers(700)
      if (breaks) throw new Error('The body broke off.')
    }
    const id = scheduledJobId('import', () => 0, 1)
    const create = (breaks: boolean) =>
      jobs.create({ id, accountId: 'a', kind: KIND, inputs: inputs(breaks), limit: 1 })
    await expect(create(true)).rejects.toThrow('broke off')
    expect(await store.range('job_inputs', { limit: 10 })).toEqual([])
    expect((await store.range('job_tallies', { limit: 10 })).map(({ row }) => row)).toEqual([{ active: 0 }])
    await create(false)
    await work()
    expect((await jobs.results('a', KIND, id)).rows).toEqual(doubled(700))
    // If a sender only seemed dead, its upload stops once the job exists.
    await expect(jobs.create({ id, accountId: 'b', kind: KIND, inputs: inputs(true) })).resolves.toMatchObject({ id })
    expect(await store.range('job_inputs', { limit: 10 })).toHaveLength(2)
  })

  it('are created once for identical concurrent requests, with the inputs of one request', async () => {
    const { store, jobs, work } = opened()
    const id = scheduledJobId('import', () => 0, 1)
    const create = () => jobs.create({ id, accountId: 'a', kind: KIND, inputs: numbers(700), limit: 5 })
    const made = await Promise.all([create(), create(), create()])
    expect(new Set(made.map(({ upload }) => upload)).size).toBe(1)
    expect(await store.range('job_inputs', { limit: 10 })).toHaveLength(2)
    expect((await store.range('job_tallies', { limit: 10 })).map(({ row }) => row)).toEqual([{ active: 1 }])
    await work()
    expect((await jobs.results('a', KIND, id)).rows).toEqual(doubled(700))
  })

  it('are listed newest first, page by page, for their own account only', async () => {
    const { time, jobs } = opened()
    const ids: string[] = []
    for (let at = 0; at < 5; at++) {
      time.now++
      ids.unshift((await jobs.create({ accountId: 'a', kind: KIND })).id)
    }
    await jobs.create({ accountId: 'b', kind: KIND })
    await jobs.create({ accountId: 'a', kind: 'import' })
    const first = await jobs.list('a', KIND, { limit: 3 })
    expect(first.jobs.map(({ id }) => id)).toEqual(ids.slice(0, 3))
    const rest = await jobs.list('a', KIND, { limit: 3, cursor: first.cursor as string })
    expect(rest.jobs.map(({ id }) => id)).toEqual(ids.slice(3))
    expect(rest.cursor).toBeUndefined()
    await expect(jobs.list('a', KIND, { cursor: '~' })).rejects.toMatchObject({ code: 'invalid_cursor' })
  })

  it('report the same error for another account or kind as for a missing job', async () => {
    const { jobs } = opened()
    const { id } = await jobs.create({ accountId: 'a', kind: KIND })
    for (const call of [
      jobs.get('b', KIND, id),
      jobs.get(undefined, KIND, id),
      jobs.get('a', 'import', id),
      jobs.cancel('b', KIND, id),
      jobs.results('b', KIND, id),
      jobs.get('a', KIND, id.replace(/.$/, 'x')),
      jobs.get('a', KIND, 'with space'),
    ]) {
      await expect(call).rejects.toMatchObject({ code: 'job_not_found', message: expect.not.stringContaining(id) })
    }
  })

  it('are cancelled at once if they wait, and never after their end', async () => {
    const { jobs, store, work } = opened()
    const { id } = await jobs.create({ accountId: 'a', kind: KIND, inputs: numbers(1) })
    expect(await jobs.cancel('a', KIND, id)).toMatchObject({ status: 'cancelled', finishedAt: expect.any(String) })
    expect(await jobs.cancel('a', KIND, id)).toMatchObject({ status: 'cancelled' })
    await work()
    expect(await jobs.get('a', KIND, id)).toMatchObject({ status: 'cancelled', progress: { partsDone: 0 } })
    const events = await store.range('account_events', { limit: 10 })
    expect(events.map(({ row }) => [row.type, row.data.jobId])).toEqual([['batch.job.cancelled', id]])
    const done = await jobs.create({ accountId: 'a', kind: KIND, inputs: numbers(1) })
    await work()
    await expect(jobs.cancel('a', KIND, done.id)).rejects.toMatchObject({ code: 'job_finished' })
  })

  it('return results in order for any page size', async () => {
    const { jobs, work } = opened()
    const { id } = await jobs.create({ accountId: 'a', kind: KIND, inputs: numbers(1_234) })
    expect(await jobs.results('a', KIND, id)).toEqual({ rows: [], cursor: '0.0' })
    await work()
    for (const limit of [1_000, 500, 333, 7]) {
      const rows: unknown[] = []
      let cursor: string | undefined
      do {
        const page = await jobs.results('a', KIND, id, { limit, ...(cursor === undefined ? {} : { cursor }) })
        expect(page.rows.length).toBeLessThanOrEqual(limit)
        rows.push(...page.rows)
        cursor = page.cursor
      } while (cursor !== undefined)
      expect(rows).toEqual(doubled(1_234))
    }
    await expect(jobs.results('a', KIND, id, { cursor: '1' })).rejects.toMatchObject({ code: 'invalid_cursor' })
  })

  it('lose their results after 30 days, but still exist', async () => {
    const { time, jobs, work } = opened()
    const { id } = await jobs.create({ accountId: 'a', kind: KIND, inputs: numbers(3) })
    const late = await jobs.create({ accountId: 'a', kind: KIND, inputs: [] })
    await work()
    time.now += 30 * 86_400_000
    await expect(jobs.results('a', KIND, id)).rejects.toMatchObject({ code: 'results_expired' })
    expect(await jobs.get('a', KIND, id)).toMatchObject({ status: 'completed' })
    expect(await jobs.results('a', KIND, late.id)).toEqual({ rows: [] })
  })
})
