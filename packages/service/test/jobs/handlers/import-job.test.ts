import { type ImportOptions, LIMITS, type Registry } from '@utpid/core'
import { parseRemovedWhen, readFeed } from '@utpid/feed'
import { few } from '@utpid/testing'
import { describe, expect, it } from 'vitest'
import { exportHandler } from '../../../src/jobs/handlers/export-job.ts'
import { type ImportJobOptions, type ImportRow, importHandler } from '../../../src/jobs/handlers/import-job.ts'
import { reindexHandler, rescoreHandler } from '../../../src/jobs/handlers/rebuild-job.ts'
import { scheduleCount } from '../../../src/jobs/handlers/schedule-count.ts'
import type { JobHandler } from '../../../src/jobs/job-handler.ts'
import { JobWorker } from '../../../src/jobs/job-worker.ts'
import { Jobs } from '../../../src/jobs/jobs.ts'
import { LEASE_MILLISECONDS } from '../../../src/jobs/leased-job.ts'
import type { Job, JobKind } from '../../../src/model/job.ts'
import { readFeedItems, TimeSlices } from '../../../src/reading.ts'
import { MemoryServiceStore } from '../../../src/store/memory-service-store.ts'
import type { ServiceStore } from '../../../src/store/service-store.ts'
import { type Fate, failingStore } from '../../support/failing-store.ts'
import { bodyOf, giveWay, hotel, registryOf } from '../../support/registry.ts'
import { VirtualTime } from '../../support/virtual-time.ts'

function opened(handlers: (time: VirtualTime) => readonly JobHandler[]) {
  const time = new VirtualTime()
  const store = new MemoryServiceStore()
  const jobs = new Jobs(store, time.clock)
  const work = async (view: ServiceStore = store): Promise<void> => {
    const worker = new JobWorker({ store: view, handlers: handlers(time), clock: time.clock, every: time.every })
    await worker.poll()
    await worker.idle()
  }
  const rowsOf = async (kind: JobKind, id: string): Promise<unknown[]> => {
    const rows: unknown[] = []
    let cursor: string | undefined
    do {
      const page = await jobs.results('a', kind, id, cursor === undefined ? {} : { cursor })
      rows.push(...page.rows)
      cursor = page.cursor
    } while (cursor !== undefined)
    return rows
  }
  return { time, store, jobs, work, rowsOf }
}

function importing(jobs: Jobs, text: string, options: ImportJobOptions = {}): Promise<Job> {
  const removedWhen = options.removals === true ? parseRemovedWhen(['removed']) : []
  const inputs = readFeedItems(bodyOf(text), (bytes) => readFeed(bytes, { removedWhen }), new TimeSlices(giveWay))
  return jobs.create({ accountId: 'a', kind: 'import', inputs, options: () => ({ ...options }) })
}

/** Cancels a job once it has reported this many records. */
async function cancelledAfter(records: number, text: string) {
  const registry = await registryOf(0)
  let seen = 0
  let cancel: () => Promise<unknown> = async () => undefined
  const watched: Registry = Object.create(registry, {
    import: {
      value: (given: AsyncIterable<unknown>, options: ImportOptions) =>
        registry.import(given, {
          ...options,
          onOutcome: (outcome) => {
            options.onOutcome?.(outcome)
            if (++seen === records) void cancel()
          },
        }),
    },
  })
  const scene = opened(() => [importHandler(watched)])
  const { id } = await importing(scene.jobs, text)
  cancel = () => scene.jobs.cancel('a', 'import', id)
  // The store notifies the worker of the cancellation.
  const worker = new JobWorker({
    store: scene.store,
    handlers: [importHandler(watched)],
    clock: scene.time.clock,
    every: scene.time.every,
  })
  worker.start()
  await worker.poll()
  await worker.idle()
  await worker.stop()
  return { registry, job: await scene.jobs.get('a', 'import', id), rows: await scene.rowsOf('import', id) }
}

describe('a cancelled import', () => {
  it.each([501, 1, 500, 1_200].slice(0, few(4)))(
    'reports every record in the registry after a cancellation at %i records',
    async (records) => {
      const text = `no record\n${linesOf(0, 3_000)}`
      const { registry, job, rows } = await cancelledAfter(records, text)
      const inRegistry = await recordsIn(registry)
      expect(job.status).toBe('cancelled')
      expect(inRegistry).toBeGreaterThanOrEqual(records)
      expect(inRegistry).toBeLessThan(3_000)
      const told = rows as ImportRow[]
      expect(told.map(({ index }) => index)).toEqual(told.map((_, at) => at))
      expect(told.filter(({ outcome }) => outcome !== 'unreadable')).toHaveLength(inRegistry)
      expect(job.progress.counts).toMatchObject({ processed: told.length })
    },
  )
})

function removalOf(at: number): string {
  return `{"supplier":"acme","code":"H${at}","removed":true}\n`
}

function linesOf(from: number, to: number): string {
  return Array.from({ length: to - from }, (_, at) => `${JSON.stringify(hotel(from + at))}\n`).join('')
}

async function recordsIn(registry: Registry): Promise<number> {
  return (await registry.stats()).records.total
}

describe('an import job', () => {
  it('imports each line and reports its outcome', async () => {
    const registry = await registryOf(10)
    const { jobs, work, rowsOf, store } = opened(() => [importHandler(registry)])
    const { id } = await importing(jobs, `${linesOf(5, 12)}{"name":\n{"name":"x"}\n`)
    await work()
    const job = await jobs.get('a', 'import', id)
    expect(job).toMatchObject({ status: 'completed', progress: { total: 9, counts: { processed: 9 } } })
    const rows = (await rowsOf('import', id)) as ImportRow[]
    expect(rows.map(({ index, line, outcome }) => [index, line, outcome].join(' '))).toEqual([
      ...[5, 6, 7, 8, 9].map((_, at) => `${at} ${at + 1} unchanged`),
      expect.stringMatching(/^5 6 (created|alerted|linked)$/),
      expect.stringMatching(/^6 7 (created|alerted|linked)$/),
      '7 8 unreadable',
      '8 9 rejected',
    ])
    expect(await recordsIn(registry)).toBe(12)
    expect(job.findings).toMatchObject({
      suppliers: ['acme'],
      advice: expect.arrayContaining([
        expect.objectContaining({ code: 'unreadable', records: 1 }),
        expect.objectContaining({ code: 'rejected', records: 1 }),
      ]),
    })
    const events = await store.range('account_events', { limit: 10 })
    expect(events.map(({ row }) => row.type)).toEqual(['import.job.completed'])
  })

  it('yields to other tasks between large records', async () => {
    const registry = await registryOf(0)
    const seenAt: number[] = []
    let turns = 0
    const watched: Registry = Object.create(registry, {
      import: {
        value: (records: AsyncIterable<unknown>, options: ImportOptions) => {
          async function* seen(): AsyncGenerator<unknown> {
            for await (const record of records) {
              seenAt.push(turns)
              yield record
            }
          }
          return registry.import(seen(), options)
        },
      },
    })
    const { jobs, work } = opened(() => [importHandler(watched)])
    const large = (at: number): string => JSON.stringify({ ...hotel(at), note: 'x'.repeat(100_000) })
    await importing(jobs, Array.from({ length: 8 }, (_, at) => `${large(at)}\n`).join(''))
    let isOver = false
    const count = (): void => {
      turns++
      if (!isOver) setImmediate(count)
    }
    setImmediate(count)
    await work()
    isOver = true
    expect(new Set(seenAt).size).toBe(8)
  })

  it('imports CSV by its columns', async () => {
    const registry = await registryOf(0)
    const { jobs, work } = opened(() => [importHandler(registry)])
    await importing(jobs, 'id,name,city,country\n1,Hotel Sonne,Berlin,DE\n2,Hotel Mond,Bremen,DE\n', {
      supplier: 'acme',
    })
    await work()
    expect(await recordsIn(registry)).toBe(2)
  })

  it('continues after a dead worker and reports each line once', async () => {
    const registry = await registryOf(1_000)
    for (const full of [false, true]) {
      for (const diesAt of [6, 9, 13]) {
        const { time, store, jobs, work, rowsOf } = opened(() => [importHandler(registry)])
        const { id } = await importing(jobs, `${linesOf(0, 400)}${full ? '' : 'x\n'}${linesOf(400, 1_050)}`, { full })
        let call = 0
        await work(failingStore(store, (): Fate => (call++ < diesAt ? 'works' : 'dead')))
        time.now += LEASE_MILLISECONDS
        await work()
        expect((await jobs.get('a', 'import', id)).status).toBe('completed')
        const rows = (await rowsOf('import', id)) as ImportRow[]
        const own = rows.filter(({ index }) => index !== undefined)
        expect(own.map(({ index }) => index)).toEqual(Array.from({ length: full ? 1_050 : 1_051 }, (_, at) => at))
        expect(rows).toHaveLength(own.length + (full ? 1 : 0))
        expect(await recordsIn(registry)).toBe(1_050)
      }
    }
  })

  it('continues a dry run after a dead worker, and writes nothing', async () => {
    const registry = await registryOf(1_000)
    const { change } = await registry.stats()
    const dryRun = await registry.dryRun()
    const copies = Array.from({ length: 20 }, (_, at) => ({ ...hotel(990 + 5 * at), supplier: 'other' }))
    const rest = [...copies, { name: 'x' }].map((record) => `${JSON.stringify(record)}\n`).join('')
    const text = `${linesOf(0, 400)}x\n${linesOf(400, 1_050)}${rest}`
    const records = [...Array.from({ length: 1_050 }, (_, at) => hotel(at)), ...copies, { name: 'x' }]
    const { examples: _examples, estimates, ...expected } = await dryRun.import(records)
    const { created, linked, alerted, unchanged, rejected } = expected
    expect(linked).toBeGreaterThan(0)
    const given = { created, linked, alerted, unchanged, rejected }
    const counts = Object.fromEntries(Object.entries(given).filter(([, count]) => count > 0))
    for (const full of [false, true]) {
      for (const diesAt of [6, 8, 9, 10, 11, 13]) {
        const { time, store, jobs, work, rowsOf } = opened(() => [importHandler(registry)])
        const { id } = await importing(jobs, full ? text.replace('\nx\n', '\n') : text, { dryRun: true, full })
        let call = 0
        await work(failingStore(store, (): Fate => (call++ < diesAt ? 'works' : 'dead')))
        time.now += LEASE_MILLISECONDS
        await work()
        const total = full ? 1_071 : 1_072
        expect(await jobs.get('a', 'import', id)).toMatchObject({
          status: 'completed',
          progress: { counts: { processed: total, ...counts } },
        })
        const rows = (await rowsOf('import', id)) as (ImportRow | { outcome: 'dry_run'; index?: undefined })[]
        const own = rows.filter(({ index }) => index !== undefined)
        expect(own.map(({ index }) => index)).toEqual(Array.from({ length: total }, (_, at) => at))
        expect(rows.filter(({ outcome }) => outcome === 'dry_run')).toMatchObject([{ estimates }])
        expect((await registry.stats()).change).toBe(change)
        expect(await recordsIn(registry)).toBe(1_000)
      }
    }
  })

  it('counts new records and separated records as at its end, like an import without a job', async () => {
    // Once all other records exist, the limit of a blocking key separates the first two.
    const named = (supplier: string, code: string, more: object = {}): object => ({
      supplier,
      code,
      name: 'Zephyr Marlowe',
      category: 'apartment',
      phone: '+33 1 42 68 00 01',
      ...more,
    })
    const records = [
      named('alpha', 'P1'),
      named('beta', 'P1'),
      ...Array.from({ length: 498 }, (_, at) => hotel(at)),
      ...Array.from({ length: LIMITS.recordsPerKey + 5 }, (_, at) =>
        named(`s${at}`, 'C1', {
          name: `Zephyr Marlowe Suite ${at}`,
          location: { city: 'Paris', country: 'FR', coordinates: [48.86, 2.34] },
          website: 'https://zephyr.example',
        }),
      ),
    ]
    for (const full of [false, true]) {
      const [registry, twin] = [await registryOf(0), await registryOf(0)]
      const { jobs, work, rowsOf } = opened(() => [importHandler(registry)])
      const { id } = await importing(jobs, records.map((each) => `${JSON.stringify(each)}\n`).join(''), { full })
      await work()
      const report = await twin.import(records, { full })
      const { separated, created, alerted, linked } = report
      expect(separated.byReason.skipped_keys).toBeGreaterThan(0)
      const rows = (await rowsOf('import', id)) as (ImportRow | { outcome: 'separated' })[]
      const [told, ...others] = rows.filter(({ outcome }) => outcome === 'separated')
      expect(others).toEqual([])
      const withoutIds = (report: object): unknown =>
        JSON.parse(JSON.stringify(report).replaceAll(/UTP-[\w-]+/g, 'UTPID'))
      expect(withoutIds(told ?? {})).toEqual(withoutIds({ outcome: 'separated', ...separated }))
      expect(separated.links[0]?.alertId).toEqual(expect.any(String))
      const { counts } = (await jobs.get('a', 'import', id)).progress
      const stands = { created, alerted, linked, separated: separated.total, processed: records.length }
      expect(counts).toEqual(expect.objectContaining(full ? { ...stands, deactivated: 0 } : stands))
    }
  })

  it('deactivates missing records of a full feed, unless a line is unreadable', async () => {
    const registry = await registryOf(40)
    const { jobs, work, rowsOf } = opened(() => [importHandler(registry)])
    const broken = await importing(jobs, `${linesOf(0, 37)}x\n`, { full: true })
    await work()
    expect(await jobs.get('a', 'import', broken.id)).toMatchObject({
      status: 'failed',
      error: { code: 'feed_incomplete' },
    })
    expect(await recordsIn(registry)).toBe(40)
    const { id } = await importing(jobs, linesOf(0, 37), { full: true })
    await work()
    expect(await jobs.get('a', 'import', id)).toMatchObject({
      status: 'completed',
      progress: { counts: { deactivated: 3 } },
    })
    expect((await rowsOf('import', id)).at(-1)).toMatchObject({
      outcome: 'full',
      supplier: 'acme',
      missing: 3,
      deactivated: 3,
    })
    expect(await recordsIn(registry)).toBe(37)
  })

  it('fails before it writes anything if too many records would end, and lists them', async () => {
    const registry = await registryOf(1_300)
    const { change } = await registry.stats()
    const { jobs, work, rowsOf } = opened(() => [importHandler(registry)])
    const removals = Array.from({ length: 1_100 }, (_, at) => removalOf(at)).join('')
    for (const [text, options, ending] of [
      [linesOf(0, 100), { full: true }, 1_200],
      [`${linesOf(1_298, 1_310)}${removals}`, { removals: true }, 1_100],
    ] as const) {
      const { id } = await importing(jobs, text, options)
      await work()
      expect(await jobs.get('a', 'import', id)).toMatchObject({
        status: 'failed',
        error: { code: 'excessive_loss', message: expect.stringContaining(`${ending} of 1300 active records of acme`) },
        progress: { counts: { ending } },
      })
      const [loss, ...listed] = await rowsOf('import', id)
      expect(loss).toEqual({
        outcome: 'loss',
        suppliers: [{ supplier: 'acme', known: 1_300, ending, isExcessive: true }],
        allowLoss: 0.1,
        ending,
        retiring: expect.any(Number),
      })
      expect(listed).toHaveLength(1_000)
      expect(listed[0]).toMatchObject({ outcome: 'ending', supplier: 'acme', code: expect.any(String) })
      expect((await registry.stats()).change).toBe(change)
    }
    const { id } = await importing(jobs, linesOf(0, 100), { full: true, allowLoss: 0.95 })
    await work()
    expect((await jobs.get('a', 'import', id)).status).toBe('completed')
    expect(await recordsIn(registry)).toBe(100)
  })

  it('continues removals after a dead worker, also if the rest alone would be too much', async () => {
    for (const diesAt of [6, 9, 13]) {
      const registry = await registryOf(1_300)
      const { time, store, jobs, work, rowsOf } = opened(() => [importHandler(registry)])
      const text = Array.from({ length: 1_100 }, (_, at) => removalOf(at)).join('')
      const { id } = await importing(jobs, `${text}${linesOf(0, 10)}`, { removals: true, allowLoss: 0.84 })
      let call = 0
      await work(failingStore(store, (): Fate => (call++ < diesAt ? 'works' : 'dead')))
      time.now += LEASE_MILLISECONDS
      await work()
      expect((await jobs.get('a', 'import', id)).status).toBe('completed')
      const rows = (await rowsOf('import', id)) as ImportRow[]
      expect(rows.map(({ index }) => index)).toEqual(Array.from({ length: 1_110 }, (_, at) => at))
      expect(await recordsIn(registry)).toBe(210)
      for (const code of ['H0', 'H9']) {
        expect(await registry.locate({ supplier: 'acme', code })).toMatchObject({ status: 'active' })
      }
    }
  })

  it('reports immediately that a feed is unreadable', async () => {
    const { store, jobs } = opened(() => [])
    await expect(importing(jobs, 'a,b\n1,2\n')).rejects.toMatchObject({ code: 'validation_failed' })
    expect(await store.range('jobs', { limit: 1 })).toEqual([])
  })
})

describe('an export job', () => {
  it('writes the registry, and shows results only when they are complete', async () => {
    const registry = await registryOf(620)
    const { time, store, jobs, work, rowsOf } = opened(() => [exportHandler(registry)])
    const create = (format: string): Promise<Job> =>
      jobs.create({ accountId: 'a', kind: 'export', options: () => ({ format }), resultsAtEnd: true })
    const { id } = await create('crosswalk')
    let call = 0
    await work(failingStore(store, () => (call++ < 6 ? 'works' : 'dead')))
    expect((await jobs.get('a', 'export', id)).progress.partsDone).toBe(1)
    expect((await jobs.results('a', 'export', id)).rows).toEqual([])
    time.now += LEASE_MILLISECONDS
    await work()
    const rows = (await rowsOf('export', id)) as { code: string }[]
    expect(new Set(rows.map(({ code }) => code)).size).toBe(620)
    expect(rows).toHaveLength(620)
    const whole = await create('registry')
    await work()
    expect(((await rowsOf('export', whole.id)).at(-1) as { kind: string }).kind).toBe('end')
    const wrong = await create('xml')
    await work()
    expect((await jobs.get('a', 'export', wrong.id)).error?.code).toBe('validation_failed')
  })
})

describe('jobs of the operator', () => {
  it('rescore and reindex the registry', async () => {
    const registry = await registryOf(30)
    const { time, jobs, work } = opened(({ clock }) => [
      rescoreHandler(registry, clock),
      reindexHandler(registry, clock),
    ])
    const rescore = await jobs.create({ kind: 'rescore', options: () => ({ tfVersion: 'next' }) })
    const reindex = await jobs.create({ kind: 'reindex', options: () => ({ force: true }) })
    // Both jobs start. The registry builds one index generation at a time, so the second job waits.
    for (let round = 0; round < 3; round++) {
      await work()
      time.now += 5_000
    }
    expect((await jobs.list(undefined, 'rescore')).jobs).toMatchObject([{ status: 'completed' }])
    const [rescored, reindexed] = await Promise.all([
      jobs.results(undefined, 'rescore', rescore.id),
      jobs.results(undefined, 'reindex', reindex.id),
    ])
    expect(rescored.rows).toMatchObject([{ outcome: 'rescored', records: 30 }])
    expect(reindexed.rows).toMatchObject([{ outcome: 'reindexed', records: 30 }])
  })
})

describe('a job that counts words', () => {
  it('exists once for each version and day, counts if it is due, and says so in words', async () => {
    const registry = await registryOf(0)
    const { time, jobs, work, rowsOf } = opened(({ clock }) => [
      rescoreHandler(registry, clock),
      importHandler(registry, () => scheduleCount(registry, jobs, clock)),
    ])
    await importing(jobs, linesOf(0, 1_990))
    await work()
    expect((await jobs.list(undefined, 'rescore')).jobs).toEqual([])
    const { id } = await importing(jobs, linesOf(1_990, 2_000))
    await work()
    await work()
    expect((await rowsOf('import', id)).length).toBe(10)
    const [count, ...others] = (await jobs.list(undefined, 'rescore')).jobs
    expect(others).toEqual([])
    expect(count).toMatchObject({
      status: 'completed',
      options: { ifDue: true },
      progress: { counts: { done: 2_000 } },
    })
    const { rows } = await jobs.results(undefined, 'rescore', count?.id ?? '')
    expect(rows).toMatchObject([{ outcome: 'counted', tfVersion: 1, due: 'first_count', records: 2_000 }])
    expect((rows[0] as { message: string }).message).toMatch(/^Counted the words of 2,000 records; confidences were /)
    expect((await registry.stats()).termFrequencies.due).toBeNull()
    await scheduleCount(registry, jobs, time.clock)
    expect((await jobs.list(undefined, 'rescore')).jobs).toHaveLength(1)
  })

  it('is created again the next day if it was cancelled', async () => {
    const registry = await registryOf(0)
    const { time, jobs } = opened(() => [])
    await registry.import(
      Array.from({ length: 2_000 }, (_, at) => hotel(at)),
      { termFrequencies: 'manual' },
    )
    const schedule = (): Promise<void> => scheduleCount(registry, jobs, time.clock)
    await Promise.all([schedule(), schedule()])
    const [count] = (await jobs.list(undefined, 'rescore')).jobs
    await jobs.cancel(undefined, 'rescore', count?.id ?? '')
    await schedule()
    expect((await jobs.list(undefined, 'rescore')).jobs).toHaveLength(1)
    time.now += 24 * 3_600_000
    await schedule()
    expect((await jobs.list(undefined, 'rescore')).jobs.map(({ status }) => status).sort()).toEqual([
      'cancelled',
      'queued',
    ])
  })

  it('leaves a rescore to another model that waits, and ends', async () => {
    const registry = await registryOf(30)
    const postponed: Registry = Object.create(registry, {
      countTermFrequencies: {
        value: async () => ({ outcome: 'postponed', due: 'records', code: 'generation_open', message: 'One waits.' }),
      },
    })
    const { jobs, work } = opened(({ clock }) => [rescoreHandler(postponed, clock)])
    const { id } = await jobs.create({ kind: 'rescore', options: () => ({ ifDue: true }) })
    await work()
    expect((await jobs.find(id)).status).toBe('completed')
    const { rows } = await jobs.results(undefined, 'rescore', id)
    expect(rows).toMatchObject([{ outcome: 'postponed', message: expect.stringContaining('One waits.') }])
  })
})
