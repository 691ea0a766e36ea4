import { few, runs } from '@utpid/testing'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { recordKeys } from '../../../src/blocking/record-keys.ts'
import type { Comparison } from '../../../src/comparison/comparison.ts'
import { extractFeatures } from '../../../src/features/extract/extract-features.ts'
import { CURRENT_RULES } from '../../../src/features/rules/index-version.ts'
import type { RecordContent } from '../../../src/model/supplier-record.ts'
import { defaultSchema } from '../../../src/schema/default-schema.ts'
import { wordBits } from '../../../src/text/word-table.ts'
import { ONE_HOTEL, TWO_HOTELS } from '../../support/names-without-spaces.ts'

function levelOf(name: string, a: RecordContent, b: RecordContent): string {
  const comparison = defaultSchema.profiles.lodging.comparisons.find((each) => each.name === name) as Comparison
  const [left, right] = [extractFeatures(a), extractFeatures(b)]
  const level = comparison.compare(left, right, wordBits)
  expect(comparison.compare(right, left, wordBits)).toBe(level)
  return level
}

const SAME = [
  'identical_rare',
  'identical',
  'same_core_rare',
  'same_core',
  'same_core_typo',
  // `京王プラザ` is a hotel chain.
  'brand_only',
  'contained_rare',
  'mostly_same',
  'contained',
]

describe('names in scripts without spaces', () => {
  test.each(ONE_HOTEL)('%s: %s and %s are one name, with or without the city', (city, name, other) => {
    const known = levelOf('name', { name, location: { city } }, { name: other, location: { city } })
    expect(SAME.slice(0, 7)).toContain(known)
    expect(SAME).toContain(levelOf('name', { name }, { name: other }))
    expect(SAME).toContain(levelOf('name', { name, location: { city } }, { name: other }))
    expect(levelOf('rarity', { name }, { name: other })).not.toBe('unknown')
  })

  test.each(TWO_HOTELS)('%s: %s and %s are two names', (city, name, other) => {
    const [a, b] = [
      { name, location: { city } },
      { name: other, location: { city } },
    ]
    expect(['some_shared', 'little_shared', 'nothing_shared']).toContain(levelOf('name', a, b))
    expect(SAME).not.toContain(levelOf('name', { name }, { name: other }))
    expect(levelOf('beginning', a, b)).not.toBe('over_80')
  })

  test('one word shares its parts with two words in another order', () => {
    expect(levelOf('name', { name: '서울신라' }, { name: '신라 서울' })).toBe('same_core_rare')
    expect(levelOf('name', { name: '上海外滩茂悦' }, { name: '外滩茂悦' })).toBe('contained_rare')
    expect(levelOf('rarity', { name: '上海外滩茂悦' }, { name: '外滩茂悦' })).toBe('over_10_bits')
    expect(levelOf('beginning', { name: '汉庭 外滩' }, { name: '汉庭外滩' })).toBe('whole')
  })

  test('another Han character is another word, another letter of a long Hangul word is a typo', () => {
    expect(levelOf('name', { name: '外滩茂悦' }, { name: '外滩君悦' })).toBe('some_shared')
    expect(levelOf('name', { name: '롯데시티' }, { name: '롯데씨티' })).toBe('same_core_typo')
    expect(levelOf('name', { name: '강남' }, { name: '강동' })).toBe('nothing_shared')
  })

  test('whatever their words, names compare symmetrically and always have the same keys', () => {
    const unit = fc.constantFrom(...'上海外滩店酒温泉京都新宿東のアパホテルー々𠮷서울호텔점สวนดุ็โรงແຮມហ្វယ်12aé -')
    const kind = fc.constantFrom('酒店', '大酒店', 'ホテル', '호텔', 'โรงแรม', '店', '温泉', '汉庭', '東横INN', '上海')
    const name = fc
      .array(fc.oneof(fc.string({ unit, maxLength: 6 }), kind), { minLength: 1, maxLength: 6 })
      .map((parts) => parts.join(''))
    const content = fc.record({
      name,
      location: fc.record(
        {
          city: fc.constantFrom('上海', '上海市', '東京', '서울', 'กรุงเทพ', '京'),
          coordinates: fc.constant([31.2, 121.4] as const),
        },
        { requiredKeys: [] },
      ),
    })
    fc.assert(
      fc.property(content, content, (a, b) => {
        for (const comparison of defaultSchema.profiles.lodging.comparisons)
          expect(comparison.levels).toContain(levelOf(comparison.name, a, b))
        expect(recordKeys(extractFeatures(a), CURRENT_RULES)).toEqual(
          recordKeys(extractFeatures(structuredClone(a)), CURRENT_RULES),
        )
      }),
      runs(few(1_000)),
    )
  })
})
