import { runs } from '@utpid/testing'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { fieldPaths, valueAt } from '../../src/fields/field-paths.ts'
import { IDENTIFYING_FIELDS } from '../../src/fields/identifying-fields.ts'
import { RECORD_FIELDS } from '../../src/fields/record-fields.ts'
import { joinDetails, splitDetails } from '../../src/fields/split-details.ts'

/** The fields with a value of their own: no object around other fields, and no part of a detail. */
const LEAVES = fieldPaths(RECORD_FIELDS).filter(({ path, definition: { type, detail } }) => {
  const isPart = fieldPaths(RECORD_FIELDS).some(
    (other) =>
      other.definition.detail === true &&
      other.path.length < path.length &&
      other.path.every((name, at) => name === path[at]),
  )
  return !isPart && (detail === true || type.kind !== 'object')
})

function setAt(object: Record<string, unknown>, [name = '', ...others]: readonly string[], value: unknown): void {
  if (others.length === 0) object[name] = value
  else {
    object[name] ??= {}
    setAt(object[name] as Record<string, unknown>, others, value)
  }
}

/** Contents with any subset of fields, in the order of the table. */
const contents = fc.subarray(LEAVES).map((chosen) => {
  const content: Record<string, unknown> = { supplier: IDENTIFYING_FIELDS.supplier.example, code: '7' }
  for (const { path, definition } of chosen) setAt(content, path, structuredClone(definition.example))
  return content
})

describe('details of a record', () => {
  test('are separated and joined again without a change, in the same order', () => {
    fc.assert(
      fc.property(contents, (content) => {
        const { content: kept, details } = splitDetails(content)
        expect(JSON.stringify(joinDetails(kept, details))).toBe(JSON.stringify(content))
      }),
      runs(200),
    )
  })

  test('are exactly the fields that the table marks', () => {
    fc.assert(
      fc.property(contents, (content) => {
        const { content: kept, details } = splitDetails(content)
        for (const { path, definition } of LEAVES) {
          expect(valueAt(definition.detail === true ? kept : details, path), path.join('.')).toBeUndefined()
        }
      }),
      runs(100),
    )
  })

  test('a content without details is not copied', () => {
    const content = { supplier: 'expo', code: '7', name: 'Ritz', activity: { durationMinutes: 90 } }
    expect(splitDetails(content)).toEqual({ content, details: undefined })
    expect(splitDetails(content).content).toBe(content)
    expect(joinDetails(content, undefined)).toBe(content)
  })

  test('an object that has only details leaves no empty object behind', () => {
    const content = { name: 'Tour', activity: { startTimes: ['09:00'] } }
    expect(splitDetails(content)).toEqual({
      content: { name: 'Tour' },
      details: { activity: { startTimes: ['09:00'] } },
    })
  })

  test('the name of a prototype is an ordinary field', () => {
    const content = JSON.parse('{ "name": "A", "__proto__": { "images": 1 }, "constructor": 2, "fax": "12345" }')
    const { content: kept, details } = splitDetails(content as object)
    expect(Object.keys(kept)).toContain('constructor')
    expect(details).toEqual({ fax: '12345' })
  })
})
