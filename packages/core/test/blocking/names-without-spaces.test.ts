import { runs } from '@utpid/testing'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type KeyRules, lookupKeys, recordKeys } from '../../src/blocking/record-keys.ts'
import { extractFeatures } from '../../src/features/extract/extract-features.ts'
import type { RecordContent } from '../../src/model/supplier-record.ts'
import { ONE_HOTEL, TWO_HOTELS } from '../support/names-without-spaces.ts'

const RULES: KeyRules = { salt: 1, blockingRules: [] }

function sharesKey(a: RecordContent, b: RecordContent): boolean {
  const stored = new Set(recordKeys(extractFeatures(b), RULES))
  return lookupKeys(extractFeatures(a), RULES).some(({ key }) => stored.has(key))
}

/** Two records about 220 metres apart, of different categories, so that only the names are evidence. */
function near(name: string, other: string): [RecordContent, RecordContent] {
  return [
    { name, category: 'hotel', location: { coordinates: [31.2401, 121.4902] } },
    { name: other, category: 'tour', location: { coordinates: [31.242, 121.4906] } },
  ]
}

describe('names in scripts without spaces', () => {
  test.each(ONE_HOTEL)('%s: %s and %s find each other', (city, name, other) => {
    const [here, there] = near(name, other)
    expect([sharesKey(here, there), sharesKey(there, here)]).toEqual([true, true])
    const [a, b] = [
      { name, location: { city } },
      { name: other, location: { city } },
    ]
    expect([sharesKey(a, b), sharesKey(b, a)]).toEqual([true, true])
  })

  test('a city in front makes no difference, even if one record has it in Latin letters', () => {
    for (const name of ['外滩茂悦大酒店', '和平饭店', '浦东香格里拉', '花园酒店', '国际饭店']) {
      for (const [city, otherCity] of [
        ['上海', '上海市'],
        ['Shanghai', '上海'],
        ['上海', 'Shanghai'],
        ['Shanghai', 'Shanghai'],
      ] as const) {
        const [here, there] = near(name, `上海${name}`)
        const a = { ...here, location: { ...here.location, city } }
        const b = { ...there, location: { ...there.location, city: otherCity } }
        expect([sharesKey(a, b), sharesKey(b, a)]).toEqual([true, true])
      }
    }
  })

  test.each(TWO_HOTELS.filter(([city]) => ['北京', '箱根', '山口', 'กรุงเทพ'].includes(city)))(
    '%s: %s and %s share only frequent keys, which find nothing',
    (city, name, other) => {
      expect(sharesKey(...near(name, other))).toBe(false)
      expect(sharesKey({ name, location: { city } }, { name: other, location: { city } })).toBe(false)
    },
  )

  test('up to two additional words of a name do not hide it nearby', () => {
    const han = fc.string({
      unit: fc.constantFrom(...'外滩茂悦和平浦东香格里拉花园国贸虹桥'),
      minLength: 3,
      maxLength: 8,
    })
    fc.assert(
      fc.property(han, fc.constantFrom('上海', '北京', '新'), fc.boolean(), (name, more, isBefore) => {
        const [a, b] = near(name, isBefore ? more + name : name + more)
        expect([sharesKey(a, b), sharesKey(b, a)]).toEqual([true, true])
      }),
      runs(400),
    )
  })
})
