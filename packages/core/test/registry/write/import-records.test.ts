import { createMemoryStorage } from '@utpid/adapter-memory'
import type { Storage } from '@utpid/core'
import type { ImportCounts, ImportOutcome } from '@utpid/core/operations'
import type { Commit, CommitResult, Ledger } from '@utpid/core/storage'
import { describe, expect, test } from 'vitest'
import { LIMITS } from '../../../src/model/limits.ts'
import { RegistryError } from '../../../src/model/registry-error.ts'
import { openRegistry } from '../../support/open-registry.ts'
import { orderlessState } from '../../support/registry-state.ts'
import { QUILL, ZEPHYR, ZEPHYR_BY_BETA } from '../../support/sample-hotels.ts'

/** Returns the sum of the outcome counts. Each record is counted in exactly one of them. */
function sumOfOutcomes(counts: ImportCounts): number {
  const { linked, created, alerted, updated, unchanged, rejected, superseded } = counts
  return linked + created + alerted + updated + unchanged + rejected + superseded
}

/** Returns a storage that seems to be outside of this process. */
function elsewhere(storage: Storage, ledger: Ledger): Storage {
  return { ...storage, ledger, capabilities: { ...storage.capabilities, sharedWriters: true } }
}

/** Returns a storage that seems to wait until its writes are on disk. */
function onDisk(storage: Storage, ledger: Ledger): Storage {
  return { ...storage, ledger, capabilities: { ...storage.capabilities, durable: true } }
}

describe('import', () => {
  test('every record is told once, in order, and counted in exactly one outcome', async () => {
    const { registry } = await openRegistry()
    const outcomes: ImportOutcome[] = []
    const progress: ImportCounts[] = []
    const feed = [
      { ...ZEPHYR, stars: 2 },
      'not a record',
      QUILL,
      { supplier: 'alpha', name: 'No code' },
      ZEPHYR,
      ZEPHYR_BY_BETA,
      { ...QUILL, code: 'A3', name: 'test' },
    ]
    const report = await registry.import(feed, {
      onOutcome: (outcome) => outcomes.push(outcome),
      onProgress: (counts) => progress.push(counts),
    })
    expect(outcomes.map(({ index, outcome }) => [index, outcome])).toEqual([
      [0, 'superseded'],
      [1, 'rejected'],
      [2, 'created'],
      [3, 'rejected'],
      [4, 'created'],
      [5, 'linked'],
      [6, 'rejected'],
    ])
    expect(outcomes.flatMap((each) => (each.outcome === 'rejected' ? [each.rejection.code] : []))).toEqual([
      'not_an_object',
      'missing_code',
      'placeholder_name',
    ])
    expect(report).toMatchObject({ read: 7, created: 2, linked: 1, rejected: 3, superseded: 1, change: 2 })
    expect(sumOfOutcomes(report)).toBe(report.read)
    expect(progress.at(-1)).toMatchObject({ read: 7, created: 2 })
    // The later record counts, at its own position.
    expect(await registry.get(outcomes[4] && 'utpid' in outcomes[4] ? (outcomes[4].utpid ?? '') : '')).toMatchObject({
      stars: 4,
      suppliers: [{ id: 'alpha' }, { id: 'beta' }],
    })
  })

  test('counts do not depend on the batches of the supplier feed', async () => {
    const feed = [ZEPHYR, QUILL, ZEPHYR_BY_BETA, { ...QUILL, supplier: 'beta', code: 'B2' }]
    const reports = []
    for (const batchSize of [1, 2, 3, 5_000]) {
      const { registry } = await openRegistry()
      const { change: _, ...report } = await registry.import(feed, { batchSize })
      reports.push(report)
    }
    expect(reports[0]).toMatchObject({ created: 2, linked: 2 })
    expect(new Set(reports.map((report) => JSON.stringify(report))).size).toBe(1)
  })

  test('a repeated code in a later batch is an update', async () => {
    const { registry } = await openRegistry()
    const report = await registry.import([ZEPHYR, { ...ZEPHYR, stars: 5 }], { batchSize: 1 })
    expect(report).toMatchObject({ created: 1, updated: 1, superseded: 0, change: 3 })
  })

  test('two similar products are reported as alerted', async () => {
    const { registry } = await openRegistry()
    const { phone: _, website: __, ...bare } = ZEPHYR
    const { address: ___, ...place } = ZEPHYR.location
    const [one, twin] = ['A8', 'A9'].map((code) => ({ ...bare, code, location: place }))
    expect(await registry.import([one])).toMatchObject({ created: 1 })
    expect(await registry.import([twin])).toMatchObject({ alerted: 1, created: 0 })
    expect((await registry.alerts()).total).toBe(1)
  })

  test('an async feed is read as it comes, its supplier filled in, its repairs reported', async () => {
    const { registry } = await openRegistry()
    async function* feed(): AsyncGenerator<unknown> {
      yield { code: 'X1', name: 'Hotel  Zephyr &amp; Marlowe' }
      yield { code: 2, name: 'Quill Rondel' }
    }
    const outcomes: ImportOutcome[] = []
    const report = await registry.import(feed(), { supplier: 'gamma', onOutcome: (each) => outcomes.push(each) })
    expect(report).toMatchObject({ read: 2, created: 2, repaired: 1 })
    expect(outcomes).toMatchObject([
      { supplier: 'gamma', code: 'X1' },
      { supplier: 'gamma', code: '2', repairs: [] },
    ])
    expect(outcomes[0]?.repairs.map(({ code }) => code)).toContain('entity_decoded')
  })

  test('a failing feed keeps the batches before, and its error is returned', async () => {
    const { registry, storage } = await openRegistry()
    function* feed(): Generator<unknown> {
      yield ZEPHYR
      yield QUILL
      throw new Error('line 3 is torn')
    }
    await expect(registry.import(feed(), { batchSize: 1 })).rejects.toThrow('line 3 is torn')
    expect((await orderlessState(storage)).groups).toEqual(['alpha/A1', 'alpha/A2'])
  })

  test('an aborted import stops between records and keeps all commits', async () => {
    const { registry, storage } = await openRegistry()
    const abort = new AbortController()
    function* feed(): Generator<unknown> {
      yield ZEPHYR
      yield QUILL
      abort.abort(new Error('enough'))
      yield ZEPHYR_BY_BETA
    }
    const stopped = registry.import(feed(), { batchSize: 2, signal: abort.signal })
    await expect(stopped).rejects.toMatchObject({ code: 'aborted', cause: new Error('enough') })
    expect((await orderlessState(storage)).groups).toEqual(['alpha/A1', 'alpha/A2'])
    expect(await registry.import([ZEPHYR, QUILL, ZEPHYR_BY_BETA])).toMatchObject({ unchanged: 2, linked: 1 })
  })

  test('records before the failure of a source are kept, and the failure is reported', async () => {
    const { registry, storage } = await openRegistry()
    async function* feed(): AsyncGenerator<unknown> {
      yield ZEPHYR
      yield QUILL
      throw new Error('the line went dead')
    }
    await expect(registry.import(feed(), { batchSize: 500 })).rejects.toThrow('the line went dead')
    expect((await orderlessState(storage)).groups).toEqual(['alpha/A1', 'alpha/A2'])
  })

  test.each([
    ['elsewhere', elsewhere],
    ['to a disk', onDisk],
  ])('the next batch is read while one is written %s', async (_where, place) => {
    const storage = createMemoryStorage()
    let tellRead = (): void => undefined
    const isRead = new Promise<void>((resolve) => {
      tellRead = resolve
    })
    // The first transaction is written only after the import has requested the second record.
    const ledger = new Proxy(storage.ledger, {
      get(target, name: keyof Ledger) {
        const commit = async (step: Commit): Promise<CommitResult> => {
          await isRead
          return await target.commit(step)
        }
        return name === 'commit' ? commit : (target[name] as (...args: unknown[]) => unknown).bind(target)
      },
    })
    const { registry } = await openRegistry({ storage: place(storage, ledger) })
    function* feed(): Generator<unknown> {
      yield ZEPHYR
      tellRead()
      yield QUILL
    }
    const progress: number[] = []
    const report = await registry.import(feed(), { batchSize: 1, onProgress: ({ read }) => progress.push(read) })
    expect(report).toMatchObject({ read: 2, created: 2, change: 3 })
    // Only writes report progress, not reads.
    expect(progress).toEqual([1, 2])
  })

  test('a hanging source does not delay the error of a transaction', async () => {
    const storage = createMemoryStorage()
    const full = new RegistryError('storage_full', 'The disk is full.')
    const ledger = new Proxy(storage.ledger, {
      get: (target, name: keyof Ledger) =>
        name === 'commit' ? () => Promise.reject(full) : (target[name] as (...args: unknown[]) => unknown).bind(target),
    })
    const { registry } = await openRegistry({ storage: elsewhere(storage, ledger) })
    async function* feed(): AsyncGenerator<unknown> {
      yield ZEPHYR
      await new Promise(() => undefined)
    }
    await expect(registry.import(feed(), { batchSize: 1 })).rejects.toBe(full)
  })

  test('another order of keys is no new content', async () => {
    const { registry } = await openRegistry()
    await registry.import([{ ...ZEPHYR, extra: { pool: true, desk: { opens: 7, closes: 23 } } }])
    const again = { ...ZEPHYR, extra: { desk: { closes: 23, opens: 7 }, pool: true } }
    expect(await registry.import([again])).toMatchObject({ unchanged: 1, change: 2 })
  })

  test.each([0, 1.5, LIMITS.recordsPerCommit + 1, Number.NaN])(
    'a batch of %s records is rejected',
    async (batchSize) => {
      const { registry } = await openRegistry()
      await expect(registry.import([], { batchSize })).rejects.toMatchObject({ code: 'validation_failed' })
    },
  )
})
