import { toRecord } from '@utpid/feed'
import { generateFeeds } from '@utpid/generator'
import { few, runs } from '@utpid/testing'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Comparison, WordBits } from '../../../src/comparison/comparison.ts'
import { encodeFeatures } from '../../../src/features/codec/feature-layout.ts'
import { FeatureView } from '../../../src/features/codec/feature-view.ts'
import { extractFeatures } from '../../../src/features/extract/extract-features.ts'
import type { RecordFeatures } from '../../../src/features/record-features.ts'
import { parseRecord } from '../../../src/ingest/parse-record.ts'
import type { RecordContent } from '../../../src/model/supplier-record.ts'
import { defaultSchema } from '../../../src/schema/default-schema.ts'
import { wordBits } from '../../../src/text/word-table.ts'
import { alikeNames } from '../../support/alike-names.ts'
import { arbitraryContent, arbitraryOwn } from '../../support/arbitrary-content.ts'
import { LEVEL_EXAMPLES } from './level-examples.ts'

const ALL: readonly Comparison[] = defaultSchema.comparisons
const GLANCED = ALL.filter(({ compareView }) => compareView !== undefined)
/** Word weights of any size from 0, as a term-frequency version may have. */
const ODD_BITS: WordBits = (word) => (word.charCodeAt(0) % 4) * 3.1
const glance = new FeatureView()

/** @returns the number of comparisons for which the feature view allows only one level. */
function expectTold(asked: RecordFeatures, other: RecordFeatures): number {
  const bytes = encodeFeatures(other)
  const from = bytes.length % 5
  const larger = new Uint8Array(bytes.length + 9).fill(0xff)
  larger.set(bytes, from)
  let told = 0
  for (const bits of [wordBits, ODD_BITS]) {
    glance.read(larger, from, from + bytes.length)
    for (const comparison of GLANCED) {
      const level = comparison.compare(asked, other, bits)
      const possible = comparison.compareView?.(asked, glance, bits)
      if (possible === undefined) continue
      const levels: readonly string[] = typeof possible === 'string' ? [possible] : possible
      if (!levels.includes(level)) {
        const names = [asked, other].map(({ names }) =>
          names.map(({ words }) => words.map(({ text }) => text).join(' ')),
        )
        expect.fail(`${comparison.name} of ${JSON.stringify(names)} is ${level}, at a glance ${levels}`)
      }
      if (levels.length === 1) told++
    }
  }
  return told
}

describe('a comparison by feature view', () => {
  test('agrees with the level of the decoded records, for any records', () => {
    const record = fc.tuple(arbitraryContent, arbitraryOwn).map(([content, own]) => extractFeatures(content, own))
    fc.assert(
      fc.property(record, record, (asked, other) => {
        expectTold(asked, other)
      }),
      runs(few(2_000)),
    )
  })

  test('agrees for similar names, in scripts with and without spaces, and for several names', () => {
    const record = alikeNames.map((content) => extractFeatures(content))
    fc.assert(
      fc.property(record, record, (asked, other) => {
        expectTold(asked, other)
      }),
      runs(few(6_000)),
    )
  })

  test.each<[string, RecordContent, RecordContent]>([
    ['a repeated word, once as a typo of a brand', { name: 'Novotels Novotels' }, { name: 'Novotels Novotel' }],
    ['a brand that is only a prefix of another', { brand: 'Nova' }, { brand: 'Novatel' }],
    ['a brand of another', { brand: 'Nova' }, { brand: 'Nova Tel' }],
  ])('holds of %s', (_, a, b) => {
    expectTold(extractFeatures(a), extractFeatures(b))
    expectTold(extractFeatures(b), extractFeatures(a))
  })

  test('agrees with the examples of every level', () => {
    for (const { a, b, suppliers: [one, two] = [] } of LEVEL_EXAMPLES) {
      const asked = extractFeatures(a, one === undefined ? {} : { supplier: one, code: `code-${one}` })
      const other = extractFeatures(b, two === undefined ? {} : { supplier: two, code: `code-${two}` })
      expectTold(asked, other)
      expectTold(other, asked)
    }
  })

  test('has one level for most comparisons of generated records, and agrees', () => {
    const { records } = generateFeeds({ products: 150, suppliers: 4, seed: 20_261 })
    const features = [...records].flatMap((record) => {
      const parsed = parseRecord(toRecord({ ...record }))
      return 'record' in parsed ? [extractFeatures(parsed.record, parsed.record)] : []
    })
    expect(features.length).toBeGreaterThan(150)
    let [told, pairs] = [0, 0]
    features.forEach((asked, at) => {
      for (const other of features.slice(at + 1, at + 25)) {
        told += expectTold(asked, other)
        pairs++
      }
    })
    expect(told / pairs / GLANCED.length).toBeGreaterThan(1.3)
  })
})
