import type { Match, MatchExplanation, NonMatchExplanation, Registry } from '@utpid/core'
import type { JoiningLink } from '@utpid/core/operations'
import type { StoredRecord } from '@utpid/core/storage'
import { runs } from '@utpid/testing'
import fc from 'fast-check'
import { expect } from 'vitest'
import { DEFAULT_MODEL } from '../../../src/scoring/default-model.ts'
import { weightOfConfidence } from '../../../src/scoring/match-weight.ts'
import { competingEdges } from '../../support/expect-consistent.ts'
import { openRegistry } from '../../support/open-registry.ts'
import { readWhole } from '../../support/registry-state.ts'
import { finalState, history, type SmallRecord, smallRecord } from '../../support/small-world.ts'

const { thresholds } = DEFAULT_MODEL
const LEAST_WEIGHT = weightOfConfidence(thresholds.match)

/**
 * Tests that `explainMatch` and `explainNonMatch` agree with the ledger after any history. For records of one product they give the best
 * path; for all others they give a reason that the stored edges confirm.
 */
export function reasonsAreThoseOfTheLedger(numRuns: number): Promise<void> {
  const property = fc.asyncProperty(history({ batches: 3, perBatch: 6 }), async (batches) => {
    const { registry, storage } = await openRegistry()
    for (const batch of batches) await registry.import(batch)
    const whole = await readWhole(storage)
    const { records } = whole
    const edges = await competingEdges(storage, whole)
    const weights = new Map(edges.map(({ a, b, weight }) => [`${a}:${b}`, weight / 100]))
    const widest = widestWays(records, weights)
    for (const [at, one] of records.entries()) {
      for (const other of records.slice(at + 1)) {
        const [a, b] = [codeOf(one), codeOf(other)]
        const [why, not] = [await registry.explainMatch(a, b), await registry.explainNonMatch(a, b)]
        expect(not).toMatchObject({ together: why.together, pair: why.pair })
        expect(why.together).toBe(one.link?.productId === other.link?.productId)
        const pair = `${one.row.id}:${other.row.id}`
        if (why.together) expectBestWay(why, not, widest.get(pair) as number)
        else expectReasons(why, not, weights.get(pair))
      }
    }
  })
  return fc.assert(property, runs(numRuns))
}

function expectBestWay(
  { a, b, path, weakest }: MatchExplanation,
  { reasons }: NonMatchExplanation,
  widest: number,
): void {
  expect(reasons).toEqual([])
  const ends = [nameOf(a), ...path.flatMap(({ from, to }) => [nameOf(from), nameOf(to)]), nameOf(b)]
  for (let at = 0; at < ends.length; at += 2) expect(ends[at]).toBe(ends[at + 1])
  const weights = path.map(weightOf)
  expect(Math.min(...weights)).toBe(widest)
  expect(widest).toBeGreaterThanOrEqual(LEAST_WEIGHT)
  expect(weakest === null ? undefined : weightOf(weakest)).toBe(widest)
}

function expectReasons(
  { path, weakest, pair }: MatchExplanation,
  { reasons }: NonMatchExplanation,
  edge: number | undefined,
): void {
  expect([path, weakest]).toEqual([[], null])
  const codes = reasons.map(({ code }) => code)
  expect(codes.length).toBeGreaterThan(0)
  const isLikely = (pair?.confidence ?? 0) >= thresholds.review
  const isFound = !codes.includes('no_common_key') && !codes.includes('skipped_keys')
  expect(edge !== undefined, codes.join()).toBe(isFound && isLikely)
  expect(codes.includes('vetoed')).toBe(pair?.vetoed)
  expect(codes.includes('below_match')).toBe(pair?.vetoed === false && pair.weight < LEAST_WEIGHT)
}

/** Returns the weight of the weakest edge on the best path, for any two records (Floyd and Warshall). */
function widestWays(records: readonly StoredRecord[], weights: ReadonlyMap<string, number>): Map<string, number> {
  const ids = records.map(({ row }) => row.id)
  const widest = new Map<string, number>()
  const of = (a: number, b: number): number => widest.get(`${a}:${b}`) ?? Number.NEGATIVE_INFINITY
  const productOf = new Map(records.map(({ row, link }) => [row.id, link?.productId]))
  for (const a of ids) {
    for (const b of ids) {
      const weight = weights.get(a < b ? `${a}:${b}` : `${b}:${a}`) ?? Number.NEGATIVE_INFINITY
      if (productOf.get(a) === productOf.get(b) && weight >= LEAST_WEIGHT) widest.set(`${a}:${b}`, weight)
    }
  }
  for (const by of ids) {
    for (const a of ids)
      for (const b of ids) widest.set(`${a}:${b}`, Math.max(of(a, b), Math.min(of(a, by), of(by, b))))
  }
  return widest
}

function weightOf(link: JoiningLink): number {
  return 'weight' in link ? link.weight : Number.POSITIVE_INFINITY
}

function codeOf({ row }: StoredRecord): { supplier: string; code: string } {
  return { supplier: row.record.supplier, code: row.record.code }
}

function nameOf(named: object): string {
  return 'code' in named && 'supplier' in named ? `${named.supplier}:${named.code}` : ''
}

/** For each suggested field, the input fields that a record has for it. */
const GIVEN: Readonly<Record<string, (record: StoredRecord['row']['record']) => object>> = {
  phone: ({ phone }) => ({ phone }),
  distance: ({ location }) => ({ location: { coordinates: location?.coordinates } }),
  city: ({ location }) => ({ location: { city: location?.city } }),
}

/** Other candidates may compete once a field is given, so the predicted bits are those of the pair alone. */
function withoutCompetition({ weight, competition }: NonNullable<Match['explanation']>): number {
  return weight - (competition?.bits ?? 0)
}

/**
 * Tests that a query with the suggested field gets the predicted bits, and a match if that was predicted. The
 * registries are small, and most questions have no coordinates: then a suggestion rarely changes the number of matches.
 */
export function helpIsAsTold(numRuns: number): Promise<void> {
  const question = fc.tuple(
    smallRecord(),
    fc.nat(3).map((each) => each === 0),
  )
  // Counts the actual questions, since a longer run may stop early.
  let [asked, tried] = [0, 0]
  const property = fc.asyncProperty(
    history({ batches: 2, perBatch: 3 }),
    fc.tuple(question, question),
    async (batches, questions) => {
      const { registry } = await openRegistry()
      // Each record has enough fields that a query finds it without its location.
      const records = finalState(batches.flat()).map((record, at) => ({
        ...record,
        phone: record.phone ?? `+33 1 40 20 50 ${10 + at}`,
        location: { ...record.location, city: 'Paris' },
      }))
      await registry.import(records)
      for (const [{ name, category, location }, isPlaced] of questions) {
        asked++
        const { coordinates } = location
        const place = { city: 'Paris', ...(isPlaced && coordinates !== undefined ? { coordinates } : {}) }
        tried += await triedSuggestions(registry, records, { name, category, location: place })
      }
    },
  )
  return fc.assert(property, runs(numRuns)).then(() => expect(tried).toBeGreaterThan(asked / 4))
}

/** Returns the number of suggestions that leave the number of matches as it is, and so can be compared. */
async function triedSuggestions(
  registry: Registry,
  records: readonly SmallRecord[],
  input: Pick<SmallRecord, 'name' | 'category' | 'location'>,
): Promise<number> {
  const options = { explain: true, minConfidence: 0, limit: 50 }
  const answer = await registry.match(input, options)
  const [best] = answer.matches
  if (best?.explanation === undefined) return 0
  const { record } = best.explanation
  const weight = withoutCompetition(best.explanation)
  const said = records.find(({ supplier, code }) => supplier === record.supplier && code === record.code)
  let tried = 0
  for (const { field, bits, bitsAgainst, enough } of answer.missingEvidence) {
    const given = GIVEN[field]?.({ ...said, ...record } as StoredRecord['row']['record']) ?? {}
    const more = { ...input, ...given, location: { ...input.location, ...(given as typeof input).location } }
    const again = await registry.match(more, options)
    const same = again.matches.find(
      ({ explanation }) => explanation?.record.code === record.code && explanation.record.supplier === record.supplier,
    )
    expect(bits).toBeGreaterThan(0)
    expect(bitsAgainst).toBeLessThanOrEqual(0)
    // Then another record of the product may fit better, or the query may find another product.
    if (same?.explanation !== undefined) {
      expect(withoutCompetition(same.explanation)).toBeCloseTo(weight + bits, 2)
    }
    if (again.matches.length === answer.matches.length) {
      expect(again.decision === 'match' && again.utpid === best.utpid).toBe(enough)
      tried++
    }
  }
  return tried
}
