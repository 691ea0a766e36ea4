import { expect, test } from 'vitest'
import { recordKeys } from '../../../src/blocking/record-keys.ts'
import { hashTextHex } from '../../../src/encoding/hash.ts'
import { encodeFeatures } from '../../../src/features/codec/feature-layout.ts'
import { extractFeatures } from '../../../src/features/extract/extract-features.ts'
import { addRecordTerms, goldenRecordTerms } from '../../../src/features/extract/search-terms.ts'
import { CURRENT_RULES, INDEX_VERSION, INDEX_VERSION_TEXT } from '../../../src/features/rules/index-version.ts'
import { earthPoint } from '../../../src/geo/earth-point.ts'
import { fold } from '../../../src/text/fold.ts'
import { nameWords } from '../../../src/text/name-words.ts'
import { openRegistry } from '../../support/open-registry.ts'
import { fixedRecords } from './fixed-records.ts'
import { fixedTexts } from './fixed-texts.ts'

/**
 * Checksums for this index version: results of its rules for thousands of fixed texts.
 *
 * If the test fails, keys or features of stored registries no longer agree with new ones. If this was not intended,
 * restore the rule or table. If it was, raise INDEX_VERSION in `src/features/index-version.ts` and copy the received
 * object of the failure into this one.
 */
const FROZEN = {
  version: 3,
  fold: '79e8ff36928a0529',
  words: '196813b4eccd03cb',
  features: 'fe67578805973ee9',
  keys: '001299e75416050d',
  terms: '2a71b31614e06a61',
}

const TEXTS = 4_000
/** One category for each kind of keys. The last record has no category. */
const KINDS = ['hotel', 'tour', 'apartment', 'transfer', 'airport', 'station', undefined]

function spotOf(at: number): readonly [number, number] {
  return [(at % 181) - 90, ((at * 7) % 361) - 180]
}

test('index rules change only with a new index version', () => {
  const texts = fixedTexts(TEXTS)
  const features = texts.map(({ name, phone, website, ...place }, at) =>
    extractFeatures(
      {
        name,
        phone,
        website,
        ...(KINDS[at % KINDS.length] === undefined ? {} : { category: KINDS[at % KINDS.length] as string }),
        location: { ...place, ...(at % 2 === 0 ? { coordinates: spotOf(at) } : {}) },
        ...(KINDS[at % KINDS.length] === 'transfer' ? { transfer: { from: { name }, to: { name: place.city } } } : {}),
      },
      { supplier: 'fixed', code: `${at}` },
    ),
  )
  const checksum = (answers: readonly string[]): string => hashTextHex(answers.join('\n'))
  expect({
    version: INDEX_VERSION,
    fold: checksum(texts.map(({ name, city, address }) => [name, city, address].map(fold).join('|'))),
    words: checksum(texts.map(({ name }) => nameWords(name).join('|'))),
    features: checksum(features.map((each) => encodeFeatures(each).join(','))),
    // Fixes the salt, so that a new version alone does not change the keys.
    keys: checksum(features.map((each) => recordKeys(each, { ...CURRENT_RULES, salt: 7 }).join(','))),
    terms: checksum(
      texts.map(({ name, city }, at) => {
        const record = { supplier: 'fixed', code: `${at}`, name, category: 'hotel', location: { city, region: city } }
        const spot = spotOf(at)
        const terms = goldenRecordTerms({ name, category: 'hotel', city, coordinates: spot }, undefined, undefined)
        addRecordTerms(terms, record, 'Fixed Beds', undefined)
        return [...terms, ...earthPoint(spot)].join('|')
      }),
    ),
  }).toEqual(FROZEN)
})

/**
 * Rows that this index version stores for a few fixed records. Besides the rules above, they show the keys of a record
 * as the first of its class or as a copy.
 *
 * If the test fails, stored registries have other keys, features or terms than new ones, and no command reports it. If
 * this was not intended, restore the rule. If it was, raise INDEX_VERSION in `src/features/index-version.ts`, copy the
 * received object of the failure into this one, and add a row to the table of `docs/guide/upgrade-the-index.md`. Never
 * copy the object without raising the version.
 */
const FROZEN_ROWS = {
  version: 3,
  records: [
    'alpha/airport: 8 keys b6699c3f6ff3a1cb, features c2504fcea893a5e8',
    'alpha/name-alone: 2 keys a95ef6c34b81b4dd, features c409c09a65c5603f',
    'alpha/spaceless: 3 keys 32fe55437ba5adf8, features 7bfb3ba3e96e42ee',
    'alpha/tour: 10 keys f07d432fb3f344b4, features 65ac41af41f70054',
    'alpha/transfer: 7 keys 3ad363425d0ef175, features 34afb5b1cd029f57',
    'alpha/whole: 10 keys 0070f80fc9e82d6c, features 7d19506ea4a6f1ee',
    'bedbank/1-first: 7 keys 8362240548e43be4, features 56383ed33db34e04',
    'bedbank/2-copy: 2 keys 3a57acb1ff45a7ed, features 6cabc094b7853402',
    'bedbank/3-ended: 0 keys c3da2b1313ce30fe, features c9319c0968b39ec8',
    'bedbank/4-next: 7 keys c4749aad702aaffe, features b7d29f5618f7560f',
    'bedbank/5-copy: 2 keys 5f45702239acd2c5, features 2d1b98d3b0b0fefd',
    'bedbank/6-other: 7 keys 50aa25195dad3ba6, features 73ea36f456a80001',
  ],
  products: [
    'Gasthof zum Löwen: terms 060ff0714c6efc7b',
    'Hôtel Bellevue Montmartre: terms e3659e5994a2d6f3',
    'Loft Valmy: terms d580b59b38cccbf3',
    'Loft Valmy: terms d580b59b38cccbf3',
    'Lofts Valmy: terms ddd2737c42078474',
    'Paris Charles de Gaulle: terms 535ebb8a6588e836',
    'Seine by Night: 2-Hour Cruise: terms 75ad33775ce8ee70',
    'Shuttle: terms d0600a8187333e00',
    'Studio Valmy: terms 76c5d0deaa77b415',
    'Studio Valmy: terms 76c5d0deaa77b415',
    '北京茂悦大酒店: terms 2453d4cf7779fe4a',
  ],
}

test('rows of fixed records change only with a new index version', async () => {
  // Fixes the salt, so that a new version alone does not change the keys.
  const { registry, storage } = await openRegistry({ rules: { ...CURRENT_RULES, salt: 7 } })
  const { records, ended } = fixedRecords()
  await registry.import(records)
  for (const code of ended) await registry.deactivate(code)
  const rows = (await storage.ledger.scanRecords(0, 100)).map(({ row }) => row)
  const products = await storage.ledger.scanProducts(0, 100)
  expect({
    version: INDEX_VERSION,
    records: rows
      .map(
        ({ record: { supplier, code }, keys, features }) =>
          `${supplier}/${code}: ${keys.length} keys ${hashTextHex(keys.join(','))}, features ${hashTextHex(features.join(','))}`,
      )
      .sort(),
    products: products
      .map(
        ({ goldenRecord, terms, point = [] }) =>
          `${goldenRecord.name}: terms ${hashTextHex([...terms, ...point].join('|'))}`,
      )
      .sort(),
  }).toEqual(FROZEN_ROWS)
})

test('the stored version contains the integer and the checksum of the tables', () => {
  expect(INDEX_VERSION_TEXT).toMatch(new RegExp(`^${INDEX_VERSION}-[0-9a-f]{8}$`))
})
