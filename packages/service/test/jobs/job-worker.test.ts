import { RegistryError } from '@utpid/core'
import { describe, expect, it } from 'vitest'
import { ServiceError } from '../../src/errors/service-error.ts'
import type { JobHandler } from '../../src/jobs/job-handler.ts'
import { JobWorker } from '../../src/jobs/job-worker.ts'
import { Jobs } from '../../src/jobs/jobs.ts'
import { LEASE_MILLISECONDS } from '../../src/jobs/leased-job.ts'
import { MemoryServiceStore } from '../../src/store/memory-service-store.ts'
import { doubled, doubling, numbers } from '../support/doubling.ts'
import { VirtualTime } from '../support/virtual-time.ts'

const KIND = 'batch-map'

function opened() {
  const time = new VirtualTime()
  const store = new MemoryServiceStore()
  const jobs = new Jobs(store, time.clock)
  const workerOf = (handler: JobHandler, onError?: (error: unknown) => void): JobWorker =>
    new JobWorker({
      store,
      handlers: [handler],
      clock: time.clock,
      every: time.every,
      ...(onError === undefined ? {} : { onError }),
    })
  return { time, store, jobs, workerOf }
}

/** A gate at which a handler waits. */
function gate(): { open: () => void; closed: Promise<void> } {
  let open: () => void = () => undefined
  const closed = new Promise<void>((resolve) => {
    open = resolve
  })
  return { open, closed }
}

describe('JobWorker', () => {
  it('runs due jobs, and creates one event for each job', async () => {
    const { store, jobs, workerOf } = opened()
    const { id } = await jobs.create({ accountId: 'a', kind: KIND, inputs: numbers(1_100) })
    const workers = [workerOf(doubling()), workerOf(doubling())]
    await Promise.all(workers.map((worker) => worker.poll()))
    await Promise.all(workers.map((worker) => worker.idle()))
    const job = await jobs.get('a', KIND, id)
    expect(job).toMatchObject({ status: 'completed', progress: { partsDone: 3, counts: { processed: 1_100 } } })
    expect(job.lease).toBeUndefined()
    expect(await store.range('jobs_due', { limit: 10 })).toEqual([])
    const events = await store.range('account_events', { limit: 10 })
    expect(events.map(({ row }) => row)).toEqual([
      {
        accountId: 'a',
        type: 'batch.job.completed',
        createdAt: job.finishedAt,
        data: { jobId: id, kind: KIND, status: 'completed', counts: { processed: 1_100 } },
      },
    ])
  })

  it('starts a job as soon as it is written, after the worker has started', async () => {
    const { jobs, workerOf } = opened()
    const begun = gate()
    const worker = workerOf(doubling(begun.open))
    worker.start()
    await worker.poll()
    await jobs.create({ accountId: 'a', kind: KIND, inputs: numbers(1) })
    await begun.closed
    await worker.idle()
    await worker.stop()
  })

  it('keeps a job while it renews the lease, and loses the job otherwise', async () => {
    const { time, jobs, workerOf } = opened()
    const { id } = await jobs.create({ accountId: 'a', kind: KIND, inputs: numbers(1_100) })
    const [stuck, begun] = [gate(), gate()]
    const slow = workerOf(
      doubling(async (part) => {
        if (part === 1) {
          begun.open()
          await stuck.closed
        }
      }),
    )
    const other = workerOf(doubling())
    await slow.poll()
    await begun.closed
    for (let renewal = 0; renewal < 10; renewal++) {
      time.now += 5_000
      await slow.renew()
      await other.poll()
      await other.idle()
    }
    expect((await jobs.get('a', KIND, id)).progress.partsDone).toBe(1)
    time.now += LEASE_MILLISECONDS
    await other.poll()
    await other.idle()
    expect(await jobs.get('a', KIND, id)).toMatchObject({ status: 'completed' })
    stuck.open()
    await slow.idle()
    expect((await jobs.results('a', KIND, id, { limit: 1_000 })).rows).toEqual(doubled(1_000))
    expect(await jobs.get('a', KIND, id)).toMatchObject({ progress: { partsDone: 3, counts: { processed: 1_100 } } })
  })

  it('returns all jobs with their progress to the queue when it stops', async () => {
    const { jobs, workerOf } = opened()
    const { id } = await jobs.create({ accountId: 'a', kind: KIND, inputs: numbers(1_100) })
    const [stuck, begun] = [gate(), gate()]
    const worker = workerOf(
      doubling(async () => {
        begun.open()
        await stuck.closed
      }),
    )
    await worker.poll()
    await begun.closed
    const stopped = worker.stop()
    stuck.open()
    await stopped
    const job = await jobs.get('a', KIND, id)
    expect(job).toMatchObject({ status: 'queued', attempts: 0 })
    expect(job.lease).toBeUndefined()
    const next = workerOf(doubling())
    await next.poll()
    await next.idle()
    expect((await jobs.get('a', KIND, id)).status).toBe('completed')
    await worker.poll()
  })

  it('ends a cancelled job between two parts, and stores all parts including the current part', async () => {
    const { store, jobs, workerOf } = opened()
    const { id } = await jobs.create({ accountId: 'a', kind: KIND, inputs: numbers(2_600) })
    const statuses: string[] = []
    const worker = workerOf(
      doubling(async (part) => {
        if (part === 2) statuses.push((await jobs.cancel('a', KIND, id)).status)
      }),
    )
    await worker.poll()
    await worker.idle()
    expect(statuses).toEqual(['cancelling'])
    expect(await jobs.get('a', KIND, id)).toMatchObject({ status: 'cancelled', progress: { partsDone: 3 } })
    const { rows, cursor = '' } = await jobs.results('a', KIND, id)
    const rest = await jobs.results('a', KIND, id, { cursor })
    expect([...rows, ...rest.rows]).toEqual(doubled(1_500))
    expect((await store.range('job_tallies', { limit: 1 }))[0]?.row).toEqual({ active: 0 })
  })

  it('ends a cancelled job whose worker died', async () => {
    const { time, jobs, workerOf } = opened()
    const { id } = await jobs.create({ accountId: 'a', kind: KIND, inputs: numbers(1) })
    const stuck = gate()
    const dead = workerOf(doubling(() => stuck.closed))
    await dead.poll()
    expect((await jobs.cancel('a', KIND, id)).status).toBe('cancelling')
    time.now += LEASE_MILLISECONDS
    const other = workerOf(doubling())
    await other.poll()
    expect((await jobs.get('a', KIND, id)).status).toBe('cancelled')
    stuck.open()
    await dead.idle()
    expect(await jobs.get('a', KIND, id)).toMatchObject({ status: 'cancelled', progress: { partsDone: 0 } })
  })

  it('tries a job with an internal error three times, without details for the account', async () => {
    const { time, jobs, workerOf } = opened()
    const { id } = await jobs.create({ accountId: 'a', kind: KIND, inputs: numbers(1_100) })
    const errors: unknown[] = []
    let tries = 0
    const worker = workerOf(
      doubling((part) => {
        if (part < 1) return
        tries++
        throw new Error('secret detail')
      }),
      (error) => errors.push(error),
    )
    for (let round = 0; round < 10; round++) {
      await worker.poll()
      await worker.idle()
      time.now += 60_000
    }
    expect(tries).toBe(3)
    expect(errors).toHaveLength(3)
    const job = await jobs.get('a', KIND, id)
    expect(job).toMatchObject({ status: 'failed', error: { code: 'internal_error' }, progress: { partsDone: 1 } })
    expect(JSON.stringify(job)).not.toContain('secret')
  })

  it('ends a job at once if the handler reports a RegistryError', async () => {
    const { jobs, workerOf } = opened()
    const { id } = await jobs.create({ accountId: 'a', kind: KIND, inputs: numbers(1) })
    const worker = workerOf(
      doubling(() => {
        throw new ServiceError('feed_incomplete', 'Half of it is missing.')
      }),
    )
    await worker.poll()
    await worker.idle()
    const error = { code: 'feed_incomplete', message: 'Half of it is missing.' }
    expect(await jobs.get('a', KIND, id)).toMatchObject({ status: 'failed', error })
  })

  it('waits while a storage does not respond', async () => {
    const { time, jobs, workerOf } = opened()
    const { id } = await jobs.create({ accountId: 'a', kind: KIND, inputs: numbers(1) })
    let isDown = true
    const worker = workerOf(
      doubling(() => {
        if (isDown) throw new RegistryError('unavailable', 'The storage did not answer.')
      }),
    )
    for (let round = 0; round < 20; round++) {
      await worker.poll()
      await worker.idle()
      expect((await jobs.get('a', KIND, id)).status).toBe('queued')
      time.now += 5_000
    }
    isDown = false
    await worker.poll()
    await worker.idle()
    expect((await jobs.get('a', KIND, id)).status).toBe('completed')
  })

  it('stops retrying a job that kills its workers', async () => {
    const { time, jobs, workerOf } = opened()
    const { id } = await jobs.create({ accountId: 'a', kind: KIND, inputs: numbers(1) })
    const stuck = gate()
    const dead: JobWorker[] = []
    for (let death = 0; death < 10; death++) {
      const worker = workerOf(doubling(() => stuck.closed))
      dead.push(worker)
      await worker.poll()
      expect((await jobs.get('a', KIND, id)).status).toBe('running')
      time.now += LEASE_MILLISECONDS
    }
    await workerOf(doubling()).poll()
    expect(await jobs.get('a', KIND, id)).toMatchObject({ status: 'failed', error: { code: 'internal_error' } })
    stuck.open()
    await Promise.all(dead.map((worker) => worker.idle()))
  })

  it('leaves jobs of other kinds to other workers', async () => {
    const { jobs, workerOf } = opened()
    const { id } = await jobs.create({ accountId: 'a', kind: 'export' })
    const worker = workerOf(doubling())
    await worker.poll()
    await worker.idle()
    expect((await jobs.get('a', 'export', id)).status).toBe('queued')
  })
})
