import { loadGazetteer } from '@utpid/gazetteer'
import { describe, expect, test } from 'vitest'
import { extractFeatures } from '../../src/features/extract/extract-features.ts'
import { parseRecord } from '../../src/ingest/parse-record.ts'
import type { Profile } from '../../src/model/category.ts'
import type { RecordContent, SupplierRecord } from '../../src/model/supplier-record.ts'
import { DEFAULT_MODEL } from '../../src/scoring/default-model.ts'
import { PairScorer, pairProfile } from '../../src/scoring/score-pair.ts'
import { shippedTermFrequency } from '../../src/scoring/term-frequency.ts'

/**
 * The expected decision for two records. `link`: join without review. `same`: join or review. `ask`: review, do not
 * join. `unlinked`: review or ignore. `different`: ignore.
 */
export type Verdict = 'link' | 'same' | 'ask' | 'unlinked' | 'different'

/** Two records of different suppliers with a disputable match. No such hotel exists. */
export type NamedPair = readonly [what: string, verdict: Verdict, left: RecordContent, right: RecordContent]

const gazetteer = loadGazetteer()
const scorer = new PairScorer(DEFAULT_MODEL, shippedTermFrequency())
const { match, review } = DEFAULT_MODEL.thresholds

/** Registers one test for each pair, with the shipped model. */
export function testPairs(profile: Profile, pairs: readonly NamedPair[]): void {
  describe(`${profile} pairs`, () => {
    test.each(pairs)('%s: %s', (_what, verdict, left, right) => {
      const [a, b] = [
        extractFeatures(recordOf('left', left), { supplier: 'left', code: '1' }, gazetteer),
        extractFeatures(recordOf('right', right), { supplier: 'right', code: '1' }, gazetteer),
      ]
      expect(pairProfile(a, b)).toBe(profile)
      const { confidence } = scorer.score(a, b)
      const why = scorer
        .levels(a, b)
        .filter(({ bits }) => bits !== 0)
        .map(({ comparison, level, bits }) => `${comparison.name} ${level} ${bits}`)
        .join(', ')
      if (verdict === 'link') expect(confidence, why).toBeGreaterThanOrEqual(match)
      else if (verdict === 'same') expect(confidence, why).toBeGreaterThanOrEqual(review)
      else if (verdict === 'unlinked') expect(confidence, why).toBeLessThan(match)
      else if (verdict === 'ask') {
        expect(confidence, why).toBeGreaterThanOrEqual(review)
        expect(confidence, why).toBeLessThan(match)
      } else expect(confidence, why).toBeLessThan(review)
    })
  })
}

function recordOf(supplier: string, content: RecordContent): SupplierRecord {
  const parsed = parseRecord({ ...content, supplier, code: '1' }, { gazetteer })
  if ('rejection' in parsed) throw new Error(parsed.rejection.message)
  return parsed.record
}

/** Returns a point some metres north and east of a fixed point in a town. */
export function at(metersNorth: number, metersEast = 0): readonly [latitude: number, longitude: number] {
  return [48.853_21 + metersNorth / 111_195, 2.349_83 + metersEast / 73_100]
}
