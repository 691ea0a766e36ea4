import { createRegistry, type Product, type Registry, RegistryError, type Storage } from '@utpid/core'
import type { DecisionReport } from '@utpid/core/operations'
import { CURRENT_RULES, type IndexRules } from '@utpid/core/scoring'
import { defined } from '@utpid/core/storage'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ARTIFICIAL_RULES } from '../support/artificial-rules.ts'
import type { StorageBench } from '../support/storage-bench.ts'

const COUNTRIES = { DE: 'Germany', FR: 'France', IE: 'Ireland' } as const
const CATEGORIES = ['hotel', 'apartment_hotel', 'sky_lounge'] as const
const UNKNOWN = { country: 'ZZ', type: 'other' } as const
const ACTOR = { actor: 'ann' }
const TIMEOUT_MS = 60_000

/** The values that a record gives for the two fields of filters. */
interface FilterFields {
  readonly supplier: string
  readonly code: string
  readonly category?: string | undefined
  readonly country?: string | undefined
}

function recordOf({ supplier, code, category, country }: FilterFields): object {
  return {
    supplier,
    code,
    name: `Zephyr ${code}`,
    ...defined({ category }),
    location: { city: 'Larchmont', ...defined({ country }) },
  }
}

/** Returns all active products. Does not use the index. */
async function shownProducts(registry: Registry): Promise<Product[]> {
  const utpids = new Set<string>()
  for await (const { utpid } of registry.crosswalk()) utpids.add(utpid)
  // The crosswalk is in the order of UTPIDs.
  expect([...utpids]).toEqual([...utpids].toSorted())
  const products = await Promise.all([...utpids].map((utpid) => registry.get(utpid)))
  return products.filter((product) => product !== undefined)
}

/**
 * Expects that each filter by type, country or destination finds exactly the products that show the value. Facets must
 * count the same products.
 */
async function expectFiltersByDisplayed(registry: Registry): Promise<void> {
  const products = await shownProducts(registry)
  const idsOf = (shows: (product: Product) => boolean): string[] =>
    products
      .filter(shows)
      .map(({ utpid }) => utpid)
      .sort()
  const found = async (filter: object): Promise<string[]> =>
    (await registry.search('', { ...filter, limit: 100 })).products.map(({ utpid }) => utpid).sort()
  const countryOf = ({ location }: Product): string => location.country ?? UNKNOWN.country
  for (const country of [...Object.keys(COUNTRIES), UNKNOWN.country]) {
    expect(await found({ country }), country).toEqual(idsOf((product) => countryOf(product) === country))
  }
  for (const [country, destination] of Object.entries(COUNTRIES)) {
    expect(await found({ destination }), destination).toEqual(idsOf((product) => countryOf(product) === country))
  }
  for (const type of [...CATEGORIES, UNKNOWN.type]) {
    expect(await found({ type }), type).toEqual(idsOf(({ category }) => category === type))
  }
  const { facets } = await registry.search('', { city: 'Larchmont', facets: ['category', 'country'], limit: 1 })
  const counted = (value: (product: Product) => string): Record<string, number> => {
    const counts: Record<string, number> = {}
    for (const product of products) counts[value(product)] = (counts[value(product)] ?? 0) + 1
    return counts
  }
  const byValue = (counts: readonly { value: string; products: number }[] = []): Record<string, number> =>
    Object.fromEntries(counts.map(({ value, products: number }) => [value, number]))
  expect(byValue(facets?.category)).toEqual(counted(({ category }) => category))
  expect(byValue(facets?.country)).toEqual(counted(countryOf))
}

/** A transaction of a history. Its numbers select existing items. */
type Step =
  | { readonly does: 'import'; readonly said: FilterFields }
  | { readonly does: 'merge' | 'split' | 'pin' | 'unpin' | 'delete' | 'end' | 'undo'; readonly at: number }

const steps: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      does: fc.constant('import' as const),
      said: fc.record({
        supplier: fc.constantFrom('alpha', 'beta', 'gamma'),
        code: fc.constantFrom('A', 'B', 'C', 'D'),
        category: fc.constantFrom(...CATEGORIES, 'other', undefined),
        country: fc.constantFrom(...Object.keys(COUNTRIES), undefined),
      }),
    }),
  },
  { weight: 3, arbitrary: fc.record({ does: fc.constant('merge' as const), at: fc.nat(99) }) },
  {
    weight: 5,
    arbitrary: fc.record({
      does: fc.constantFrom('split', 'pin', 'unpin', 'delete', 'end', 'undo' as const),
      at: fc.nat(99),
    }),
  },
)

/** @param decisions - The changes of all decisions so far. A new decision adds its change. */
async function take(registry: Registry, step: Step, decisions: number[]): Promise<void> {
  if (step.does === 'import') {
    await registry.import([recordOf(step.said)])
    return
  }
  const { at } = step
  const products = await shownProducts(registry)
  const product = products[at % products.length]
  const other = products[(at + 1) % products.length]
  const [record] = product?.records ?? []
  if (product === undefined || other === undefined || record === undefined) return
  const pins = { category: CATEGORIES[at % CATEGORIES.length], country: Object.keys(COUNTRIES)[at % 3] }
  const decide: Record<Exclude<Step['does'], 'import' | 'end'>, () => Promise<DecisionReport> | undefined> = {
    merge: () => (product === other ? undefined : registry.merge(product.utpid, other.utpid, ACTOR)),
    split: () => registry.split(product.utpid, [record.record], ACTOR),
    pin: () => registry.pin(product.utpid, pins, ACTOR),
    unpin: () => registry.unpin(product.utpid, undefined, ACTOR),
    delete: () => registry.delete(product.utpid, ACTOR),
    undo: () => {
      const change = decisions[at % decisions.length]
      return change === undefined ? undefined : registry.undo(change, ACTOR)
    },
  }
  if (step.does === 'end') {
    await registry.deactivate(record.record)
    return
  }
  try {
    const report = await decide[step.does]()
    if (report?.changed === true) decisions.push(report.change)
  } catch (error) {
    // Ignores registry errors: the registry may reject a decision, for example one that splits off the only record.
    if (!(error instanceof RegistryError)) throw error
  }
}

/**
 * Creates a registry with one product of three suppliers. Two suppliers contradict each other; the third gives no
 * value.
 */
async function contradicting(
  storage: Storage,
  rules: IndexRules = CURRENT_RULES,
): Promise<{ registry: Registry; utpid: string; merged: number }> {
  const registry = await createRegistry({ storage, rules })
  await registry.setSupplier({ id: 'alpha', priority: 1 })
  await registry.import(
    [
      { supplier: 'alpha', code: 'A', category: 'hotel', country: 'IE' },
      { supplier: 'beta', code: 'B', category: 'apartment_hotel', country: 'DE' },
      { supplier: 'gamma', code: 'C' },
    ].map(recordOf),
  )
  const [one, other] = await Promise.all(
    [
      { supplier: 'alpha', code: 'A' },
      { supplier: 'beta', code: 'B' },
    ].map(async (code) => (await registry.locate(code))?.utpid as string),
  )
  const { change: merged } = await registry.merge(one as string, other as string, ACTOR)
  return { registry, merged, utpid: (await registry.locate({ supplier: 'alpha', code: 'A' }))?.utpid as string }
}

/** Returns a storage in which products have the terms of index version 1: category and country of every record. */
function withFormerTerms({ ledger, ...storage }: Storage): Storage {
  const former = (terms: readonly string[]): string[] =>
    [
      ...terms.filter((term) => !/^(?:category:other|country:ZZ)$/.test(term)),
      ...(terms.includes('country:IE') ? ['category:apartment_hotel', 'country:DE'] : []),
    ].sort()
  return {
    ...storage,
    ledger: new Proxy(ledger, {
      get(target, name: keyof typeof ledger) {
        if (name === 'commit') {
          const commit: typeof ledger.commit = (step) =>
            ledger.commit({ ...step, products: step.products.map((row) => ({ ...row, terms: former(row.terms) })) })
          return commit
        }
        const method = target[name]
        return typeof method === 'function' ? method.bind(target) : method
      },
    }),
  }
}

/** Tests that filters and facets use the displayed values of products, not the values of their records. */
export function testFilters(bench: StorageBench): void {
  describe('filters by type, country and destination', () => {
    it('use the displayed value of a product, not the value of one of its records', async () => {
      const { registry, utpid } = await contradicting(await bench.open())
      const foundBy = async (filter: object): Promise<string[]> =>
        (await registry.search('', filter)).products.map((product) => product.utpid)
      for (const filter of [{ country: 'IE' }, { destination: 'Ireland' }, { type: 'hotel' }, { supplier: 'beta' }]) {
        expect(await foundBy(filter), JSON.stringify(filter)).toEqual([utpid])
      }
      for (const filter of [{ country: 'DE' }, { destination: 'Germany' }, { type: 'apartment_hotel' }]) {
        expect(await foundBy(filter), JSON.stringify(filter)).toEqual([])
      }
      const silent = (await registry.locate({ supplier: 'gamma', code: 'C' }))?.utpid
      expect(await foundBy({ country: 'zz' })).toEqual([silent])
      expect(await foundBy({ type: 'other' })).toEqual([silent])
    })

    it('follow the displayed value through pins, undo, deactivation, import and split', async () => {
      const { registry, utpid, merged } = await contradicting(await bench.open())
      const { change } = await registry.pin(utpid, { country: 'FR', category: 'apartment_hotel' }, ACTOR)
      await expectFiltersByDisplayed(registry)
      const { change: undone } = await registry.undo(change, ACTOR)
      await expectFiltersByDisplayed(registry)
      await registry.undo(undone, ACTOR)
      await registry.unpin(utpid, undefined, ACTOR)
      await expectFiltersByDisplayed(registry)
      await registry.deactivate({ supplier: 'alpha', code: 'A' })
      await expectFiltersByDisplayed(registry)
      await registry.import([recordOf({ supplier: 'alpha', code: 'A', category: 'sky_lounge', country: 'FR' })])
      await expectFiltersByDisplayed(registry)
      await registry.undo(merged, ACTOR)
      await expectFiltersByDisplayed(registry)
    })

    it('are correct after a reindex from the previous version, and after reopening', async (context) => {
      const storage = await bench.open()
      const { registry } = await contradicting(withFormerTerms(storage), ARTIFICIAL_RULES)
      expect((await registry.search('', { country: 'DE' })).total).toBe(1)
      const current = await createRegistry({ storage, outdated: 'open' })
      expect(await current.reindex()).toMatchObject({ outcome: 'reindexed', from: ARTIFICIAL_RULES.version })
      await expectFiltersByDisplayed(current)
      context.skip(!storage.capabilities.durable, 'not durable: its content ends with the process')
      await expectFiltersByDisplayed(await createRegistry({ storage: await bench.reopen(storage) }))
    })
  })
}

/** Runs the checks of {@link testFilters} after each transaction of random histories. */
export function testFilterHistories(bench: StorageBench, histories: number): void {
  describe('filters by type, country and destination', () => {
    it('are correct through random histories', { timeout: TIMEOUT_MS }, async () => {
      await fc.assert(
        fc.asyncProperty(fc.array(steps, { minLength: 6, maxLength: 14 }), async (history) => {
          const registry = await createRegistry({ storage: await bench.open() })
          const decisions: number[] = []
          for (const step of history) {
            await take(registry, step, decisions)
            await expectFiltersByDisplayed(registry)
          }
        }),
        { numRuns: histories },
      )
    })
  })
}
