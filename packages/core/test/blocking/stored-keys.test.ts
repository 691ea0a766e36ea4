import { expect, test } from 'vitest'
import { AIRPORT_SCALE, ALONE_SCALE, NAMED_SCALE } from '../../src/blocking/keys/key-scale.ts'
import {
  ALL_GROUPS,
  type KeyRules,
  type LookupKey,
  lookupKeys,
  queryKeys,
  recordKeys,
} from '../../src/blocking/record-keys.ts'
import { hashTextHex } from '../../src/encoding/hash.ts'
import { extractFeatures } from '../../src/features/extract/extract-features.ts'
import { defined } from '../../src/model/defined.ts'
import { fixedTexts } from '../features/rules/fixed-texts.ts'
import { FIXED_KEYS, FIXED_SALT } from './fixed-keys.ts'

const RULES: KeyRules = { salt: FIXED_SALT, blockingRules: [] }
const SCALES = [undefined, ALONE_SCALE, NAMED_SCALE, AIRPORT_SCALE]

function checksum(lookup: readonly LookupKey[]): string {
  const lines = lookup.map(({ key, slot, scale, own, wide }) => [key, slot, SCALES.indexOf(scale), own, wide].join())
  return hashTextHex(lines.join('\n'))
}

test.each(FIXED_KEYS)('$title: keys stay the same in every release', ({ content, own, ...recorded }) => {
  const features = extractFeatures(content, own)
  expect(recordKeys(features, RULES)).toEqual(recorded.stored)
  expect(checksum(lookupKeys(features, RULES))).toBe(recorded.lookup)
  expect(checksum(lookupKeys(features, RULES, ALL_GROUPS))).toBe(recorded.query)
})

const TEXTS = 2_000
/** One category for each kind of keys. The last record has no category. */
const KINDS = ['hotel', 'tour', 'apartment', 'transfer', 'airport', 'station', undefined]

/** Checksums of the lookups of thousands of fixed records in their order: of the records, and of queries. */
const LOOKUPS = { records: '81c6c46cf568d09c', queries: 'cd40ee7b1dfb648e' }

test('lookups of thousands of fixed records stay the same in every release', () => {
  const features = fixedTexts(TEXTS).map(({ name, phone, website, coordinates, ...place }, at) => {
    const category = KINDS[at % KINDS.length]
    const content = {
      name,
      ...(at % 3 === 0 ? { phone, licence: phone, identifiers: [{ scheme: 'giata', value: phone }] } : { website }),
      ...defined({ category, transfer: category === 'transfer' ? { from: { name }, to: { code: 'CDG' } } : undefined }),
      location: { ...place, country: 'FR', ...(at % 4 === 0 ? {} : { coordinates }) },
    }
    return extractFeatures(content, at % 5 === 0 ? {} : { supplier: 'fixed', code: `${at}` })
  })
  expect({
    records: hashTextHex(features.map((each) => checksum(lookupKeys(each, RULES))).join('\n')),
    queries: hashTextHex(features.map((each) => checksum(queryKeys(each, RULES))).join('\n')),
  }).toEqual(LOOKUPS)
})
