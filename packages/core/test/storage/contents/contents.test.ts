import fc from 'fast-check'
import { expect, it } from 'vitest'
import { decodeTime, encodeTime } from '../../../src/storage/contents/encode-time.ts'
import { lineageContent, lineageOf } from '../../../src/storage/contents/lineage-content.ts'
import { productContent, productOf } from '../../../src/storage/contents/product-content.ts'
import { recordBodyOf, recordContent } from '../../../src/storage/contents/record-content.ts'
import { termsOf, termsText } from '../../../src/storage/contents/terms-text.ts'
import type { LineageRow, ProductRow, RecordRow } from '../../../src/storage/rows.ts'

/** JSON values with odd field names and malformed strings. */
const json = fc.jsonValue({ stringUnit: 'binary' })
const time = fc.oneof(
  fc.date({ noInvalidDate: true }).map((date) => date.toISOString()),
  fc.constantFrom('2026-01-01T00:00:00Z', '2026-01-01T00:00:00.000+01:00', 'mk0', '', '='),
)
const id = fc.maxSafeNat()
const text = fc.string({ unit: 'binary' })
const names = fc.constantFrom('name', 'category', 'location', 'coordinates', 'supplier', 'stars', '__proto__', '*', 'n')
const loose = fc.dictionary(fc.oneof(names, text), json)
const word = fc.oneof(fc.constantFrom('hotel', 'paris', 'a', '', '!', '#x', '酒店', 'x!', '0'), text)
const tag = fc.oneof(fc.constantFrom('name', 'whole', 'core', 'cell', 'country', 'other', '', 'toString', '0'), text)
const term = fc.tuple(tag, fc.array(word, { maxLength: 4 })).map(([each, words]) => `${each}:${words.join(' ')}`)
const terms = fc.array(fc.oneof({ weight: 9, arbitrary: term }, text), { maxLength: 60 })

/** Returns the value after JSON encoding and parsing. */
function read<T>(value: T): T {
  return JSON.parse(JSON.stringify(value))
}

it('decodes times', () => {
  fc.assert(
    fc.property(time, (each) => {
      const stored = encodeTime(each)
      // The encoder caches the last time.
      encodeTime('another time')
      expect(decodeTime(stored)).toBe(each)
    }),
  )
})

it('decodes terms, from a third of the characters', () => {
  fc.assert(
    fc.property(terms, (given) => {
      const stored = termsText(given)
      if (stored !== undefined) expect(termsOf(stored)).toEqual(given)
    }),
  )
  const given = ['category:hotel', 'cell:0.14.15', 'core:marlowe', 'name:hotel', 'name:marlowe', 'name:paris']
  const more = ['new-tag:x', 'place:paris', 'supplier:alpha', 'whole:hotel marlowe paris']
  expect(termsText([...given, ...more])).toBe('ghotel|e0.14.15|omarlowe|n!,#,paris|0new-tag:x|p$|salpha|w!#$')
})

it('decodes products', () => {
  const records = fc.array(id, { minLength: 1, maxLength: 40 })
  const row = fc
    .record({ goldenRecord: loose, records, terms, suppliers: fc.array(text), lastUpdated: time, others: loose })
    .chain((given) =>
      fc.record({
        given: fc.constant(given),
        own: fc.constant(Object.keys(given.goldenRecord)),
        at: fc.infiniteStream(fc.oneof(fc.constant(0), fc.nat(given.records.length))),
        other: fc.option(fc.dictionary(text, id)),
        set: fc.record({ verified: fc.boolean(), duplicates: fc.nat(2) }),
        point: fc.option(fc.tuple(fc.integer(), fc.integer(), fc.integer())),
      }),
    )
    .map(({ given, own, at, other, set, point }): ProductRow => {
      const { others, ...rest } = given
      const records = rest.records
      const provenance = Object.fromEntries(own.map((name) => [name, records[at.next().value] ?? 7]))
      const fixed = { id: 1, revision: 2, confidence: 3, rank: 4, mintedChange: 5, ...set, ...rest }
      return {
        ...others,
        ...fixed,
        provenance: other ?? provenance,
        ...(point === null ? {} : { point }),
      } as unknown as ProductRow
    })
  fc.assert(
    fc.property(row, (given) => {
      const { id: own, revision } = given
      expect(read(productOf({ id: own, revision, content: productContent(given) }))).toEqual(read(given))
    }),
  )
})

it('decodes records', () => {
  const row = fc.record({
    record: fc.oneof(
      loose,
      fc.record({ supplier: text, code: text, name: text, location: fc.oneof(loose, json), extra: loose }),
    ),
    contentHash: text,
    firstSeenAt: time,
    updatedAt: time,
  })
  fc.assert(
    fc.property(row, fc.option(time), fc.boolean(), (given, deactivatedAt, isDetailed) => {
      const whole = {
        ...given,
        ...(deactivatedAt === null ? {} : { endedAt: deactivatedAt }),
        ...(isDetailed ? { detailed: true } : {}),
      } as unknown as RecordRow
      expect(read(recordBodyOf(recordContent(whole)))).toEqual(read(whole))
    }),
  )
  const at = '2026-01-01T00:00:00.000Z'
  const record = { supplier: 'alpha', code: 'A', name: 'Hotel' }
  const body = { record, contentHash: 'x', firstSeenAt: at, updatedAt: at }
  expect(recordContent({ ...body, detailed: true }).length).toBe(recordContent(body).length + ',1'.length)
})

it('decodes lineages', () => {
  const step = fc.record({
    change: fc.nat(2),
    at: time,
    kind: fc.constantFrom('minted', 'merged'),
    other: fc.option(id, { nil: undefined }),
  })
  const row = fc.record({
    id,
    status: fc.constantFrom('active', 'merged'),
    mintedChange: fc.nat(2),
    history: fc.array(step, { maxLength: 2 }),
    aliases: fc.option(fc.array(text), { nil: undefined }),
  })
  const minted = fc.tuple(id, fc.nat(), time).map(([product, change, at]) => ({
    id: product,
    status: 'active',
    mintedChange: change,
    history: [{ change, at, kind: 'minted' }],
  }))
  fc.assert(
    fc.property(fc.oneof(row, minted), (given) => {
      const lineage = read(given) as LineageRow
      expect(lineageOf({ id: lineage.id, content: lineageContent(lineage) })).toEqual(lineage)
    }),
  )
  expect(
    lineageContent({
      id: 1,
      status: 'active',
      mintedChange: 40,
      history: [{ change: 40, at: '2026-01-01T00:00:00.000Z', kind: 'minted' }],
    }),
  ).toBe('14 mjuohs00')
})
