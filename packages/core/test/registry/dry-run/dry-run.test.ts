import { createMemoryStorage } from '@utpid/adapter-memory'
import type { ImportReport, Registry, Storage } from '@utpid/core'
import type { DryRunReport, ImportOutcome } from '@utpid/core/operations'
import { few, runs } from '@utpid/testing'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { openRegistry } from '../../support/open-registry.ts'
import { readWhole } from '../../support/registry-state.ts'
import { QUILL, ZEPHYR, ZEPHYR_BY_BETA } from '../../support/sample-hotels.ts'
import { crowd, history, type SmallRecord, seededRandom, smallRecord } from '../../support/small-world.ts'

/** Returns everything that a write could change. */
async function wholeStorage(storage: Storage): Promise<unknown> {
  return { ...(await readWhole(storage)), head: await storage.ledger.head(), index: await storage.index.at() }
}

/** Returns the parts of a report that a dry run must predict. */
function predicted(report: ImportReport) {
  const { change: _, full, separated, ...counts } = report
  return {
    counts: {
      ...Object.fromEntries(
        (['read', 'linked', 'created', 'alerted', 'updated', 'unchanged', 'suppressed'] as const).map((name) => [
          name,
          counts[name],
        ]),
      ),
      rejected: counts.rejected,
      superseded: counts.superseded,
      repaired: counts.repaired,
      skippedKeys: counts.skippedKeys,
      oversizedComponents: counts.oversizedComponents,
    },
    separated: separated.total,
    full: full?.map(({ change: _change, ...each }) => each),
  }
}

function sumOfOutcomes(report: ImportReport): number {
  const { linked, created, alerted, updated, unchanged, suppressed, rejected, superseded } = report
  return linked + created + alerted + updated + unchanged + suppressed + rejected + superseded
}

/** Ids that can be drawn again. Which product keeps its id may depend on the ids, so both runs draw the same ids. */
class RepeatableIds {
  #drawn = 0
  #mark = 0

  readonly random = (): number => (++this.#drawn * 0x9e3779b97f4a7) % 2 ** 50

  mark(): void {
    this.#mark = this.#drawn
  }

  rewind(): void {
    this.#drawn = this.#mark
  }
}

/** Runs a dry run and then the real import of the same feed. Checks that the dry run writes nothing. */
async function runBoth(
  { registry, storage }: { registry: Registry; storage: Storage },
  feed: readonly unknown[],
  options: Parameters<Registry['import']>[1] = {},
  ids: RepeatableIds = new RepeatableIds(),
): Promise<{ dry: DryRunReport; real: ImportReport; dryOutcomes: string[]; realOutcomes: string[] }> {
  const before = await wholeStorage(storage)
  ids.mark()
  const dryOutcomes: string[] = []
  const realOutcomes: string[] = []
  const textOf = (each: ImportOutcome): string =>
    `${each.index} ${each.outcome}${'confidence' in each ? ` ${each.confidence}` : ''}`
  const dry = await (await registry.dryRun()).import(feed, {
    ...options,
    onOutcome: (each) => dryOutcomes.push(textOf(each)),
  })
  expect(await wholeStorage(storage)).toEqual(before)
  ids.rewind()
  const real = await registry.import(feed, { ...options, onOutcome: (each) => realOutcomes.push(textOf(each)) })
  return { dry, real, dryOutcomes, realOutcomes }
}

describe('dry run', () => {
  test('predicts the import of random feeds, and writes nothing', async () => {
    const row = fc.oneof(
      { weight: 9, arbitrary: smallRecord() },
      {
        weight: 1,
        arbitrary: fc.constantFrom<unknown>(
          7,
          { supplier: 's1', name: 'No code' },
          { supplier: 's1', code: 'c2', name: 'test' },
        ),
      },
    )
    await fc.assert(
      fc.asyncProperty(
        history({ batches: 4 }),
        fc.array(row, { minLength: 1, maxLength: 30 }),
        fc.integer({ min: 1, max: 9 }),
        fc.boolean(),
        fc.boolean(),
        async (earlier, feed, batchSize, full, curated) => {
          const ids = new RepeatableIds()
          const opened = await openRegistry({ random: ids.random })
          for (const batch of earlier) await opened.registry.import(batch)
          if (curated) await curate(opened)
          const options = { batchSize, ...(full ? { full: true, allowLoss: 0.5 } : {}) }
          const refused = await (await opened.registry.dryRun()).import(feed, options).catch((error: unknown) => error)
          if (refused instanceof Error) {
            await expect(opened.registry.import(feed, options)).rejects.toEqual(refused)
            return
          }
          const { dry, real, dryOutcomes, realOutcomes } = await runBoth(opened, feed, options, ids)
          expect(dry.estimates).toEqual([])
          expect(predicted(dry)).toEqual(predicted(real))
          expect(dryOutcomes).toEqual(realOutcomes)
          expect(sumOfOutcomes(dry)).toBe(dry.read)
          expect(dry.rejections.reduce((sum, { count }) => sum + count, 0)).toBe(dry.rejected)
        },
      ),
      runs(few(60)),
    )
  }, 60_000)

  test('predicts keys that exceed their limits, on both sides', async () => {
    for (const seed of [1, 2].slice(0, few(2))) {
      const records = crowd(220, 4, seededRandom(seed), 7)
      const opened = await openRegistry()
      await opened.registry.import(records.slice(0, 100))
      const changed = records.slice(40, 60).map((each) => ({ ...each, name: `Other ${each.code} ${each.name}` }))
      const { dry, real } = await runBoth(opened, [...changed, ...records.slice(100)], { batchSize: 20 })
      expect(predicted(dry)).toEqual(predicted(real))
      expect(dry.skippedKeys).toBeGreaterThan(0)
    }
  }, 60_000)

  test('predicts a storage whose index has no features and reads ahead', async () => {
    const storage = createMemoryStorage()
    const { features: _, ...methods } = bound(storage.index)
    const opened = await openRegistry({
      storage: { ...storage, index: methods, capabilities: { ...storage.capabilities, durable: true } },
    })
    await opened.registry.import([ZEPHYR])
    const { dry, real } = await runBoth(opened, [ZEPHYR_BY_BETA, QUILL, { ...ZEPHYR, name: 'Zephyr' }], {
      batchSize: 1,
    })
    expect(predicted(dry)).toEqual(predicted(real))
  })

  test('finds duplicates within the feed, and names the other record', async () => {
    const { registry } = await openRegistry()
    const dry = await (await registry.dryRun()).import([ZEPHYR, QUILL, ZEPHYR_BY_BETA], { batchSize: 1 })
    expect(dry).toMatchObject({ created: 2, linked: 1, newSuppliers: ['alpha', 'beta'], estimates: [] })
    expect(dry.examples.created.map(({ code }) => code)).toEqual(['A1', 'A2'])
    // The product does not exist yet, so it has no UTPID.
    expect(dry.examples.linked).toEqual([
      {
        index: 2,
        supplier: 'beta',
        code: 'B1',
        name: 'Zéphyr Marlowe',
        product: { name: 'Hotel Zephyr Marlowe', record: { supplier: 'alpha', code: 'A1' } },
        confidence: expect.any(Number),
      },
    ])
  })

  test('names the product of the registry, the reason of a rejection, and the repairs', async () => {
    const { registry } = await openRegistry()
    await registry.import([ZEPHYR])
    const located = await registry.locate({ supplier: 'alpha', code: 'A1' })
    const dry = await (await registry.dryRun()).import([
      ZEPHYR_BY_BETA,
      { ...QUILL, code: '' },
      { ...QUILL, name: 'Quill &amp; Rondel' },
      ZEPHYR,
    ])
    expect(dry).toMatchObject({ linked: 1, rejected: 1, created: 1, unchanged: 1, newSuppliers: ['beta'] })
    expect(dry.examples.linked[0]?.product).toEqual({
      name: 'Hotel Zephyr Marlowe',
      utpid: located?.utpid,
      record: { supplier: 'alpha', code: 'A1' },
    })
    expect(dry.rejections).toEqual([
      {
        code: 'missing_code',
        count: 1,
        examples: [{ index: 1, name: QUILL.name, field: 'code', message: expect.any(String) }],
      },
    ])
    expect(dry.repairs).toMatchObject([
      { code: 'entity_decoded', count: 1, examples: [{ index: 2, code: 'A2', field: 'name' }] },
    ])
  })

  test('several imports of one dry run see each other', async () => {
    const { registry, storage } = await openRegistry()
    const before = await wholeStorage(storage)
    const dryRun = await registry.dryRun()
    await dryRun.setSupplier({ id: 'alpha', name: 'Alpha Beds', category: 'hostel' })
    expect(await dryRun.import([ZEPHYR])).toMatchObject({ created: 1, newSuppliers: [] })
    expect(await dryRun.import([ZEPHYR_BY_BETA])).toMatchObject({ linked: 1, newSuppliers: ['beta'] })
    expect(await dryRun.import([ZEPHYR])).toMatchObject({ unchanged: 1 })
    const { category: _, ...uncategorised } = QUILL
    const inferred = await dryRun.import([uncategorised])
    expect(inferred.repairs).toMatchObject([{ code: 'category_inferred', examples: [{ after: 'hostel' }] }])
    expect(await wholeStorage(storage)).toEqual(before)
  })

  test('with too many records, compares later records with the registry and the first records', async () => {
    const { registry, storage } = await openRegistry()
    await registry.import([QUILL])
    const before = await wholeStorage(storage)
    const dryRun = await registry.dryRun({ maxRecords: 1 })
    const second = { ...QUILL, supplier: 'gamma', code: 'C1', name: 'Orchid Palace', location: {} }
    const dry = await dryRun.import(
      [ZEPHYR, second, ZEPHYR_BY_BETA, { ...second, supplier: 'delta' }, { ...QUILL, supplier: 'epsilon' }, QUILL],
      { batchSize: 1 },
    )
    expect(dry).toMatchObject({ read: 6, estimates: ['too_many_records'], unchanged: 1, linked: 2 })
    expect(sumOfOutcomes(dry)).toBe(dry.read)
    expect(await wholeStorage(storage)).toEqual(before)
  })

  test('a write of another writer to the same rows makes the dry run an estimate', async () => {
    const { registry } = await openRegistry()
    await registry.import([ZEPHYR])
    const dryRun = await registry.dryRun()
    async function* feed(): AsyncGenerator<SmallRecord | typeof ZEPHYR_BY_BETA> {
      yield ZEPHYR_BY_BETA
      await registry.import([{ ...ZEPHYR, stars: 5 }])
      yield { ...ZEPHYR_BY_BETA, code: 'B2' }
    }
    const dry = await dryRun.import(feed(), { batchSize: 1 })
    expect(dry.estimates).toEqual(['other_writes'])
    expect(sumOfOutcomes(dry)).toBe(2)
  })

  test('rejects invalid arguments', async () => {
    const { registry } = await openRegistry()
    for (const maxRecords of [0, -1, 1.5, Number.NaN, '7' as unknown as number]) {
      await expect(registry.dryRun({ maxRecords })).rejects.toMatchObject({ code: 'validation_failed' })
    }
    const dryRun = await registry.dryRun()
    await expect(dryRun.import(7 as unknown as [])).rejects.toMatchObject({ code: 'validation_failed' })
    await expect(dryRun.import([], { batchSize: 0 })).rejects.toMatchObject({ code: 'validation_failed' })
  })
})

/** Deletes a product and dismisses an alert, if there are any. */
async function curate({ registry }: { registry: Registry }): Promise<void> {
  const { alerts } = await registry.alerts()
  const [alert] = alerts
  if (alert !== undefined) await registry.resolve(alert.alertId, { resolution: 'dismiss', actor: 'test' })
  const located = await registry.locate({ supplier: 's1', code: 'c1' })
  if (typeof located?.utpid === 'string') await registry.delete(located.utpid, { actor: 'test' })
}

/** Returns the methods of an object of a class as an object. */
function bound<T extends object>(object: T): T {
  const names = Object.getOwnPropertyNames(Object.getPrototypeOf(object)).filter((name) => name !== 'constructor')
  return Object.fromEntries(
    names
      .map((name) => [name, (object as Record<string, unknown>)[name]])
      .map(([name, method]) => [name, typeof method === 'function' ? method.bind(object) : method]),
  ) as T
}
