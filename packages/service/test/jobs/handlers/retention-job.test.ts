import { expect, it } from 'vitest'
import { IdempotentResponses } from '../../../src/idempotency/idempotent-responses.ts'
import {
  RETENTION_DAYS,
  type RetentionDays,
  retentionHandler,
  scheduledJobId,
} from '../../../src/jobs/handlers/retention-job.ts'
import { JobWorker } from '../../../src/jobs/job-worker.ts'
import { Jobs } from '../../../src/jobs/jobs.ts'
import { MemoryServiceStore } from '../../../src/store/memory-service-store.ts'
import { readLog, readLogs } from '../../../src/usage/read-logs.ts'
import { readUsage } from '../../../src/usage/read-usage.ts'
import { RequestRecorder } from '../../../src/usage/request-recorder.ts'
import { doubling, numbers } from '../../support/doubling.ts'
import { VirtualTime } from '../../support/virtual-time.ts'

const DAY = 86_400_000

function opened(days: Partial<RetentionDays> = {}) {
  const time = new VirtualTime()
  const store = new MemoryServiceStore()
  const jobs = new Jobs(store, time.clock)
  const handlers = [doubling(), retentionHandler(store, time.clock, { ...RETENTION_DAYS, ...days })]
  const worker = new JobWorker({ store, handlers, clock: time.clock, every: time.every })
  const work = async (): Promise<void> => {
    await worker.poll()
    await worker.idle()
  }
  const clean = async (): Promise<Readonly<Record<string, number>>> => {
    const { id } = await jobs.create({ kind: 'retention' })
    await work()
    const job = await jobs.get(undefined, 'retention', id)
    expect(job.status).toBe('completed')
    return job.progress.counts
  }
  return { time, store, jobs, work, clean }
}

it('deletes logs and their index entries after 90 days, and retains usage', async () => {
  const { time, store, clean } = opened()
  const recorder = new RequestRecorder({ store, clock: time.clock, every: time.every })
  const record = (accountId: string, requestId: string): void =>
    recorder.record({
      requestId,
      createdAt: new Date(time.now).toISOString(),
      accountId,
      method: 'GET',
      route: '/registry/stats',
      status: 200,
      milliseconds: 1,
      requestBytes: 0,
      responseBytes: 0,
    })
  const begin = time.now
  for (const account of ['a', 'b', 'a-b']) {
    record(account, 'once')
    record(account, 'again')
  }
  await recorder.flush()
  time.now += 60 * DAY
  for (const account of ['a', 'b', 'a-b']) record(account, 'again')
  await recorder.flush()
  expect(await clean()).toEqual({})
  time.now += 30 * DAY
  expect(await clean()).toEqual({})
  time.now += 1
  expect(await clean()).toEqual({ request_logs: 6 })
  for (const account of ['a', 'b', 'a-b']) {
    expect((await readLogs(store, account)).logs.map(({ requestId }) => requestId)).toEqual(['again'])
    expect(await readLog(store, account, 'once')).toBeUndefined()
    expect(await readLog(store, account, 'again')).toBeDefined()
    const usage = await readUsage(store, account, { from: begin, to: time.now, bucket: 'day' })
    expect(usage.map(({ calls }) => calls)).toEqual([2, 1])
  }
  expect(await store.range('request_ids', { limit: 10 })).toHaveLength(3)
  time.now += 400 * DAY
  expect(await clean()).toMatchObject({ request_logs: 3, usage: 6 })
})

it('deletes client addresses before the logs, and deletes audit entries if configured', async () => {
  const { time, store, clean } = opened({ addresses: 7, audit: 10 })
  const recorder = new RequestRecorder({ store, clock: time.clock, every: time.every })
  const seen = { method: 'GET', route: '/x', status: 200, milliseconds: 1, requestBytes: 0, responseBytes: 0 }
  for (const requestId of ['one', 'two']) {
    recorder.record({
      ...seen,
      requestId,
      createdAt: new Date(time.now).toISOString(),
      accountId: 'a',
      ip: '192.0.2.7',
    })
    await recorder.flush()
    time.now += 7 * DAY
  }
  const audited = { table: 'audit', row: { createdAt: '', accountId: 'a', action: 'key.created' } } as const
  await store.write([{ ...audited, key: 'a/019aac00-0000-7000-8000-000000000000' }])
  expect(await clean()).toEqual({ addresses: 1, audit: 1 })
  const { logs } = await readLogs(store, 'a')
  expect(logs.map(({ requestId, ip }) => [requestId, ip])).toEqual([
    ['two', '192.0.2.7'],
    ['one', undefined],
  ])
  expect(await clean()).toEqual({})
})

it('deletes inputs after the end of a job, results after 30 days and finished jobs after 90 days', async () => {
  const { time, store, jobs, work, clean } = opened()
  const { id } = await jobs.create({ accountId: 'a', kind: 'batch-map', inputs: numbers(1_200) })
  await work()
  const waiting = await jobs.create({ accountId: 'a', kind: 'export' })
  time.now += 2 * DAY + 1
  expect(await clean()).toEqual({ job_inputs: 3 })
  time.now += 28 * DAY
  expect(await clean()).toEqual({ job_results: 3, account_events: 1 })
  expect((await jobs.get('a', 'batch-map', id)).status).toBe('completed')
  await expect(jobs.results('a', 'batch-map', id)).rejects.toMatchObject({ code: 'results_expired' })
  time.now += 60 * DAY
  expect(await clean()).toMatchObject({ jobs: 1 })
  await expect(jobs.get('a', 'batch-map', id)).rejects.toMatchObject({ code: 'job_not_found' })
  expect((await jobs.list('a', 'batch-map')).jobs).toEqual([])
  expect((await jobs.get('a', 'export', waiting.id)).status).toBe('queued')
  expect(await store.range('jobs_due', { limit: 10 })).toHaveLength(1)
})

it('deletes inputs without a job after two days, and retains inputs of a waiting job', async () => {
  const { time, store, jobs, clean } = opened()
  await jobs.create({ accountId: 'a', kind: 'export', inputs: numbers(600) })
  const [kept] = await store.range('job_inputs', { limit: 1 })
  const orphan = { table: 'job_inputs', row: { items: [] } } as const
  const id = '019aac00-0000-7000-8000-000000000000'
  await store.write([
    { ...orphan, key: `${id}/0000000000000000` },
    { ...orphan, key: `${id}/upload/0000000000000000` },
  ])
  time.now += 2 * DAY + 1
  expect(await clean()).toEqual({ job_inputs: 2 })
  expect((await store.range('job_inputs', { limit: 10 }))[0]).toEqual(kept)
  time.now += 28 * DAY
  expect(await clean()).toEqual({ job_inputs: 2 })
})

it('deletes stored responses after 24 hours, but not the response of a reused key', async () => {
  const { time, store, clean } = opened()
  const answers = new IdempotentResponses(store, time.clock)
  const begin = (key: string) => answers.claim({ accountId: 'a', route: 'POST /x', key, bodyHash: 'x' })
  await begin('one')
  await begin('two')
  time.now += DAY + 1
  await begin('two')
  expect(await clean()).toEqual({ idempotent_answers: 1 })
  expect(await store.range('idempotent_answers', { limit: 10 })).toHaveLength(1)
  expect(await store.range('idempotent_ages', { limit: 10 })).toHaveLength(1)
  time.now += DAY + 1
  expect(await clean()).toEqual({ idempotent_answers: 1 })
})

it('deletes leased limits that are unused', async () => {
  const { time, store, clean } = opened()
  const limit = (used: number) => ({
    requests: 60,
    perSeconds: 60,
    level: (60 - used) * 60_000,
    filledAt: time.now,
    leases: {},
  })
  await store.write([
    { table: 'limit_buckets', key: 'a/gone/key-sustained', row: limit(10) },
    { table: 'limit_buckets', key: 'a/used/key-sustained', row: limit(20) },
  ])
  time.now += 11_000
  expect(await clean()).toEqual({ limit_buckets: 1 })
  expect((await store.range('limit_buckets', { limit: 10 })).map(({ key }) => key)).toEqual(['a/used/key-sustained'])
})

it('creates one job a day, even with several instances', async () => {
  const { time, jobs } = opened()
  const create = () => jobs.create({ id: scheduledJobId('retention', time.clock, DAY), kind: 'retention' })
  await Promise.all([create(), create()])
  time.now += 3_600_000
  await create()
  expect((await jobs.list(undefined, 'retention')).jobs).toHaveLength(1)
  time.now += DAY
  await create()
  expect((await jobs.list(undefined, 'retention')).jobs).toHaveLength(2)
  expect(scheduledJobId('export', time.clock, DAY)).not.toBe(scheduledJobId('retention', time.clock, DAY))
})
