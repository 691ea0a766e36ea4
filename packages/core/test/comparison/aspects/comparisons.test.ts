import { toRecord } from '@utpid/feed'
import { loadGazetteer } from '@utpid/gazetteer'
import { generateFeeds } from '@utpid/generator'
import { few, runs } from '@utpid/testing'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Comparison } from '../../../src/comparison/comparison.ts'
import { decodeFeatures, encodeFeatures } from '../../../src/features/codec/feature-layout.ts'
import { extractFeatures } from '../../../src/features/extract/extract-features.ts'
import { parseRecord } from '../../../src/ingest/parse-record.ts'
import type { RecordContent } from '../../../src/model/supplier-record.ts'
import { defaultSchema } from '../../../src/schema/default-schema.ts'
import { wordBits } from '../../../src/text/word-table.ts'
import { arbitraryContent, arbitraryOwn } from '../../support/arbitrary-content.ts'
import { LEVEL_EXAMPLES, type LevelExample } from './level-examples.ts'

const ALL: readonly Comparison[] = defaultSchema.comparisons

function compare(
  { comparison: name, suppliers = [], located }: LevelExample,
  a: RecordContent,
  b: RecordContent,
): string {
  const comparison = ALL.find((each) => each.name === name) as Comparison
  const [left, right] = [a, b].map((content, side) => {
    const supplier = suppliers[side]
    return extractFeatures(
      content,
      supplier === undefined ? {} : { supplier, code: `code-${supplier}` },
      located ? loadGazetteer() : undefined,
    )
  })
  return comparison.compare(left as never, right as never, wordBits)
}

describe('every level can be reached', () => {
  for (const example of LEVEL_EXAMPLES) {
    const { comparison, level, a, b, suppliers, located } = example
    const which = located ? ', located' : ''
    test(`${comparison} ${level}${which}: ${JSON.stringify(a)} | ${JSON.stringify(b)}`, () => {
      expect(compare(example, a, b)).toBe(level)
      const turned = suppliers === undefined ? {} : { suppliers: suppliers.toReversed() as [string?, string?] }
      expect(compare({ ...example, ...turned }, b, a)).toBe(level)
    })
  }

  test('the examples above cover every level', () => {
    const shown = new Set(LEVEL_EXAMPLES.map(({ comparison, level }) => `${comparison} ${level}`))
    const all = ALL.flatMap(({ name, levels }) => levels.map((level) => `${name} ${level}`))
    expect(all.filter((level) => !shown.has(level))).toEqual([])
  })
})

describe('every comparison', () => {
  test('is described, and has a unique name', () => {
    for (const { name, description, levels } of ALL) {
      expect(name).toMatch(/^[a-z]+(?:_[a-z]+)*$/)
      expect(description).toMatch(/^[A-Z].*\.$/)
      expect(new Set(levels).size).toBe(levels.length)
      expect(levels).toContain('unknown')
    }
    expect(new Set(ALL.map(({ name }) => name)).size).toBe(ALL.length)
    for (const { comparisons } of Object.values(defaultSchema.profiles)) {
      expect(new Set(comparisons).size).toBe(comparisons.length)
    }
  })

  test('is symmetric, with a level of its list, for any two records', () => {
    const record = fc.tuple(arbitraryContent, arbitraryOwn)
    fc.assert(
      fc.property(record, record, ([one, ownOne], [other, ownOther]) => {
        expectSymmetric(extractFeatures(one, ownOne), extractFeatures(other, ownOther))
      }),
      runs(few(800)),
    )
  })

  test('is symmetric where a word of a brand occurs twice in a name', () => {
    const word = fc.constantFrom('Hilton', 'Garden', 'Inn', 'Ibis', 'Budget', 'Royal', 'The', 'Rooms')
    const name = fc.array(word, { minLength: 1, maxLength: 6 }).map((words) => words.join(' '))
    fc.assert(
      fc.property(name, name, (one, other) => {
        expectSymmetric(extractFeatures({ name: one }), extractFeatures({ name: other }))
      }),
      runs(few(2_000)),
    )
  })

  test('is symmetric on supplier feeds, before and after storing', () => {
    const parsed = [...generateFeeds({ seed: 7, products: 150 }).records].flatMap((record) => {
      const read = parseRecord(toRecord({ ...record }))
      return 'record' in read ? [read.record] : []
    })
    expect(parsed.length).toBeGreaterThan(200)
    const features = parsed.map((record) => extractFeatures(record, record))
    const stored = features.map((each) => decodeFeatures(encodeFeatures(each)))
    for (let at = 1; at < features.length; at++) {
      for (const step of [1, 7, 60]) {
        const [left, right] = [features[at], features[Math.max(0, at - step)]]
        if (left === undefined || right === undefined) continue
        expectSymmetric(left, right)
        for (const { compare: compareTwo } of ALL) {
          expect(compareTwo(stored[at] as never, stored[Math.max(0, at - step)] as never, wordBits)).toBe(
            compareTwo(left, right, wordBits),
          )
        }
      }
    }
  })

  test('is unknown where a record lacks the value', () => {
    const silent = extractFeatures({})
    fc.assert(
      fc.property(arbitraryContent, arbitraryOwn, (content, own) => {
        const speaking = extractFeatures(content, own)
        for (const { name, compare: compareTwo } of ALL) {
          expect(compareTwo(speaking, silent, wordBits), name).toBe('unknown')
          expect(compareTwo(silent, speaking, wordBits), name).toBe('unknown')
        }
      }),
    )
  })

  test('shows the value of a record as text, and nothing for a missing value', () => {
    fc.assert(
      fc.property(arbitraryContent, (content) => {
        for (const { show } of ALL) expect(['string', 'undefined']).toContain(typeof show(content))
      }),
    )
    for (const { show } of ALL) expect(show({})).toBeUndefined()
  })
})

function expectSymmetric(left: ReturnType<typeof extractFeatures>, right: ReturnType<typeof extractFeatures>): void {
  for (const { name, levels, compare: compareTwo } of ALL) {
    const level = compareTwo(left, right, wordBits)
    expect(levels).toContain(level)
    expect(compareTwo(right, left, wordBits), name).toBe(level)
  }
}
