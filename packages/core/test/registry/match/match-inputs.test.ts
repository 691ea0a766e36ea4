import type { Match, MatchResult, Registry } from '@utpid/core'
import { loadGazetteer } from '@utpid/gazetteer'
import { beforeAll, describe, expect, test } from 'vitest'
import { DEFAULT_MODEL } from '../../../src/scoring/default-model.ts'
import { weightOfConfidence } from '../../../src/scoring/match-weight.ts'
import { openRegistry } from '../../support/open-registry.ts'
import { PLAIN_MODEL } from '../../support/plain-model.ts'
import { QUILL, ZEPHYR, ZEPHYR_BY_BETA } from '../../support/sample-hotels.ts'
import { spot } from '../../support/small-world.ts'

const { match: MATCH, review: REVIEW } = DEFAULT_MODEL.thresholds

/** Returns an input with the same content, but without supplier and code. */
function ask(record: object, more: object = {}): object {
  const { supplier: _, code: __, ...content } = record as Record<string, unknown>
  return { ...content, ...more }
}

async function filled(...records: readonly object[]): Promise<Registry> {
  const { registry } = await openRegistry()
  await registry.import(records)
  return registry
}

async function utpidOf(registry: Registry, supplier: string, code: string): Promise<string | null> {
  return (await registry.locate({ supplier, code }))?.utpid ?? null
}

describe('match', () => {
  let registry: Registry
  let zephyr: string | null

  beforeAll(async () => {
    registry = await filled(ZEPHYR, ZEPHYR_BY_BETA, QUILL)
    zephyr = await utpidOf(registry, 'alpha', 'A1')
  })

  test('the data of a hotel finds its product', async () => {
    const result = await registry.match(ask(ZEPHYR, { name: 'ZEPHYR MARLOWE HOTEL', ref: 'row 7' }))
    expect(result).toMatchObject({
      ref: 'row 7',
      decision: 'match',
      method: 'model',
      utpid: zephyr,
      thresholds: { match: MATCH, review: REVIEW },
      reason: null,
      missingEvidence: [],
      model: DEFAULT_MODEL.version,
    })
    expect(result.confidence).toBeGreaterThanOrEqual(MATCH)
    expect(result.matches).toMatchObject([
      {
        utpid: zephyr,
        category: 'hotel',
        location: { city: 'Paris', country: 'FR' },
        verified: false,
        suppliers: [{ id: 'alpha' }, { id: 'beta' }],
        duplicates: 0,
      },
    ])
    expect(result).not.toHaveProperty('error')
  })

  test('an existing supplier code decides, with or without content', async () => {
    expect(await registry.match({ supplier: 'Beta', code: 'B1' })).toMatchObject({
      decision: 'match',
      method: 'supplier_code',
      utpid: zephyr,
      reason: null,
    })
    expect(await registry.match(ZEPHYR_BY_BETA)).toMatchObject({ decision: 'match', method: 'supplier_code' })
  })

  test('an existing code is judged like in an import: little but similar content fits', async () => {
    const { registry: own, storage } = await openRegistry()
    await using _closing = own
    const place = { city: 'Paris', country: 'FR' }
    const bare = { supplier: 'beta', code: 'B1', name: 'Zéphyr Marlowe', category: 'hotel', location: place }
    await own.import([{ ...bare, location: { ...place, coordinates: [48.860172, 2.340168] } }])
    const brief = { ...bare, name: 'Zephyr Palace' }
    expect(await own.match(brief)).toMatchObject({ decision: 'match', method: 'supplier_code', reason: null })
    await own.import([brief])
    const changes = await storage.ledger.changes(0, 100)
    const types = changes.flatMap(({ events }) => events.map(({ type }) => type))
    expect(types).toContain('product.created')
    expect(types).not.toContain('supplier.code.drifted')
  })

  test('an existing code that moves to the same name in a neighbouring town needs review', async () => {
    const { registry: own } = await openRegistry({ gazetteer: loadGazetteer() })
    await using _closing = own
    const rimini = { address: 'Viale Regina Elena 12', city: 'Rimini', country: 'IT' }
    const riccione = { address: 'Viale Ceccarini 5', city: 'Riccione', country: 'IT' }
    const hotel = { supplier: 'beta', code: 'B1', name: 'Hotel Miramare', category: 'hotel' }
    await own.import([{ ...hotel, location: rimini }])
    expect(await own.match({ ...hotel, location: riccione })).toMatchObject({
      decision: 'review',
      reason: 'code_drifted',
    })
  })

  test('an existing code whose content now describes something else needs review', async () => {
    const result = await registry.match({ ...QUILL, supplier: 'beta', code: 'B1' })
    expect(result).toMatchObject({ decision: 'review', reason: 'code_drifted', utpid: null, method: 'supplier_code' })
    // The match by code comes first, then the match by content.
    expect(result.matches.map(({ utpid }) => utpid)).toEqual([zephyr, await utpidOf(registry, 'alpha', 'A2')])
    expect(result.confidence).toBeLessThan(REVIEW)
  })

  test('a new code of a supplier that already has the product needs review', async () => {
    const { phone: _, website: __, ...bare } = ZEPHYR
    const result = await registry.match({ ...bare, code: 'A77' })
    expect(result).toMatchObject({ decision: 'review', reason: 'other_code_of_supplier', utpid: null })
    expect(result.matches[0]?.utpid).toBe(zephyr)
    expect(await registry.match(ask(bare))).toMatchObject({ decision: 'match', utpid: zephyr })
  })

  test('an invalid input has its own outcome', async () => {
    const results = await registry.mapBatch([{ ref: 'row 3' }, { ref: 9 }, {}, 'x'])
    expect(results.map(({ ref, decision }) => [ref, decision])).toEqual([
      ['row 3', null],
      ['9', null],
      [null, null],
      [null, null],
    ])
  })

  test('a veto is explained by its record', async () => {
    const twelve = { ...ZEPHYR, supplier: 'beta', code: 'B12', name: 'Hotel Zephyr Marlowe 18' }
    const answers = await (await filled(ZEPHYR, twelve)).match(ask(ZEPHYR, { name: 'Hotel Zephyr Marlowe 14' }), {
      explain: true,
      minConfidence: 0,
    })
    expect(answers).toMatchObject({ decision: 'none', confidence: 0.01 })
    expect(answers.matches[0]?.explanation).toMatchObject({ vetoed: true, record: { supplier: 'beta', code: 'B12' } })
  })

  test('keys above their record limit are counted', async () => {
    const crowd = Array.from({ length: 201 }, (_, at) => ({
      supplier: 'alpha',
      code: `C${at}`,
      name: `Cigale ${at}`,
      category: 'apartment',
      location: { coordinates: spot(0, 0) },
    }))
    const crowded = await filled(...crowd)
    const question = { name: 'Cigale', category: 'apartment', location: { coordinates: spot(0, 0) } }
    expect(await crowded.match(question)).toMatchObject({ decision: 'none', reason: 'skipped_keys', skippedKeys: 2 })
  })

  test('modifying a result does not affect the registry', async () => {
    const product = await registry.get(zephyr ?? '')
    Object.assign(product?.records[0]?.record ?? {}, { name: 'Changed' })
    Object.assign(product?.location.coordinates ?? [], [0, 0])
    const again = await registry.get(zephyr ?? '')
    expect(again?.records[0]?.record.name).toBe(ZEPHYR.name)
    expect(again?.location.coordinates).toEqual(ZEPHYR.location.coordinates)
  })

  test('an unknown code of an existing supplier is matched by its content', async () => {
    expect(await registry.match({ ...ZEPHYR, supplier: 'gamma', code: 'G1' })).toMatchObject({
      decision: 'match',
      method: 'model',
      utpid: zephyr,
    })
  })

  test('a shared identifier is named as the method', async () => {
    const identified = await filled({ ...ZEPHYR, identifiers: [{ scheme: 'giata', value: '4711' }] }, QUILL)
    const input = { name: 'Zephyr', location: { city: 'Paris' }, identifiers: [{ scheme: 'GIATA', value: '4711' }] }
    expect(await identified.match(input)).toMatchObject({
      method: 'identifier',
      matches: [{ utpid: await utpidOf(identified, 'alpha', 'A1') }],
    })
  })

  test('two equally good products need review, as ambiguous', async () => {
    const { phone: _, website: __, ...bare } = ZEPHYR
    const twins = await filled({ ...bare, code: 'A8' }, { ...bare, code: 'A9', stars: 5 })
    if ((await twins.stats()).products.total === 1) throw new Error('the twins must be two products for this')
    const result = await twins.match(ask(bare))
    expect(result).toMatchObject({ decision: 'review', reason: 'ambiguous', utpid: null })
    expect(result.matches.length).toBe(2)
    expect(result.confidence).toBeGreaterThanOrEqual(MATCH)
  })

  test('a place without shared keys has no candidates', async () => {
    expect(await registry.match({ name: 'Zephyr Marlowe', location: { city: 'Oslo' } })).toEqual({
      ref: null,
      decision: 'none',
      method: null,
      utpid: null,
      confidence: 0,
      thresholds: { match: MATCH, review: REVIEW },
      matches: [],
      reason: 'no_candidates',
      skippedKeys: 0,
      missingEvidence: [],
      repairs: [],
      model: DEFAULT_MODEL.version,
    })
  })

  test('a neighbour with another name gives none, as unlikely', async () => {
    const input = { name: 'Solace Oriel', category: 'hotel', location: { city: 'Paris', coordinates: spot(60, 0) } }
    const result = await registry.match(input)
    expect(result).toMatchObject({ decision: 'none', reason: 'below_threshold', utpid: null, matches: [] })
    expect(result.confidence).toBeLessThan(REVIEW)
  })

  test('a veto of one record of a product applies to the whole product', async () => {
    const numbered = await filled(ZEPHYR, { ...ZEPHYR_BY_BETA, name: 'Hotel Zephyr Marlowe 24' })
    if ((await numbered.stats()).products.total !== 1) throw new Error('both must be one product for this')
    const { address: _, ...place } = ZEPHYR.location
    const [plain, other] = await numbered.mapBatch(
      ['Hotel Zephyr Marlowe', 'Hotel Zephyr Marlowe 26'].map((name) => ask(ZEPHYR, { name, location: place })),
    )
    expect(plain).toMatchObject({ decision: 'match' })
    // With the first record alone, a number on one side only does not rule out a match.
    const alone = await filled(ZEPHYR)
    const [one] = await alone.mapBatch([ask(ZEPHYR, { name: 'Hotel Zephyr Marlowe 26', location: place })])
    expect(one?.confidence).toBeGreaterThanOrEqual(REVIEW)
    expect(other).toMatchObject({ decision: 'none', reason: 'below_threshold' })
    expect(other?.confidence).toBeLessThanOrEqual(0.01)
  })

  test('fields missing from the input but present in the product are suggested, strongest first', async () => {
    const { missingEvidence } = await registry.match({
      name: 'Zephyr Quill',
      category: 'hotel',
      location: { city: 'Paris', coordinates: spot(0, 0) },
    })
    expect(missingEvidence.length).toBeGreaterThan(0)
    expect(missingEvidence.length).toBeLessThanOrEqual(3)
    expect(missingEvidence.map(({ bits }) => bits)).toEqual(
      missingEvidence.map(({ bits }) => bits).sort((a, b) => b - a),
    )
    expect(missingEvidence.map(({ field }) => field)).toEqual(expect.arrayContaining(['phone']))
    expect(missingEvidence.map(({ field }) => field)).not.toContain('distance')
  })

  test('with two equal products, the distinguishing field comes first, and shared values decide nothing', async () => {
    const { phone: _, website: __, ...bare } = ZEPHYR
    const { registry: twins } = await openRegistry({ model: PLAIN_MODEL })
    await twins.import([
      { ...bare, code: 'A8', phone: '+33 1 40 20 50 50' },
      { ...bare, code: 'A9', phone: '+33 1 99 88 77 66', stars: 5 },
    ])
    if ((await twins.stats()).products.total === 1) throw new Error('The twins must be two products for this.')
    const { postalCode: ___, ...place } = bare.location
    const question = ask(bare, { location: place, stars: undefined })
    const { reason, missingEvidence } = await twins.match(question)
    expect(reason).toBe('ambiguous')
    expect(missingEvidence[0]).toMatchObject({ field: 'phone', enough: true })
    expect(missingEvidence[0]?.bitsAhead).toBeGreaterThan(weightOfConfidence(PLAIN_MODEL.thresholds.match))
    expect(missingEvidence.find(({ field }) => field === 'postcode')).toMatchObject({ bitsAhead: 0, enough: false })
    const answered = await twins.match(ask(question, { phone: '+33 1 40 20 50 50' }))
    expect(answered).toMatchObject({ decision: 'match', utpid: await utpidOf(twins, 'alpha', 'A8') })
  })

  test('an explanation adds up: prior and bits give the weight, and the signature names them', async () => {
    const inputs = [
      ask(ZEPHYR, { name: 'Zephyr' }),
      ask(ZEPHYR_BY_BETA, { phone: '+33 1 11 11 11 11' }),
      { ...ask(QUILL), supplier: 'gamma', code: 'X' },
    ]
    const results = await registry.mapBatch(inputs, { explain: true, minConfidence: 0 })
    for (const { matches } of results) {
      expect(matches.length).toBeGreaterThan(0)
      for (const match of matches) expectToAddUp(match)
    }
    expect((await registry.match(inputs[0])).matches[0]).not.toHaveProperty('explanation')
  })

  test('returns nothing below minConfidence, and no more than limit', async () => {
    const { matches: sure } = await registry.match(ask(ZEPHYR), { minConfidence: 1 })
    expect(sure).toEqual([])
    const crowd = await filled(
      ...['a', 'b', 'c', 'd'].map((code) => ({ ...ZEPHYR, code, name: `Zephyr ${code}${code}x` })),
    )
    const all = await crowd.match(ask(ZEPHYR), { minConfidence: 0, limit: 50 })
    expect(all.matches.length).toBe(4)
    expect(all.matches.map(({ confidence }) => confidence)).toEqual(
      all.matches.map(({ confidence }) => confidence).sort((x, y) => y - x),
    )
    expect((await crowd.match(ask(ZEPHYR), { minConfidence: 0, limit: 2 })).matches).toEqual(all.matches.slice(0, 2))
  })

  test.each([
    { limit: 0 },
    { limit: 51 },
    { limit: 1.5 },
    { minConfidence: -0.1 },
    { minConfidence: 1.1 },
    { minConfidence: Number.NaN },
  ])('options %o are refused', async (options) => {
    await expect(registry.match({ name: 'x' }, options)).rejects.toMatchObject({ code: 'validation_failed' })
    await expect(registry.mapBatch([], options)).resolves.toEqual([])
  })

  test('an unusable input has its own outcome', async () => {
    for (const input of [
      null,
      'text',
      [],
      {},
      { name: '   ' },
      { supplier: 'alpha' },
      { name: 'n/a' },
      { code: 'A1' },
    ]) {
      const result = await registry.match(input)
      expect(result).toMatchObject({ decision: null, method: null, utpid: null, confidence: 0, matches: [] })
      expect(result.error?.code).toMatch(/^(not_an_object|nothing_to_match)$/)
    }
  })
})

describe('mapBatch', () => {
  test('returns a result for each input, in order, including invalid inputs', async () => {
    const registry = await filled(ZEPHYR, ZEPHYR_BY_BETA, QUILL)
    const inputs = Array.from({ length: 130 }, (_, at) =>
      at % 3 === 0
        ? ask(ZEPHYR, { ref: `r${at}` })
        : at % 3 === 1
          ? { ref: `r${at}`, stars: 3 }
          : ask(QUILL, { ref: `r${at}` }),
    )
    const progress: number[] = []
    const results = await registry.mapBatch(inputs, { onProgress: (answered) => progress.push(answered) })
    expect(results.map(({ decision }) => decision)).toEqual(inputs.map((_, at) => (at % 3 === 1 ? null : 'match')))
    expect(results.filter(({ decision }) => decision !== null).map(({ ref }) => ref)).toEqual(
      inputs.flatMap((_, at) => (at % 3 === 1 ? [] : [`r${at}`])),
    )
    expect(progress.at(-1)).toBe(130)
    expect(progress).toEqual([...progress].sort((a, b) => a - b))
    const singly: MatchResult[] = []
    for (const input of inputs.slice(0, 6)) singly.push(await registry.match(input))
    expect(results.slice(0, 6)).toEqual(singly)
  })

  test('only reads', async () => {
    const { registry, storage } = await openRegistry()
    await registry.import([ZEPHYR, QUILL])
    const { change } = await storage.ledger.head()
    await registry.mapBatch([ask(ZEPHYR), { ...QUILL, supplier: 'omega', code: 'O1' }, 5])
    expect((await storage.ledger.head()).change).toBe(change)
    expect((await registry.suppliers()).map(({ id }) => id)).toEqual(['alpha'])
    expect(await registry.locate({ supplier: 'omega', code: 'O1' })).toBeUndefined()
  })

  test('accepts 10,000 inputs and no more', async () => {
    const registry = await filled(ZEPHYR)
    await expect(registry.mapBatch(new Array(10_001).fill({}))).rejects.toMatchObject({ code: 'batch_too_large' })
    expect((await registry.mapBatch(new Array(10_000).fill({}))).length).toBe(10_000)
    await expect(registry.mapBatch({} as unknown as object[])).rejects.toMatchObject({ code: 'validation_failed' })
  })

  test('stops between slices when the caller aborts', async () => {
    const registry = await filled(ZEPHYR)
    const abort = new AbortController()
    const answered: number[] = []
    const mapping = registry.mapBatch(new Array(500).fill(ask(ZEPHYR)), {
      signal: abort.signal,
      onProgress: (count) => {
        answered.push(count)
        if (count >= 100) abort.abort()
      },
    })
    await expect(mapping).rejects.toMatchObject({ code: 'aborted' })
    expect(answered.at(-1)).toBeLessThan(500)
  })
})

function expectToAddUp({ explanation, confidence }: Match): void {
  expect(explanation).toBeDefined()
  if (explanation === undefined) return
  const { weight, prior, vetoed, comparisons, competition, signature } = explanation
  const sum = comparisons.reduce((total, { bits }) => total + bits, prior + (competition?.bits ?? 0))
  if (!vetoed) expect(weight).toBeCloseTo(sum, 1)
  else expect(confidence).toBeLessThanOrEqual(0.01)
  for (const part of signature.split(' ').filter(Boolean)) {
    const comparison = comparisons.find(({ name }) => name === part.slice(1))
    expect(Math.sign(comparison?.bits ?? 0)).toBe(part.startsWith('+') ? 1 : -1)
  }
  for (const { name, bits } of comparisons) {
    expect(signature.includes(`+${name}`) || signature.includes(`-${name}`)).toBe(Math.abs(bits) >= 0.5)
  }
}
