import { describe, expect, test } from 'vitest'
import { fieldPaths, GOLDEN_FIELDS, membersOf } from '../../src/fields/field-paths.ts'
import type { FieldType, MemberDefinition } from '../../src/fields/field-type.ts'
import { IDENTIFYING_FIELDS } from '../../src/fields/identifying-fields.ts'
import { RECORD_FIELDS } from '../../src/fields/record-fields.ts'
import { checkPinnedFields, PIN_SCHEMAS } from '../../src/golden-record/check-pinned-fields.ts'
import { parseRecord } from '../../src/ingest/parse-record.ts'
import { parseValue } from '../../src/ingest/parse-value.ts'
import { RepairLog } from '../../src/ingest/repairs/repair-log.ts'

const PATHS = fieldPaths({ ...IDENTIFYING_FIELDS, ...RECORD_FIELDS })

/** Returns a value of a field with the examples of all members of its objects, also of the objects of a list. */
function fullValue({ type, example }: MemberDefinition): unknown {
  if (type.kind === 'list' && type.items.kind === 'object') return [fullObject(type.items)]
  return type.kind === 'object' ? fullObject(type) : example
}

function fullObject(type: FieldType): Record<string, unknown> {
  return Object.fromEntries(Object.entries(membersOf(type)).map(([name, member]) => [name, fullValue(member)]))
}

describe('the table of fields', () => {
  test.each(PATHS.map(({ path, definition }) => [path.join('.'), definition] as const))(
    'the example of %s is a value that the parser stores unchanged and without a repair',
    (path, { type, example }) => {
      const log = new RepairLog()
      expect(parseValue(type, example, path, log)).toEqual(example)
      expect(log.repairs).toEqual([])
    },
  )

  test('a record of all examples is stored unchanged and without a repair', () => {
    const examples = Object.entries({ ...IDENTIFYING_FIELDS, ...RECORD_FIELDS }).map(([name, { example }]) => [
      name,
      example,
    ])
    const record = Object.fromEntries(examples)
    expect(parseRecord(record)).toEqual({ record, repairs: [] })
  })

  test.each(Object.entries<MemberDefinition>(RECORD_FIELDS))(
    'the examples of all members of %s are stored unchanged and without a repair',
    (name, definition) => {
      const record = { supplier: 'osm', code: 'N1', name: 'Ritz', [name]: fullValue(definition) }
      expect(parseRecord(record)).toEqual({ record, repairs: [] })
    },
  )

  test('names of golden fields are unique, and each can be pinned at its example', () => {
    const names = GOLDEN_FIELDS.map(({ name }) => name)
    expect(new Set(names).size).toBe(names.length)
    expect(Object.keys(PIN_SCHEMAS)).toEqual(names)
    const examples = Object.fromEntries(GOLDEN_FIELDS.map(({ name, definition }) => [name, definition.example]))
    expect(checkPinnedFields(examples)).toEqual(examples)
  })

  test('letters of stored rows are unique within a record and within a location', () => {
    for (const fields of [
      { ...IDENTIFYING_FIELDS, ...RECORD_FIELDS },
      GOLDEN_FIELDS.map(({ definition }) => definition),
    ]) {
      const letters = Object.values(fields).flatMap(({ letter }) => (letter === undefined ? [] : [letter]))
      expect(new Set(letters).size).toBe(letters.length)
      expect(letters).not.toContain('x')
    }
  })

  test('labels are unique within a record, so that a form has no two fields of one name', () => {
    const labels = Object.values({ ...IDENTIFYING_FIELDS, ...RECORD_FIELDS }).map(({ label }) => label)
    expect(new Set(labels).size).toBe(labels.length)
  })

  test('a detail has no letter and is in no golden record, since it is stored apart', () => {
    for (const { path, definition } of PATHS) {
      if (definition.detail !== true) continue
      expect([definition.letter, definition.golden], path.join('.')).toEqual([undefined, undefined])
    }
  })
})
