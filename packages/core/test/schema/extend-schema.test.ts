import { runs } from '@utpid/testing'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { extractFeatures } from '../../src/features/extract/extract-features.ts'
import type { Profile } from '../../src/model/category.ts'
import { LIMITS } from '../../src/model/limits.ts'
import type { CustomComparison } from '../../src/schema/custom-comparison.ts'
import { defaultSchema } from '../../src/schema/default-schema.ts'
import { extendSchema, type SchemaExtension } from '../../src/schema/extend-schema.ts'
import { PARITY } from '../support/custom-comparisons.ts'

const PROFILES = Object.keys(defaultSchema.profiles) as Profile[]

function extended(extension: Partial<SchemaExtension>): ReturnType<typeof extendSchema> {
  return extendSchema(defaultSchema, { name: 'test', ...extension })
}

/** Returns an extension with a changed comparison. */
function parity(change: object): Partial<SchemaExtension> {
  return { comparisons: [{ ...PARITY, ...change } as CustomComparison] }
}

function namesOf(schema: ReturnType<typeof extendSchema>, profile: Profile): string[] {
  return schema.profiles[profile].comparisons.map(({ name }) => name)
}

describe('an extended schema', () => {
  test('has the new comparisons after those of the base, in their profiles only', () => {
    const schema = extended({ comparisons: [PARITY, { ...PARITY, name: 'other', profiles: ['lodging'] }] })
    expect(namesOf(schema, 'lodging')).toEqual([...namesOf(defaultSchema, 'lodging'), 'parity', 'other'])
    expect(namesOf(schema, 'generic')).toEqual([...namesOf(defaultSchema, 'generic'), 'parity'])
    expect(schema.profiles.point).toBe(defaultSchema.profiles.point)
    expect(namesOf(defaultSchema, 'lodging')).not.toContain('parity')
  })

  test('can be extended again, and does not take over the module of its base', () => {
    const base = extended({ comparisons: [PARITY], module: 'file:///base.js' })
    const schema = extendSchema(base, { name: 'more', comparisons: [{ ...PARITY, name: 'second' }] })
    expect(base.module).toBe('file:///base.js')
    expect(schema.module).toBeUndefined()
    expect(namesOf(schema, 'lodging').slice(-2)).toEqual(['parity', 'second'])
  })

  test('changes the comparisons of a profile by name', () => {
    const schema = extended({
      comparisons: [{ ...PARITY, profiles: [] }],
      profiles: { activity: { add: ['parity', 'stars'], remove: ['web'] } },
    })
    expect(namesOf(schema, 'activity')).toEqual([
      ...namesOf(defaultSchema, 'activity').filter((name) => name !== 'web'),
      'parity',
      'stars',
    ])
    expect(schema.profiles.activity.removed?.map(({ name }) => name)).toEqual(['web'])
    const again = extendSchema(schema, { name: 'again', profiles: { activity: { add: ['web'] } } })
    expect(again.profiles.activity.removed).toBeUndefined()
  })

  test('does not depend on later changes of the given objects', () => {
    const levels = ['alike', 'unlike', 'unknown']
    const bits = { alike: 1 }
    const [comparison] = extended({ comparisons: [{ ...PARITY, levels, bits }] }).comparisons.slice(-1)
    levels.unshift('better')
    bits.alike = 9
    expect(comparison).toMatchObject({ levels: ['alike', 'unlike', 'unknown'], bits: { alike: 1 } })
  })

  test('of any changes has unique comparisons, and the rest of each profile in the order of the base', () => {
    const changes = fc.record({
      custom: fc.uniqueArray(fc.constantFrom('aa', 'bb', 'cc'), { maxLength: 3 }),
      into: fc.uniqueArray(fc.constantFrom(...PROFILES)),
      profile: fc.constantFrom(...PROFILES),
      removed: fc.infiniteStream(fc.boolean()),
    })
    fc.assert(
      fc.property(changes, ({ custom, into, profile, removed }) => {
        const remove = namesOf(defaultSchema, profile).filter(() => removed.next().value === true)
        const comparisons = custom.map((name) => ({ ...PARITY, name, profiles: into }))
        const schema = extended({ comparisons, profiles: { [profile]: { remove } } })
        for (const each of PROFILES) {
          const base = namesOf(defaultSchema, each).filter((name) => each !== profile || !remove.includes(name))
          expect(namesOf(schema, each)).toEqual([...base, ...(into.includes(each) ? custom : [])])
        }
        expect(schema.comparisons.map(({ name }) => name)).toEqual([
          ...defaultSchema.comparisons.map(({ name }) => name),
          ...custom,
        ])
      }),
      runs(200),
    )
  })
})

describe('an extension is refused with the name of the comparison and the problem', () => {
  const many = (count: number): CustomComparison[] =>
    Array.from({ length: count }, (_, at) => ({ ...PARITY, name: `custom_${at}`, profiles: ['lodging'] }))
  const levels = (count: number): string[] => Array.from({ length: count }, (_, at) => `level_${at}`)

  test.each<[string, Partial<SchemaExtension>, RegExp]>([
    ['the name of the default schema', { name: 'default' }, /name of a schema.*default/],
    ['no name', { name: '' }, /name of a schema/],
    ['an empty module', { module: '' }, /module.*import\.meta\.url/],
    ['no comparison', { comparisons: [null as never] }, /no object/],
    ['no list of comparisons', { comparisons: PARITY as never }, /must be a list/],
    ['a name in camel case', parity({ name: 'parityOfPhone' }), /"parityOfPhone".*snake case/],
    ['a name of the prototype', parity({ name: 'constructor' }), /"constructor".*snake case/],
    ['a long name', parity({ name: 'a'.repeat(65) }), /at most 64/],
    ['a taken name', parity({ name: 'phone' }), /"phone".*another comparison has this name/],
    ['two equal names', { comparisons: [PARITY, PARITY] }, /"parity".*another comparison has this name/],
    ['no description', parity({ description: '' }), /"parity".*description/],
    ['version 0', parity({ version: 0 }), /"parity".*version.*integer/],
    ['half a version', parity({ version: 1.5 }), /"parity".*version.*integer/],
    ['no levels', parity({ levels: ['unknown'] }), /"parity".*levels is empty/],
    ['levels that are no list', parity({ levels: 'alike' }), /"parity".*levels must be a list/],
    ['a doubled level', parity({ levels: ['alike', 'alike', 'unknown'], bits: {} }), /"parity".*"alike" twice/],
    ['unknown in the middle', parity({ levels: ['alike', 'unknown', 'unlike'] }), /"parity".*last level.*"unknown"/],
    ['a level with a space', parity({ levels: ['a b', 'unknown'], bits: {} }), /"parity".*"a b".*snake case/],
    ['65 levels', parity({ levels: [...levels(64), 'unknown'], bits: {} }), /"parity".*65 levels.*at most 64/],
    ['bits of an unknown level', parity({ bits: { same: 1 } }), /"parity".*bits has "same"/],
    ['bits of unknown', parity({ bits: { unknown: 1 } }), /"parity".*bits has "unknown"/],
    ['too many bits', parity({ bits: { alike: 40.5 } }), /"parity".*bits of "alike".*-40 to 40/],
    ['bits that are no number', parity({ bits: { alike: Number.NaN } }), /"parity".*bits of "alike"/],
    ['a veto of an unknown level', parity({ vetoes: ['same'] }), /"parity".*vetoes has "same"/],
    ['a chain with unknown', parity({ monotoneLevels: [['alike', 'unknown']] }), /"parity".*monotoneLevels.*"unknown"/],
    ['an unknown profile', parity({ profiles: ['boats'] }), /"parity".*no profile "boats"/],
    ['a doubled profile', parity({ profiles: ['point', 'point'] }), /"parity".*"point" twice/],
    ['no compare', parity({ compare: undefined }), /"parity".*compare must be a function/],
    ['no show', parity({ show: 'phone' }), /"parity".*show must be a function/],
    ['isPresent that is no function', parity({ isPresent: true }), /"parity".*isPresent must be a function/],
    ['a cost of 0', parity({ cost: 0 }), /"parity".*cost.*above 0/],
    ['a change of an unknown profile', { profiles: { boats: {} } as never }, /no profile "boats"/],
    ['the removal of an absent comparison', { profiles: { point: { remove: ['stars'] } } }, /point.*"stars" to remove/],
    ['the addition of nothing known', { profiles: { point: { add: ['smell'] } } }, /no comparison "smell"/],
    ['the addition of a present one', { profiles: { point: { add: ['name'] } } }, /point already has.*"name"/],
    ['names that are no list', { profiles: { point: { add: 'stars' as never } } }, /point.*lists/],
    [
      'more than 30 comparisons of a profile',
      { comparisons: many(LIMITS.comparisonsPerProfile) },
      /lodging has 51 comparisons, but at most 30 are allowed; "custom_9"/,
    ],
  ])('%s', (_what, extension, message) => {
    expect(() => extended(extension)).toThrow(message)
    expect(() => extended(extension)).toThrow(expect.objectContaining({ code: 'validation_failed' }))
  })

  test('with exactly 30 comparisons it is accepted', () => {
    const free = LIMITS.comparisonsPerProfile - defaultSchema.profiles.lodging.comparisons.length
    expect(extended({ comparisons: many(free) }).profiles.lodging.comparisons).toHaveLength(30)
  })
})

describe('a custom comparison that fails', () => {
  const left = extractFeatures({ phone: '01 42 60 30 70' })
  const right = extractFeatures({ phone: '01 42 60 30 71' })

  function added(change: Partial<CustomComparison>): CustomComparison {
    return extended(parity(change)).comparisons.at(-1) as CustomComparison
  }

  test.each<[string, Partial<CustomComparison>, RegExp]>([
    ['throws', { compare: () => JSON.parse('{') }, /"parity" \(version 1\) failed: compare threw SyntaxError/],
    ['returns an undeclared level', { compare: () => 'same' }, /"parity".*compare returned "same"/],
    ['returns no level', { compare: () => undefined as never }, /"parity".*compare returned undefined/],
    [
      'throws when asked for a value',
      {
        isPresent: () => {
          throw new Error('no phone book')
        },
      },
      /"parity".*isPresent threw Error: no phone book/,
    ],
  ])('and %s is named', (_what, change, message) => {
    const { compare } = added(change)
    expect(() => compare(left, right, () => 1)).toThrow(message)
    expect(() => compare(left, right, () => 1)).toThrow(
      expect.objectContaining({ code: 'validation_failed', details: { comparison: 'parity', version: 1 } }),
    )
  })

  test.each<[string, CustomComparison['compareView'] & object, RegExp]>([
    ['an undeclared level', () => 'same', /compareView returned "same"/],
    ['a list with an undeclared level', () => ['alike', 'same'], /compareView returned "same"/],
    ['an empty list', () => [], /compareView returned undefined/],
    ['ever new lists', () => ['alike', 'unlike'], /the same list object/],
  ])('is named if its view is %s', (_what, compareView, message) => {
    const viewed = added({ compareView })
    expect(() => {
      for (let time = 0; time < 1_000; time++) viewed.compareView?.(left, right as never, () => 1)
    }).toThrow(message)
  })

  test('is unknown where isPresent denies a value', () => {
    const { compare } = added({ isPresent: ({ phone }) => phone === left.phone, compare: () => 'alike' })
    expect(compare(left, left, () => 1)).toBe('alike')
    expect(compare(left, right, () => 1)).toBe('unknown')
    const one = added({ isPresent: ({ phone }) => phone === left.phone, compare: () => 'alike', oneSideIsEnough: true })
    expect(one.compare(right, left, () => 1)).toBe('alike')
    expect(one.compare(right, right, () => 1)).toBe('unknown')
  })
})
