import type { Confirmation, Registry } from '@utpid/core'
import { CONFIRM_REASONS } from '@utpid/core/codes'
import { few, runs } from '@utpid/testing'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { DEFAULT_MODEL } from '../../../src/scoring/default-model.ts'
import { ACTOR, TWIN_A, TWIN_B, utpidOf } from '../../support/decided.ts'
import { openRegistry } from '../../support/open-registry.ts'
import { QUILL, ZEPHYR, ZEPHYR_BY_BETA } from '../../support/sample-hotels.ts'
import { smallRecord, spot } from '../../support/small-world.ts'

const { match: MATCH, review: REVIEW } = DEFAULT_MODEL.thresholds
const A1 = { supplier: 'alpha', code: 'A1' }

async function filled(...records: readonly object[]): Promise<Registry> {
  const { registry } = await openRegistry()
  await registry.import(records)
  return registry
}

/** Returns the answer. Fails unless it is plain data with known codes. */
async function confirm(registry: Registry, record: object, utpid: string): Promise<Confirmation> {
  const answer = await registry.confirm(record, utpid)
  expect(JSON.parse(JSON.stringify(answer))).toEqual(answer)
  for (const { code } of answer.reasons) expect(CONFIRM_REASONS).toHaveProperty(code)
  return answer
}

/** Confirms a record with the product that the code of the first hotel has. */
async function confirmFirst(registry: Registry, record: object): Promise<Confirmation> {
  return confirm(registry, record, await utpidOf(registry, A1))
}

function codesOf({ reasons }: Confirmation): string[] {
  return reasons.map(({ code }) => code)
}

/** Returns the first hotel with another name or place. */
function zephyr(change: object, place: object = {}): object {
  return { ...ZEPHYR, ...change, location: { ...ZEPHYR.location, ...place } }
}

/** Returns another hotel under the code of the first hotel. */
function underFirstCode(record: object): object {
  return { ...record, ...A1 }
}

describe('the same hotel', () => {
  test('an unchanged record: yes, also without other suppliers', async () => {
    const utpid = await utpidOf(await filled(ZEPHYR), A1)
    const alone = await confirmFirst(await filled(ZEPHYR), ZEPHYR)
    expect(alone).toMatchObject({
      fits: 'yes',
      utpid,
      requested: utpid,
      status: 'active',
      name: ZEPHYR.name,
      compared: 1,
    })
    expect(codesOf(alone)).toEqual(['unchanged'])
    const together = await confirmFirst(await filled(ZEPHYR, ZEPHYR_BY_BETA), ZEPHYR)
    expect(together.reasons).toMatchObject([
      { code: 'unchanged', record: A1 },
      { code: 'records_agree', records: [{ supplier: 'beta', code: 'B1' }], total: 1 },
    ])
  })

  test.each<[what: string, record: object]>([
    ['an abbreviated street', zephyr({}, { address: '12, r. de la Pavane' })],
    ['a pin 300 m off', zephyr({}, { coordinates: spot(300, 0) })],
    ['a pin 2 km off at the same door', zephyr({}, { coordinates: spot(1_900, 600) })],
    ['a longer name', zephyr({ name: 'Hotel Zephyr Marlowe Paris & Spa' })],
    ['another telephone', zephyr({ phone: '+33 1 77 66 55 44' })],
    ['only name and pin', { ...A1, name: ZEPHYR.name, location: { coordinates: spot(9, 5) } }],
  ])('%s: yes, since the record still fits its stored version', async (_, record) => {
    const answer = await confirmFirst(await filled(ZEPHYR, QUILL), record)
    expect(answer.fits).toBe('yes')
    expect(answer.confidence).toBeGreaterThanOrEqual(MATCH)
    expect(codesOf(answer)[0]).toBe('record_kept')
  })

  test('another name at the same place: unsure, as long as no other supplier has the name', async () => {
    const renamed = zephyr({ name: 'Novotel Paris Opera' })
    const answer = await confirmFirst(await filled(ZEPHYR), renamed)
    expect(answer.fits).toBe('unsure')
    expect(answer.reasons[0]).toMatchObject({ code: 'record_drifted', record: A1, kind: 'rebrand' })
  })

  test('other suppliers have the new place already: yes by their records', async () => {
    const moved = { coordinates: spot(0, 0), address: '12 Rue de la Pavane', postalCode: '75002' }
    const wrong = { ...moved, coordinates: spot(9_000, 0), address: '3 Allée du Pin', postalCode: '95200' }
    const registry = await filled(
      { ...ZEPHYR_BY_BETA, phone: ZEPHYR.phone },
      { ...ZEPHYR, location: { ...ZEPHYR.location, ...wrong } },
    )
    const [mine, theirs] = [await utpidOf(registry, A1), await utpidOf(registry, { supplier: 'beta', code: 'B1' })]
    if (mine !== theirs) await registry.merge(theirs, mine, ACTOR)
    const answer = await confirmFirst(registry, ZEPHYR)
    expect(answer.fits).toBe('yes')
    expect(codesOf(answer)).toEqual(expect.arrayContaining(['records_agree', 'record_drifted']))
  })

  test('a new code of another supplier: yes by the content, and the code is named as unknown', async () => {
    const answer = await confirmFirst(await filled(ZEPHYR), { ...ZEPHYR_BY_BETA, supplier: 'gamma', code: 'G1' })
    expect(answer.fits).toBe('yes')
    expect(codesOf(answer)).toEqual(['records_agree', 'code_unknown'])
  })

  test('a record without supplier and code: yes by the content', async () => {
    const { supplier: _, code: __, ...content } = ZEPHYR
    expect(await confirmFirst(await filled(ZEPHYR), { ...content, ref: 'r-1' })).toMatchObject({
      fits: 'yes',
      ref: 'r-1',
    })
  })
})

describe('a code that another hotel has now', () => {
  test('a hotel of the registry: no, with that hotel', async () => {
    const registry = await filled(ZEPHYR, QUILL)
    const answer = await confirmFirst(registry, underFirstCode(QUILL))
    expect(answer.fits).toBe('no')
    expect(answer.confidence).toBeLessThan(REVIEW)
    expect(answer.reasons).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ code: 'record_drifted', kind: 'reuse' }),
        expect.objectContaining({ code: 'other_name_and_place' }),
        expect.objectContaining({ code: 'other_product', utpid: await utpidOf(registry, QUILL) }),
      ]),
    )
  })

  test('a hotel that the registry does not have: no', async () => {
    const answer = await confirmFirst(await filled(ZEPHYR, ZEPHYR_BY_BETA), underFirstCode(QUILL))
    expect(answer.fits).toBe('no')
    expect(codesOf(answer)).toContain('other_name_and_place')
  })

  test('a hotel of another name in the same building: not yes', async () => {
    const neighbour = { ...QUILL, location: ZEPHYR.location }
    for (const known of [[ZEPHYR], [ZEPHYR, neighbour]]) {
      const answer = await confirmFirst(await filled(...known), underFirstCode(neighbour))
      expect(answer.fits).not.toBe('yes')
    }
  })

  test('a hotel of the same chain in the next street: not yes', async () => {
    const one = { ...ZEPHYR, name: 'Ibis Paris Opera', phone: undefined, website: undefined }
    const other = zephyr(
      { name: 'Ibis Paris Bourse', phone: undefined, website: undefined },
      { address: '40 Rue Vivienne', coordinates: spot(350, 200) },
    )
    expect((await confirmFirst(await filled(one), other)).fits).not.toBe('yes')
  })

  test('a tour: no, with both categories', async () => {
    const tour = zephyr({ name: 'Louvre Skip-the-Line Tour', category: 'tour', stars: undefined })
    const answer = await confirmFirst(await filled(ZEPHYR), tour)
    expect(answer.fits).toBe('no')
    expect(answer.reasons).toContainEqual({ code: 'different_category', record: 'tour', product: 'hotel' })
  })

  test('the registry links the code to another product: no, even if the record is unchanged', async () => {
    const registry = await filled(ZEPHYR, QUILL)
    const answer = await confirmFirst(registry, QUILL)
    expect(answer.fits).toBe('no')
    expect(answer.reasons[0]).toEqual({ code: 'code_known', utpid: await utpidOf(registry, QUILL), drifted: false })
  })

  test('the registry links the code to another product that the record no longer fits: yes by the content', async () => {
    const registry = await filled(ZEPHYR, ZEPHYR_BY_BETA, { ...QUILL, supplier: 'gamma', code: 'G1' })
    const answer = await confirmFirst(registry, { ...ZEPHYR, supplier: 'gamma', code: 'G1' })
    expect(answer.fits).toBe('yes')
    expect(answer.reasons).toContainEqual(expect.objectContaining({ code: 'code_known', drifted: true }))
  })
})

describe('evidence that is not enough', () => {
  test.each<[fields: readonly string[], record: object]>([
    [['name'], { ...A1, location: ZEPHYR.location }],
    [['place'], { ...A1, name: ZEPHYR.name }],
  ])('a record without %s: unsure', async (fields, record) => {
    const answer = await confirmFirst(await filled(ZEPHYR), record)
    expect(answer.fits).toBe('unsure')
    expect(answer.reasons).toContainEqual({ code: 'missing_evidence', fields })
  })

  test('the supplier has the product under another code: unsure', async () => {
    const registry = await filled(TWIN_A)
    const answer = await confirm(registry, TWIN_B, await utpidOf(registry, TWIN_A))
    expect(answer.fits).toBe('unsure')
    expect(answer.reasons[0]).toEqual({
      code: 'other_code_of_supplier',
      codes: [{ supplier: TWIN_A.supplier, code: TWIN_A.code }],
    })
  })

  test('two products that fit equally: unsure, never no', async () => {
    const registry = await filled(TWIN_A, TWIN_B)
    const { supplier: _, code: __, ...content } = TWIN_A
    const answer = await confirm(registry, content, await utpidOf(registry, TWIN_A))
    expect(answer.fits).toBe('unsure')
    expect(answer.reasons[0]).toMatchObject({ code: 'ambiguous', competingUtpid: await utpidOf(registry, TWIN_B) })
  })
})

describe('decisions and the life of products', () => {
  test('a person judged the record different: no, although the content fits', async () => {
    const registry = await filled(TWIN_A, TWIN_B)
    const [one, other] = [await utpidOf(registry, TWIN_A), await utpidOf(registry, TWIN_B)]
    const { change } = await registry.dismiss(one, other, ACTOR)
    const answer = await confirm(registry, TWIN_B, one)
    expect(answer.fits).toBe('no')
    expect(answer.reasons[0]).toMatchObject({
      code: 'judged_different',
      total: 1,
      judgements: [{ actor: 'anna', change }],
    })
    // The judgement is about the stored version, so it says nothing about another hotel under the code.
    const reused = await confirm(registry, { ...QUILL, supplier: TWIN_B.supplier, code: TWIN_B.code }, one)
    expect(codesOf(reused)).not.toContain('judged_different')
  })

  test('a merged UTPID: the answer is about the product that has its records now', async () => {
    const registry = await filled(ZEPHYR, QUILL)
    const [kept, merged] = [await utpidOf(registry, ZEPHYR), await utpidOf(registry, QUILL)]
    await registry.merge(kept, merged, { ...ACTOR, survivor: kept })
    const answer = await confirm(registry, QUILL, merged)
    expect(answer).toMatchObject({ fits: 'yes', requested: merged, status: 'merged', utpid: kept })
    expect(answer.reasons).toContainEqual({ code: 'merged', utpid: kept })
  })

  test('a deleted product: no, with the deletion', async () => {
    const registry = await filled(ZEPHYR)
    const utpid = await utpidOf(registry, A1)
    const { change } = await registry.delete(utpid, ACTOR)
    const answer = await confirm(registry, ZEPHYR, utpid)
    expect(answer).toMatchObject({ fits: 'no', status: 'deleted', utpid: null, name: ZEPHYR.name })
    expect(answer.reasons[0]).toMatchObject({
      code: 'inactive',
      status: 'deleted',
      deletion: { actor: 'anna', change },
    })
  })

  test('a retired product: compared with its last records', async () => {
    const registry = await filled(ZEPHYR)
    const utpid = await utpidOf(registry, A1)
    await registry.deactivate(A1)
    const answer = await confirm(registry, ZEPHYR, utpid)
    expect(answer).toMatchObject({ fits: 'yes', status: 'retired', utpid: null, compared: 1 })
    expect(answer.reasons).toContainEqual({ code: 'inactive', status: 'retired', deletion: null })
    expect((await confirm(registry, underFirstCode(QUILL), utpid)).fits).toBe('no')
  })

  test('an alias leads to its product', async () => {
    const registry = await filled(ZEPHYR)
    const utpid = await utpidOf(registry, A1)
    await registry.addAliases([{ alias: 'old-7', utpid }])
    expect(await confirm(registry, ZEPHYR, 'old-7')).toMatchObject({ fits: 'yes', requested: utpid })
  })
})

describe('wrong input', () => {
  test.each<[what: string, record: unknown, utpid: unknown, code: string, message: RegExp]>([
    ['a UTPID that never existed', ZEPHYR, 'UTP-00000-00000-1', 'product_not_found', /No product has the UTPID/],
    ['a text that is no UTPID', ZEPHYR, 'hotel', 'validation_failed', /is not a UTPID/],
    ['a UTPID that is no text', ZEPHYR, 7, 'validation_failed', /must be text/],
    ['a record that says nothing', {}, undefined, 'validation_failed', /^record: /],
    ['a record that is none', 'Hotel', undefined, 'validation_failed', /^record: /],
    ['a record with only a code', A1, undefined, 'validation_failed', /neither a name nor coordinates/],
  ])('%s', async (_, record, utpid, code, message) => {
    const registry = await filled(ZEPHYR)
    const asked = utpid ?? (await utpidOf(registry, A1))
    await expect(registry.confirm(record, asked as string)).rejects.toMatchObject({
      code,
      message: expect.stringMatching(message),
    })
    const [answer] = await registry.confirmBatch([{ record, utpid: asked as string }])
    expect(answer).toMatchObject({ fits: null, error: { code, message: expect.stringMatching(message) } })
  })

  test('a batch of 101, and a batch that is none', async () => {
    const registry = await filled(ZEPHYR)
    const one = { record: ZEPHYR, utpid: await utpidOf(registry, A1) }
    await expect(registry.confirmBatch(Array(101).fill(one))).rejects.toMatchObject({ code: 'batch_too_large' })
    await expect(registry.confirmBatch('x' as never)).rejects.toMatchObject({ code: 'validation_failed' })
    await expect(registry.confirmBatch([7] as never)).rejects.toMatchObject({ code: 'validation_failed' })
    expect(await registry.confirmBatch([])).toEqual([])
  })
})

const questions = fc.record({
  records: fc.uniqueArray(smallRecord({ suppliers: 4, codes: 5 }), {
    minLength: 2,
    maxLength: 14,
    selector: ({ supplier, code }) => `${supplier}:${code}`,
  }),
  asked: fc.array(fc.tuple(smallRecord({ suppliers: 4, codes: 5 }), fc.nat()), { minLength: 1, maxLength: 12 }),
})

test('for all records: a batch answers as single calls do, nothing is written, and the thresholds hold', async () => {
  await fc.assert(
    fc.asyncProperty(questions, async ({ records, asked }) => {
      const { registry, storage } = await openRegistry()
      await registry.import(records)
      const before = await storage.ledger.head()
      const inputs = await Promise.all(
        asked.map(async ([record, at]) => ({
          record,
          utpid: await utpidOf(registry, records[at % records.length] as (typeof records)[number]),
        })),
      )
      const single = await Promise.all(inputs.map(({ record, utpid }) => registry.confirm(record, utpid)))
      expect(await registry.confirmBatch(inputs)).toEqual(single)
      expect(await storage.ledger.head()).toEqual(before)
      for (const { fits, confidence, reasons } of single) {
        if (fits === 'yes') expect(confidence).toBeGreaterThanOrEqual(MATCH)
        if (fits === 'no') expect(confidence).toBeLessThan(REVIEW)
        expect(reasons.length).toBeGreaterThan(0)
      }
    }),
    runs(few(150)),
  )
})

test('for all records: a stored record is never denied to its own product', async () => {
  await fc.assert(
    fc.asyncProperty(questions, async ({ records }) => {
      const { registry } = await openRegistry()
      await registry.import(records)
      for (const record of records) {
        const { fits } = await registry.confirm(record, await utpidOf(registry, record))
        expect(fits).not.toBe('no')
      }
    }),
    runs(few(150)),
  )
})
