import { runs } from '@utpid/testing'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { canonicalJson } from '../../src/encoding/canonical-json.ts'
import { hashTextHex } from '../../src/encoding/hash.ts'
import type { Profile } from '../../src/model/category.ts'
import { defaultSchema } from '../../src/schema/default-schema.ts'
import { extendSchema } from '../../src/schema/extend-schema.ts'
import type { RegistrySchema } from '../../src/schema/registry-schema.ts'
import { completeModel } from '../../src/scoring/complete-model.ts'
import { DEFAULT_MODEL } from '../../src/scoring/default-model.ts'
import { modelHash, modelRow, storedComparisonVersions, storedModel } from '../../src/scoring/model-version.ts'
import { parseScoringModel, type ScoringModel } from '../../src/scoring/scoring-model.ts'
import { PARITY, schemaWith, VIEWED_PARITY } from '../support/custom-comparisons.ts'
import { PLAIN_MODEL } from '../support/plain-model.ts'

const VETOING = { ...PARITY, vetoes: ['unlike'] }

/** Returns the shipped model with weights for `parity` in lodging. */
function weighed(bits: Record<string, number>, comparisons?: Record<string, number>): ScoringModel {
  const { lodging, ...others } = DEFAULT_MODEL.profiles
  const profiles = { ...others, lodging: { ...lodging, bits: { ...lodging.bits, parity: bits } } }
  return { ...DEFAULT_MODEL, profiles, ...(comparisons === undefined ? {} : { comparisons }) }
}

describe('a model for the default schema', () => {
  test('stays the same object with the same hash', () => {
    for (const model of [DEFAULT_MODEL, PLAIN_MODEL]) expect(completeModel(model, defaultSchema)).toBe(model)
    const { version, thresholds, profiles } = DEFAULT_MODEL
    expect(modelHash(DEFAULT_MODEL)).toBe(hashTextHex(canonicalJson({ version, thresholds, profiles })))
  })
})

describe('a completed model', () => {
  test('has the default bits, vetoes and versions of custom comparisons, in their profiles only', () => {
    const { profiles, comparisons } = completeModel(DEFAULT_MODEL, schemaWith(VETOING))
    expect(comparisons).toEqual({ parity: 1 })
    for (const profile of ['lodging', 'generic'] as const) {
      expect(profiles[profile].bits.parity).toEqual(PARITY.bits)
      expect(profiles[profile].vetoes.parity).toEqual(['unlike'])
    }
    expect(profiles.point).toBe(DEFAULT_MODEL.profiles.point)
  })

  test('keeps the bits that the model has for a comparison', () => {
    const { profiles } = completeModel(weighed({ alike: 7 }), schemaWith(VETOING))
    expect(profiles.lodging.bits.parity).toEqual({ alike: 7 })
    expect(profiles.generic.bits.parity).toEqual(PARITY.bits)
    const silent = completeModel(weighed({}, { parity: 1 }), schemaWith(PARITY))
    expect(silent.profiles.lodging.bits.parity).toEqual({})
  })

  test('has no bits of another version of a comparison', () => {
    const model = weighed({ alike: 7 }, { parity: 1 })
    const newer = completeModel(model, schemaWith({ ...PARITY, version: 2, bits: { alike: 3 } }))
    expect(newer.comparisons).toEqual({ parity: 2 })
    expect(newer.profiles.lodging.bits.parity).toEqual({ alike: 3 })
  })

  test('becomes the original model again without the comparison', () => {
    const model = completeModel(DEFAULT_MODEL, schemaWith(VETOING, VIEWED_PARITY))
    expect(completeModel(model, defaultSchema)).toEqual(DEFAULT_MODEL)
    expect(modelHash(completeModel(model, defaultSchema))).toBe(modelHash(DEFAULT_MODEL))
  })

  test('has no weights for removed comparisons', () => {
    const schema = extendSchema(defaultSchema, { name: 'starless', profiles: { lodging: { remove: ['stars'] } } })
    const { profiles } = completeModel(DEFAULT_MODEL, schema)
    expect(profiles.lodging.bits).not.toHaveProperty('stars')
    expect(profiles.lodging.bits.rooms).toEqual(DEFAULT_MODEL.profiles.lodging.bits.rooms)
    expect(profiles.generic).toBe(DEFAULT_MODEL.profiles.generic)
  })

  test('of any schemas is complete and valid for its schema, and has the default bits whatever the schema before', () => {
    const schemas = fc
      .record({
        version: fc.integer({ min: 1, max: 3 }),
        profiles: fc.uniqueArray(fc.constantFrom(...(Object.keys(defaultSchema.profiles) as Profile[]))),
        other: fc.boolean(),
        removed: fc.uniqueArray(fc.constantFrom('stars', 'name', 'brand')),
      })
      .map(
        ({ version, profiles, other, removed }): RegistrySchema =>
          extendSchema(defaultSchema, {
            name: 'any',
            comparisons: [{ ...VETOING, version, profiles }, ...(other ? [VIEWED_PARITY] : [])],
            profiles: { lodging: { remove: removed } },
          }),
      )
    fc.assert(
      fc.property(schemas, schemas, (one, other) => {
        const model = completeModel(DEFAULT_MODEL, one)
        expect(completeModel(model, one)).toBe(model)
        expect(parseScoringModel(JSON.parse(JSON.stringify(model)), one)).toEqual(model)
        const versions = Object.fromEntries(
          Object.values(one.profiles).flatMap(({ comparisons }) =>
            comparisons.flatMap((each) => ('version' in each ? [[each.name, each.version]] : [])),
          ),
        )
        expect(model.comparisons ?? {}).toEqual(versions)
        const moved = completeModel(completeModel(DEFAULT_MODEL, other), one)
        for (const [profile, { comparisons }] of Object.entries(one.profiles)) {
          const { bits } = moved.profiles[profile as Profile]
          for (const each of comparisons) if ('version' in each) expect(bits[each.name]).toEqual(PARITY.bits)
        }
      }),
      runs(200),
    )
  })
})

describe('the hash of a model', () => {
  const hashOf = (schema: RegistrySchema): string => modelHash(completeModel(DEFAULT_MODEL, schema))

  test('differs for another version, another comparison, other profiles and removed comparisons', () => {
    const hashes = [
      hashOf(defaultSchema),
      hashOf(schemaWith(PARITY)),
      hashOf(schemaWith({ ...PARITY, version: 2 })),
      hashOf(schemaWith({ ...PARITY, profiles: ['lodging'] })),
      hashOf(schemaWith({ ...PARITY, bits: { alike: 1 } })),
      hashOf(schemaWith(PARITY, VIEWED_PARITY)),
      hashOf(extendSchema(defaultSchema, { name: 'test', profiles: { lodging: { remove: ['stars'] } } })),
    ]
    expect(new Set(hashes).size).toBe(hashes.length)
  })

  test('does not depend on the name or the order of the schema', () => {
    const named = extendSchema(defaultSchema, { name: 'named', comparisons: [VIEWED_PARITY, PARITY] })
    expect(hashOf(named)).toBe(hashOf(schemaWith(PARITY, VIEWED_PARITY)))
  })
})

describe('a model in JSON', () => {
  test.each<[string, ScoringModel, RegistrySchema, RegExp]>([
    [
      'with a comparison that the schema lacks',
      weighed({ alike: 1 }),
      defaultSchema,
      /lodging has no comparison "parity"/,
    ],
    ['with a level that it lacks', weighed({ same: 1 }), schemaWith(PARITY), /no level "same" of "parity"/],
    [
      'with another version of a comparison',
      weighed({ alike: 1 }, { parity: 2 }),
      schemaWith(PARITY),
      /version 2 of the comparison "parity", but the schema "test" has version 1/,
    ],
    [
      'with a version of an absent comparison',
      { ...DEFAULT_MODEL, comparisons: { parity: 2 } },
      defaultSchema,
      /"parity", but the schema "default" does not use it/,
    ],
    [
      'with half a version',
      { ...DEFAULT_MODEL, comparisons: { parity: 0.5 } },
      schemaWith(PARITY),
      /comparisons\.parity/,
    ],
  ])('%s is refused', (_what, model, schema, message) => {
    expect(() => parseScoringModel(model, schema)).toThrow(message)
    expect(() => parseScoringModel(model, schema)).toThrow(expect.objectContaining({ code: 'validation_failed' }))
  })

  test('may weigh comparisons that the schema removed', () => {
    const schema = extendSchema(defaultSchema, { name: 'starless', profiles: { lodging: { remove: ['stars'] } } })
    expect(parseScoringModel(DEFAULT_MODEL, schema)).toEqual(DEFAULT_MODEL)
  })

  test('is stored, and read for a schema with or without its comparisons', () => {
    const model = completeModel(DEFAULT_MODEL, schemaWith(PARITY))
    const rows = [modelRow(model)]
    expect(storedModel(rows, modelHash(model), schemaWith(PARITY))).toEqual(model)
    expect(storedModel(rows, modelHash(model), defaultSchema)).toEqual(DEFAULT_MODEL)
    expect(storedModel(rows, 'absent', defaultSchema)).toBeUndefined()
    expect(storedComparisonVersions(rows, modelHash(model))).toEqual({ parity: 1 })
    expect(storedComparisonVersions(rows, 'absent')).toEqual({})
    const damaged = [{ ...modelRow(model), content: { comparisons: { parity: 'one' } } }]
    expect(storedComparisonVersions(damaged, modelHash(model))).toEqual({})
    expect(storedModel(damaged, modelHash(model), defaultSchema)).toBeUndefined()
  })
})
