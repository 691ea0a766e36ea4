import {
  emptyCommit,
  type SearchAnswer,
  type SearchQuery,
  type TermCondition,
  type TermGroup,
} from '@utpid/core/storage'
import { few, runs } from '@utpid/testing'
import fc from 'fast-check'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Database } from '../../../src/connection/database.ts'
import type { ListingLimits } from '../../../src/index/listing/listed.ts'
import { WeighedQuery } from '../../../src/index/planner/weighed-query.ts'
import { evaluateAll } from '../../../src/index/search/evaluate-all.ts'
import { walkTiers } from '../../../src/index/search/walk-tiers.ts'
import { EVERY_PRODUCT, hashTerm } from '../../../src/index/terms/term-hash.ts'
import { openPostgresStorage } from '../../../src/storage/postgres-storage.ts'
import { tablesOf } from '../../../src/tables/tables.ts'
import { newProduct } from '../../support/sample-step.ts'
import { testServer } from '../../support/server/test-server.ts'
import { dropSchema, newSchemaName } from '../../support/test-schema.ts'

const PRODUCTS = 4_000
/** Returns ids that are spread like random ids. */
const idOf = (at: number): number => ((at * 7_919) % (PRODUCTS + 1)) * 2 ** 38
/** Each word is in every n-th product: from all products to a few. */
const WORDS = [1, 2, 3, 5, 11, 40, 300, 5_000]

const schema = newSchemaName()
const { derived } = tablesOf(schema)
let pool: pg.Pool
let database: Database

beforeAll(async () => {
  const connectionString = await testServer()
  pool = new pg.Pool({ connectionString, max: 4 })
  database = new Database(pool, true)
  const storage = await openPostgresStorage({ connectionString, schema })
  const steps = Array.from({ length: PRODUCTS }, (_, at) => {
    const [product] = newProduct(idOf(at + 1)).products
    const terms = WORDS.filter((every) => (at * 7) % every === 0).map((every) => `n:w${every}`)
    return newProduct(idOf(at + 1), {
      products: [{ ...(product as NonNullable<typeof product>), rank: (at * 11) % 16, terms }],
    })
  })
  const whole = emptyCommit('2026-03-01T12:00:00.000Z', 0)
  for (let from = 0; from < PRODUCTS; from += 500) {
    const some = steps.slice(from, from + 500)
    await storage.ledger.commit({
      ...whole,
      records: some.flatMap(({ records }) => records),
      links: some.flatMap(({ links }) => links),
      products: some.flatMap(({ products }) => products),
      lineage: some.flatMap(({ lineage }) => lineage),
    })
  }
  await storage.close()
}, 60_000)

afterAll(async () => {
  await pool.end()
  await dropSchema(schema)
})

const group: fc.Arbitrary<TermGroup> = fc
  .uniqueArray(fc.constantFrom(...WORDS, 'none'), { minLength: 1, maxLength: 3 })
  .map((words) => ({ any: words.map((word) => `n:w${word}`) }))

const condition: fc.Arbitrary<TermCondition> = fc
  .record({ needed: fc.array(group, { maxLength: 2 }), chosen: fc.array(group, { maxLength: 3 }), least: fc.nat(3) })
  .map(({ needed, chosen, least }) => {
    const optional = chosen.map((each): TermGroup => ({ ...each, optional: true }))
    return { groups: [...needed, ...optional], minShouldMatch: Math.min(least, optional.length) }
  })

const query: fc.Arbitrary<SearchQuery> = fc.record(
  {
    tiers: fc.array(condition, { minLength: 1, maxLength: 4 }),
    filters: fc.array(group, { maxLength: 2 }),
    offset: fc.constantFrom(0, 0, 3, 40),
    limit: fc.constantFrom(0, 1, 7, 100),
    after: fc.record({ tier: fc.nat(3), key: fc.nat(15), id: fc.nat(PRODUCTS).map(idOf) }),
    counted: fc.constant([...WORDS, 'none'].map((word) => `n:w${word}`)),
  },
  { requiredKeys: ['tiers', 'filters', 'offset', 'limit'] },
)

/** Limits that select each method: reading by rank, listing at once, listing by ranges, listing with narrower tiers. */
const limits: fc.Arbitrary<ListingLimits> = fc.constantFrom(
  { maxPassed: 1_000, maxListingCost: 3_000, maxChained: 800 },
  { maxPassed: 0, maxListingCost: 3_000, maxChained: 0 },
  { maxPassed: 0, maxListingCost: 0, maxChained: 0 },
  { maxPassed: 0, maxListingCost: 0, maxChained: 200 },
  { maxPassed: 20, maxListingCost: 50, maxChained: 200 },
)

/** Runs one query with both methods. */
async function answeredTwice(
  asked: SearchQuery,
  limits?: ListingLimits,
): Promise<[walked: SearchAnswer, judged: SearchAnswer]> {
  const counts = `select hash, products from ${derived.terms}`
  return await database.snapshot<{ hash: number; products: number }, [SearchAnswer, SearchAnswer]>(
    counts,
    async (rows, connection) => {
      const held = new Map(rows.map(({ hash, products }) => [hash, products]))
      const weighed = new WeighedQuery(asked, (hash) => held.get(hash) ?? 0)
      if (weighed.tiers.length === 0) {
        const nothing = { total: 0, exact: true, productIds: [] }
        return [nothing, nothing]
      }
      return [
        await walkTiers(connection, derived, asked, weighed, limits),
        await evaluateAll(connection, derived, asked, weighed),
      ]
    },
  )
}

describe('the methods of a search', () => {
  it('return the same page, and a total that is exact or a lower bound', async () => {
    await fc.assert(
      fc.asyncProperty(query, limits, async (asked, given) => {
        const [walked, judged] = await answeredTwice(asked, given)
        expect(walked.productIds).toEqual(judged.productIds)
        expect(walked.next).toEqual(judged.next)
        if (walked.exact) expect(walked.total).toBe(judged.total)
        else expect(walked.total).toBeLessThanOrEqual(judged.total)
        expect(walked.counts).toEqual(judged.counts)
      }),
      runs(few(300)),
    )
  }, 60_000)

  it('count one word by its frequency, and also all products', async () => {
    for (const groups of [[], [{ any: ['n:w2'] }]]) {
      const [walked, judged] = await answeredTwice({ tiers: [{ groups }], filters: [], offset: 0, limit: 5 })
      expect(walked).toEqual(judged)
    }
  })
})

describe('a query with its term frequencies', () => {
  const counts: Readonly<Record<string, number>> = { a: 100, b: 10, c: 1 }
  const held = new Map([
    [EVERY_PRODUCT, 1_000],
    ...Object.entries(counts).map(([term, count]) => [hashTerm(term), count] as const),
  ])
  const weighed = (tiers: TermCondition[]): WeighedQuery =>
    new WeighedQuery({ tiers, filters: [], offset: 0, limit: 1 }, (hash) => held.get(hash) ?? 0)

  it('omits tiers that require a term without products', () => {
    const tiers = [{ groups: [{ any: ['a'] }, { any: ['x'] }] }, { groups: [{ any: ['b', 'x'] }] }]
    expect(weighed(tiers).tiers.map(({ at, maxProducts }) => [at, maxProducts])).toEqual([[1, 10]])
  })

  it('omits groups that another group implies, also from the estimate', () => {
    const [tier] = weighed([{ groups: [{ any: ['a', 'b'] }, { any: ['b'] }] }]).tiers
    expect(tier).toMatchObject({ maxProducts: 10, expected: 10 })
    expect(tier?.required).toHaveLength(1)
  })

  it('omits from the widest tiers those covered by another tier', () => {
    const tiers = [
      { groups: [{ any: ['c'] }, { any: ['a'] }] },
      { groups: [{ any: ['b'] }] },
      { groups: [{ any: ['a', 'c'] }] },
    ]
    expect(weighed(tiers).widest.map(({ at }) => at)).toEqual([2, 1])
  })
})
