import { toRecord } from '@utpid/feed'
import { generateFeeds } from '@utpid/generator'
import { few, runs } from '@utpid/testing'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { extractFeatures } from '../../src/features/extract/extract-features.ts'
import type { RecordFeatures } from '../../src/features/record-features.ts'
import type { IndexRules } from '../../src/features/rules/index-rules.ts'
import { CURRENT_RULES } from '../../src/features/rules/index-version.ts'
import { parseRecord } from '../../src/ingest/parse-record.ts'
import { findProducts } from '../../src/matching/find-products.ts'
import { DEFAULT_MODEL } from '../../src/scoring/default-model.ts'
import { PairScorer } from '../../src/scoring/score-pair.ts'
import { shippedTermFrequency } from '../../src/scoring/term-frequency.ts'
import type { CandidateColumns, RegistryIndex } from '../../src/storage/registry-index.ts'
import { alikeNames } from '../support/alike-names.ts'
import { arbitraryContent, arbitraryOwn } from '../support/arbitrary-content.ts'

const scorer = new PairScorer(DEFAULT_MODEL, shippedTermFrequency())
const { readView: _, ...DECODING } = CURRENT_RULES

/** Returns candidate columns with all these records for every input. Each two successive records are one product. */
function columnsOf(records: readonly RecordFeatures[], inputs: number): CandidateColumns {
  const encoded = records.map((each) => CURRENT_RULES.encode(each))
  const rows = Array.from({ length: inputs }, () => encoded.map((bytes, at) => ({ bytes, at }))).flat()
  const featureOffsets = new Uint32Array(rows.length + 1)
  rows.forEach(({ bytes }, row) => {
    featureOffsets[row + 1] = (featureOffsets[row] as number) + bytes.length
  })
  return {
    offsets: Uint32Array.from({ length: inputs + 1 }, (_each, input) => input * records.length),
    recordIds: Float64Array.from(rows, ({ at }) => at + 1),
    productIds: Float64Array.from(rows, ({ at }) => Math.floor(at / 2) + 1),
    keyHits: new Uint32Array(rows.length * 2),
    featureOffsets,
    bytes: Uint8Array.from(rows.flatMap(({ bytes }) => [...bytes])),
    skippedKeys: [],
  }
}

async function found(inputs: readonly RecordFeatures[], records: readonly RecordFeatures[], rules: IndexRules) {
  const candidates = async (lookups: readonly unknown[]): Promise<CandidateColumns> =>
    columnsOf(records, lookups.length)
  const all = await findProducts(inputs, { candidates } as unknown as RegistryIndex, scorer, rules)
  return all.map(({ featuresOf, ...rest }) => ({
    ...rest,
    features: rest.products.map(({ productId }) => featuresOf(productId)),
  }))
}

describe('candidates filtered by feature view', () => {
  test('give the same products, scores and order as decoding all of them, for any records', async () => {
    const record = fc.oneof(
      fc.tuple(arbitraryContent, arbitraryOwn).map(([content, own]) => extractFeatures(content, own)),
      alikeNames.map((content) => extractFeatures(content)),
    )
    const list = (most: number): fc.Arbitrary<RecordFeatures[]> => fc.array(record, { minLength: 1, maxLength: most })
    await fc.assert(
      fc.asyncProperty(list(3), list(12), async (inputs, records) => {
        const glanced = await found(inputs, records, CURRENT_RULES)
        expect(glanced).toEqual(await found(inputs, records, DECODING))
        // Each product has two records, except the last one.
        for (const { products, features } of glanced) {
          products.forEach(({ productId }, at) => {
            const own = records.flatMap((_, record) => (Math.floor(record / 2) + 1 === productId ? [record + 1] : []))
            expect([...(features[at]?.keys() ?? [])]).toEqual(own)
          })
        }
      }),
      runs(few(300)),
    )
  })

  test('give the same for generated feeds, and most need no decoding', async () => {
    const records = [...generateFeeds({ products: 60, suppliers: 4, seed: 20_261 }).records].flatMap((record) => {
      const parsed = parseRecord(toRecord({ ...record }))
      return 'record' in parsed ? [extractFeatures(parsed.record, parsed.record)] : []
    })
    let decoded = 0
    const counting: IndexRules = {
      ...CURRENT_RULES,
      decode: (bytes) => {
        decoded++
        return CURRENT_RULES.decode(bytes)
      },
    }
    for (const input of records.slice(0, 40)) {
      expect(await found([input], records, counting)).toEqual(await found([input], records, DECODING))
    }
    expect(decoded).toBeLessThan(40 * records.length * 0.2)
  })

  test('are rejected when truncated, like decoded candidates', async () => {
    const input = extractFeatures({ name: 'Hotel Quxwelby' })
    const columns = columnsOf([input, input], 1)
    const cut = { ...columns, featureOffsets: Uint32Array.from([0, 9, columns.featureOffsets[2] as number]) }
    const index = { candidates: async () => cut } as unknown as RegistryIndex
    for (const rules of [CURRENT_RULES, DECODING]) {
      await expect(findProducts([input], index, scorer, rules)).rejects.toThrow(TypeError)
    }
  })
})
