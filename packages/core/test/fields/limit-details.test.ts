import { runs } from '@utpid/testing'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { valueAt } from '../../src/fields/field-paths.ts'
import { limitDetails } from '../../src/fields/limit-details.ts'
import { RECORD_FIELDS } from '../../src/fields/record-fields.ts'
import { joinDetails, splitDetails } from '../../src/fields/split-details.ts'
import { parseRecord } from '../../src/ingest/parse-record.ts'
import { LIMITS } from '../../src/model/limits.ts'

function nested(path: readonly string[], value: unknown): Record<string, unknown> {
  return path.reduceRight((inner, name) => ({ [name]: inner }), value) as Record<string, unknown>
}

function unitsOf(value: unknown): number {
  return value === undefined ? 0 : JSON.stringify(value).length
}

const texts = (units: number): fc.Arbitrary<string | undefined> =>
  fc.option(
    fc.nat(units).map((length) => 'x'.repeat(length)),
    { nil: undefined },
  )

/** Contents with details of up to three times the limit, some of them inside of objects. */
const CONTENTS = fc
  .record({
    name: fc.constant('Ritz'),
    description: texts(120_000),
    fax: texts(90_000),
    chainCode: texts(40_000),
    activity: fc.record({ meetingPoint: texts(20), itinerary: texts(90_000), startTimes: texts(30_000) }),
    transfer: fc.record({ from: fc.record({ name: texts(9), address: texts(90_000) }) }),
    extra: fc.constant({ pool: true }),
  })
  .map((content) => JSON.parse(JSON.stringify(content)) as Record<string, unknown>)

describe('limiting details', () => {
  test('drops the longest details until the rest fits, and nothing else', () => {
    const property = fc.property(CONTENTS, (content) => {
      const { content: limited, dropped } = limitDetails(content, RECORD_FIELDS)
      const { details } = splitDetails(limited)
      expect(unitsOf(details)).toBeLessThanOrEqual(LIMITS.detailCharacters)
      if (unitsOf(splitDetails(content).details) <= LIMITS.detailCharacters) expect(limited).toBe(content)
      const units = dropped.map(({ value }) => unitsOf(value))
      expect(units).toEqual(units.toSorted((a, b) => b - a))
      let put: object = { ...limited }
      for (const { path, value } of dropped) {
        expect(valueAt(limited, path)).toBeUndefined()
        expect(value).toEqual(valueAt(content, path))
        put = joinDetails(put, nested(path, value))
      }
      for (const { path } of dropped.slice(0, -1)) expect(valueAt(put, path)).toBeDefined()
      expect(pruned(put)).toEqual(pruned(content))
      // One field fewer would not have been enough.
      const last = dropped.at(-1)
      if (last !== undefined)
        expect(unitsOf(details) + unitsOf(last.value)).toBeGreaterThan(LIMITS.detailCharacters - 99)
    })
    fc.assert(property, runs(200))
  })

  test('is reported by the record parser with the path of each field', () => {
    const itinerary = Array.from({ length: 50 }, (_, at) => ({ name: `Place ${at}`, address: 'a'.repeat(1_900) }))
    const record = {
      supplier: 'osm',
      code: 'T1',
      name: 'Tour',
      description: 'd'.repeat(15_000),
      activity: { meetingPoint: 'Louvre', itinerary },
    }
    const parsed = parseRecord(record)
    expect(parsed).toMatchObject({
      record: { description: record.description, activity: { meetingPoint: 'Louvre' } },
      repairs: [expect.objectContaining({ field: 'activity.itinerary', code: 'value_removed' })],
    })
    expect(parsed).not.toHaveProperty('record.activity.itinerary')
  })
})

/** Returns a value without objects that have no fields. */
function pruned(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  const fields = Object.entries(value).flatMap(([name, each]) => {
    const kept = pruned(each)
    return kept === undefined ? [] : [[name, kept] as const]
  })
  return fields.length === 0 ? undefined : Object.fromEntries(fields)
}
