import { describe, expect, test } from 'vitest'
import { membersOf } from '../../src/fields/field-paths.ts'
import type { FieldType, MemberDefinition } from '../../src/fields/field-type.ts'
import { RECORD_FIELDS } from '../../src/fields/record-fields.ts'
import { parseRecord } from '../../src/ingest/parse-record.ts'

const IDENTITY = { supplier: 'osm', code: 'N1', name: 'Ritz' }
const FIELDS = Object.entries<MemberDefinition>(RECORD_FIELDS)

/** Returns a value of a field with all members of its objects. */
function fullValue({ type, example }: MemberDefinition): unknown {
  if (type.kind === 'list' && type.items.kind === 'object') return [fullObject(type.items)]
  return type.kind === 'object' ? fullObject(type) : example
}

function fullObject(type: FieldType): Record<string, unknown> {
  return Object.fromEntries(Object.entries(membersOf(type)).map(([name, member]) => [name, fullValue(member)]))
}

describe('examples of the table of fields', () => {
  test.each(FIELDS)('%s is stored as its example, without repairs', (name, { example }) => {
    const record = { ...IDENTITY, [name]: example }
    expect(parseRecord(record)).toEqual({ record, repairs: [] })
  })

  test.each(FIELDS)('%s is stored with all its members, without repairs', (name, definition) => {
    const record = { ...IDENTITY, [name]: fullValue(definition) }
    expect(parseRecord(record)).toEqual({ record, repairs: [] })
  })
})
