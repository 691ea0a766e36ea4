import { runs } from '@utpid/testing'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { extractFeatures } from '../../src/features/extract/extract-features.ts'
import type { CustomBlockingRule } from '../../src/features/rules/blocking-rule.ts'
import { CURRENT_RULES } from '../../src/features/rules/index-version.ts'
import { choice, DATE, type FieldType, FLAG, list, object, text, whole } from '../../src/fields/field-type.ts'
import { RECORD_FIELDS } from '../../src/fields/record-fields.ts'
import { parseRecord } from '../../src/ingest/parse-record.ts'
import { LIMITS } from '../../src/model/limits.ts'
import type { CustomField, FieldFeature } from '../../src/schema/custom-field.ts'
import { defaultSchema } from '../../src/schema/default-schema.ts'
import { extendSchema } from '../../src/schema/extend-schema.ts'
import type { RegistrySchema } from '../../src/schema/registry-schema.ts'
import { indexRulesOf } from '../../src/schema/schema-rules.ts'
import { POOL, STORED_POOL } from '../support/custom-fields.ts'

const RULE: CustomBlockingRule = {
  name: 'own',
  version: 1,
  description: 'Test.',
  strength: 'firm',
  contents: ({ added = {} }) => (added.pool === undefined ? [] : [String(added.pool)]),
}
const RECORD = { supplier: 'alpha', code: '1', name: 'Ritz' }

function withFields(fields: Readonly<Record<string, CustomField>>): RegistrySchema {
  return extendSchema(defaultSchema, { name: 'test', fields })
}

/** Returns the parsed value of a custom field, and the reported repairs. */
function parsed(field: CustomField, value: unknown): unknown[] {
  const result = parseRecord({ ...RECORD, pool: value }, { fields: withFields({ pool: field }).fields })
  const record = 'record' in result ? (result.record as unknown as Record<string, unknown>) : {}
  return [record.pool, ...result.repairs.map(({ field: path, code }) => `${path}: ${code}`)]
}

describe('a schema with custom fields', () => {
  test('has them after the fields of its base, which stays as it is', () => {
    const base = withFields({ pool: POOL })
    const schema = extendSchema(base, { name: 'more', fields: { spa: { ...STORED_POOL, detail: true } } })
    expect(Object.keys(schema.fields)).toEqual([...Object.keys(RECORD_FIELDS), 'pool', 'spa'])
    expect(schema.addedFields.map(({ name }) => name)).toEqual(['pool'])
    expect(Object.keys(base.fields)).toEqual([...Object.keys(RECORD_FIELDS), 'pool'])
    expect(extendSchema(defaultSchema, { name: 'same' }).fields).toBe(RECORD_FIELDS)
  })

  test('does not depend on later changes of the given objects', () => {
    const type = { kind: 'text' as const, maxCharacters: 40 }
    const schema = withFields({ pool: { ...POOL, type } })
    type.maxCharacters = 1
    expect(schema.fields.pool?.type).toEqual(text(40))
  })

  test('parses them, and keeps them in extra without the schema', () => {
    expect(parsed(POOL, ' Salt  water ')[0]).toBe('Salt water')
    const plain = parseRecord({ ...RECORD, pool: 'Salt water' })
    expect(plain).toMatchObject({ record: { extra: { pool: 'Salt water' } } })
    expect(parsed(POOL, 'x'.repeat(41))[0]).toHaveLength(40)
  })

  test('converts values by parse, and reports values that it cannot convert', () => {
    const parse = (value: unknown): unknown => {
      if (value === 'none') throw new RangeError('none')
      return value === '?' ? undefined : String(value).replace(/^pool: /, '')
    }
    const field = { ...POOL, parse }
    expect(parsed(field, 'pool: Salt water')).toEqual(['Salt water'])
    for (const value of ['?', 'none']) expect(parsed(field, value)).toEqual([undefined, 'pool: value_removed'])
    expect(parsed(field, null)).toEqual([undefined])
  })
})

describe('the default feature', () => {
  test.each<[codec: FieldFeature['codec'], type: FieldType, value: unknown, feature: unknown]>([
    ['text', text(40), 'Sält Water', 'salt water'],
    ['text', choice('Salt', 'Fresh'), 'Salt', 'salt'],
    ['text', DATE, '2026-11-27', '2026 11 27'],
    ['number', whole(0, 10), 7, 7],
    ['number', FLAG, true, 1],
    ['number', FLAG, false, 0],
    ['texts', list(4, text(40)), ['Salt', '!', 'FRESH'], ['salt', 'fresh']],
  ])('%s of %j', (codec, type, value, feature) => {
    const example = Array.isArray(value) ? ['Salt'] : value
    const schema = withFields({ pool: { ...POOL, type, example, feature: { codec } } })
    const content = { name: 'Ritz', pool: value }
    expect(indexRulesOf(schema).extract(content).added).toEqual({ pool: feature })
  })

  test('of a text is a text that can be stored, for any text', () => {
    const rules = indexRulesOf(withFields({ pool: { ...POOL, type: text(20_000) } }))
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (value) => {
        const { pool = '' } = rules.extract({ name: 'Ritz', ...{ pool: value } }).added ?? {}
        expect((pool as string).isWellFormed()).toBe(true)
      }),
      runs(100),
    )
  })
})

test('index rules follow from the schema', () => {
  expect(indexRulesOf(defaultSchema)).toBe(CURRENT_RULES)
  const stored = withFields({ pool: STORED_POOL })
  expect(indexRulesOf(stored)).toBe(CURRENT_RULES)
  const schema = withFields({ pool: POOL })
  expect(indexRulesOf(schema)).toBe(indexRulesOf(schema))
  expect(indexRulesOf(schema).version).toBe(indexRulesOf(extendSchema(schema, { name: 'other' })).version)
  const versions = [
    schema,
    withFields({ spa: POOL }),
    withFields({ pool: { ...POOL, version: 2 } }),
    extendSchema(schema, { name: 'other', blockingRules: [RULE] }),
    extendSchema(defaultSchema, { name: 'other', blockingRules: [RULE] }),
  ].map((each) => indexRulesOf(each).version)
  expect(new Set(versions).size).toBe(versions.length)
})

describe('a wrong field is refused by name', () => {
  test.each<[name: string, problem: RegExp]>([
    ['Pool', /"Pool" is not valid: its name must start with/],
    ['pool_water', /its name must start with/],
    ['constructor', /its name must start with/],
    ['x'.repeat(65), /its name must start with/],
    ['phone', /"phone" is not valid: another field has this name/],
    ['code', /another field has this name/],
    ['extra', /another field has this name/],
    ['supplier', /another field has this name/],
    ['ref', /another field has this name/],
  ])('with the name %s', (name, problem) => {
    expect(() => withFields({ [name]: POOL })).toThrow(expect.objectContaining({ code: 'validation_failed' }))
    expect(() => withFields({ [name]: POOL })).toThrow(problem)
  })

  test.each<[title: string, change: object | null, problem: RegExp]>([
    ['no object', null, /its definition must be an object/],
    ['no version', { version: 1.5 }, /its version must be an integer of 1 or more/],
    ['no label', { label: '' }, /it needs a label/],
    ['a description that is no text', { description: 7 }, /its description must be a text/],
    ['aliases that are no texts', { aliases: { en: ['pool'] } }, /aliases must be an object of texts/],
    ['parse that is no function', { parse: 'trim' }, /parse must be a function/],
    ['a letter', { letter: 'q' }, /it has letter, which only fields of utpid have/],
    ['golden', { golden: true }, /it has golden/],
    ['no type', { type: undefined }, /its type must be an object with a kind/],
    ['an unknown kind', { type: { kind: 'money' } }, /its type has the kind "money", which does not exist/],
    ['no maximum', { type: { kind: 'text' } }, /maxCharacters of a text must be an integer of 1 to 20000/],
    ['an unknown form', { type: { ...text(9), form: 'constructor' } }, /the form of a text must be one of name,/],
    ['a pattern that is no text', { type: { ...text(9), pattern: /a/ } }, /the pattern of a text must be a text/],
    ['an empty range', { type: whole(4, 4) }, /min must be lower/],
    ['no step', { type: { ...whole(1, 4), step: 0 } }, /step must be a number above 0/],
    ['no choice', { type: choice() }, /values of a choice must be a list of 1 to 1000 texts/],
    ['a list without a limit', { type: list(0, text(9)) }, /maxEntries of a list must be an integer/],
    ['a list of nothing', { type: { kind: 'list', maxEntries: 9 } }, /its type must be an object with a kind/],
    ['an object without fields', { type: object({}) }, /an object must have 1 to 100 fields/],
    ['a wrong name in an object', { type: object({ a_b: POOL }) }, /"a_b" is no name of a field/],
    ['a wrong type in an object', { type: object({ a: { ...POOL, type: text(0) } }) }, /in "a", maxCharacters/],
    ['an unknown required field', { type: object({ a: POOL }, ['b']) }, /an object has no field "b"/],
    ['too many levels', { type: [1, 2, 3, 4, 5].reduce((type) => list(9, type), text(9) as FieldType) }, /4 levels/],
    ['an unknown merge', { merge: 'shortest' }, /merge must be "union"/],
    ['a union of texts', { merge: 'union' }, /"union", which is only for lists/],
    ['a detail with a feature', { detail: true }, /it is a detail, and details have no feature/],
    ['detail that is not true', { detail: false }, /detail must be true or absent/],
    ['a feature that is no object', { feature: 'text' }, /its feature must be an object/],
    ['an unknown codec', { feature: { codec: 'valueOf' } }, /the codec of its feature must be one of number, text/],
    ['of that is no function', { feature: { codec: 'text', of: 'fold' } }, /feature\.of must be a function/],
    ['no default feature', { feature: { codec: 'hashes' } }, /it needs feature\.of, since values of the type text/],
    ['no example', { example: undefined }, /its example must be a value as the parser stores it/],
    ['an example that is repaired', { example: ' Salt ' }, /its example must be a value/],
    ['parse that changes its result', { parse: (value: unknown) => `${value}!` }, /its example must be a value/],
  ])('with %s', (_, change, problem) => {
    const field = (change === null ? null : { ...POOL, ...change }) as CustomField
    expect(() => withFields({ pool: field })).toThrow(/^The field "pool" is not valid: /)
    expect(() => withFields({ pool: field })).toThrow(problem)
  })

  test('beyond the number of fields with a feature', () => {
    const fields = Array.from({ length: LIMITS.addedFeatures + 1 }, (_, at) => [`field${at}`, POOL] as const)
    expect(() => withFields(Object.fromEntries(fields))).toThrow(/"field16" is not valid.*at most 16/)
    const base = withFields(Object.fromEntries(fields.slice(0, -1)))
    expect(() => extendSchema(base, { name: 'more', fields: { pool: POOL } })).toThrow(/"pool" is not valid/)
    const stored = extendSchema(base, { name: 'more', fields: { pool: STORED_POOL } })
    expect(stored.addedFields.length).toBe(LIMITS.addedFeatures)
  })

  test('fields must be an object', () => {
    expect(() => withFields([] as unknown as Record<string, CustomField>)).toThrow(
      /must be an object of fields by name/,
    )
  })
})

describe('a blocking rule of a schema', () => {
  function withRules(...blockingRules: readonly CustomBlockingRule[]): RegistrySchema {
    return extendSchema(defaultSchema, { name: 'test', blockingRules })
  }
  const features = { ...extractFeatures(RECORD), added: { pool: 'salt' } }

  test('follows the rules of its base', () => {
    const schema = extendSchema(withRules(RULE), {
      name: 'more',
      blockingRules: [{ ...RULE, name: 'next', wide: true }],
    })
    expect(schema.blockingRules.map(({ name, wide }) => [name, wide])).toEqual([
      ['own', undefined],
      ['next', true],
    ])
    expect(schema.blockingRules[0]?.contents(features)).toEqual(['salt'])
  })

  test.each<[title: string, change: object, problem: RegExp]>([
    ['a name in camel case', { name: 'ownRule' }, /"ownRule" is not valid: its name must be snake case/],
    ['the name of a rule of utpid', { name: 'web_host' }, /another blocking rule has this name/],
    ['the name of a rule with a place', { name: 'place_name' }, /another blocking rule has this name/],
    ['no description', { description: '' }, /it needs a description/],
    ['no version', { version: 0 }, /its version must be an integer of 1 or more/],
    ['no strength', { strength: 'strong' }, /its strength must be "firm" or "loose"/],
    ['wide that is no boolean', { wide: 1 }, /wide must be true or false/],
    ['no contents', { contents: ['a'] }, /contents must be a function/],
  ])('with %s is refused by name', (_, change, problem) => {
    const rule = { ...RULE, ...change } as CustomBlockingRule
    expect(() => withRules(rule)).toThrow(expect.objectContaining({ code: 'validation_failed' }))
    expect(() => withRules(rule)).toThrow(problem)
  })

  test('twice, beyond the limit or in no list is refused', () => {
    expect(() => withRules(RULE, RULE)).toThrow(/"own" is not valid: another blocking rule has this name/)
    expect(() => withRules(null as unknown as CustomBlockingRule)).toThrow(/must be an object/)
    const many = Array.from({ length: LIMITS.addedBlockingRules + 1 }, (_, at) => ({ ...RULE, name: `rule_${at}` }))
    expect(() => withRules(...many)).toThrow(/"rule_16" is not valid: a schema has at most 16/)
    const noList = { name: 'test', blockingRules: {} as unknown as CustomBlockingRule[] }
    expect(() => extendSchema(defaultSchema, noList)).toThrow(/blocking rules of the schema "test" must be a list/)
  })

  test('that throws or returns no texts fails with its name', () => {
    const throwing = (): readonly string[] => {
      throw new RangeError('too deep')
    }
    for (const [contents, problem] of [
      [throwing, 'contents threw RangeError: too deep'],
      [() => 'salt', 'contents returned no list of texts'],
      [() => [7], 'contents returned no list of texts'],
    ] as const) {
      const [rule] = withRules({ ...RULE, contents: contents as () => readonly string[] }).blockingRules
      expect(() => rule?.contents(features)).toThrow(`The blocking rule "own" (version 1) failed: ${problem}.`)
    }
  })
})
