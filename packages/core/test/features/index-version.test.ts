import { expect, test } from 'vitest'
import { recordKeys } from '../../src/blocking/record-keys.ts'
import { extractFeatures } from '../../src/features/extract-features.ts'
import { encodeFeatures } from '../../src/features/feature-layout.ts'
import { INDEX_VERSION, INDEX_VERSION_TEXT } from '../../src/features/index-version.ts'
import { addRecordTerms, shownTerms } from '../../src/features/search-terms.ts'
import { earthPoint } from '../../src/geo/earth-point.ts'
import { fold } from '../../src/text/fold.ts'
import { hashTextHex } from '../../src/text/hash.ts'
import { nameWords } from '../../src/text/name-words.ts'
import { fixedTexts } from './fixed-texts.ts'

/**
 * What the rules of this index version answer for thousands of fixed texts, as checksums.
 *
 * When the test fails, keys or features of stored registries no longer agree with new ones. If
 * that was not meant, put the rule or table back. If it was, raise INDEX_VERSION in
 * `src/features/index-version.ts` and copy the received object of the failure into this one.
 */
const FROZEN = {
  version: 2,
  fold: '79e8ff36928a0529',
  words: '196813b4eccd03cb',
  features: 'fe67578805973ee9',
  keys: '001299e75416050d',
  terms: '2a71b31614e06a61',
}

const TEXTS = 4_000
/** Of each way to make keys; the last one says no category. */
const KINDS = ['hotel', 'tour', 'apartment', 'transfer', 'airport', 'station', undefined]

function spotOf(at: number): readonly [number, number] {
  return [(at % 181) - 90, ((at * 7) % 361) - 180]
}

test('rules that decide what is stored change only with a new index version', () => {
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
    // With a salt of its own, so that raising the version alone leaves them as they are.
    keys: checksum(features.map((each) => recordKeys(each, 7).join(','))),
    terms: checksum(
      texts.map(({ name, city }, at) => {
        const record = { supplier: 'fixed', code: `${at}`, name, category: 'hotel', location: { city, region: city } }
        const spot = spotOf(at)
        const terms = shownTerms({ name, category: 'hotel', city, coordinates: spot }, undefined, undefined)
        addRecordTerms(terms, record, 'Fixed Beds', undefined)
        return [...terms, ...earthPoint(spot)].join('|')
      }),
    ),
  }).toEqual(FROZEN)
})

test('the version that is stored with data names the integer and the tables', () => {
  expect(INDEX_VERSION_TEXT).toMatch(new RegExp(`^${INDEX_VERSION}-[0-9a-f]{8}$`))
})
