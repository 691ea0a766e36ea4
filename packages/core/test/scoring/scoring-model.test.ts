import { describe, expect, test } from 'vitest'
import type { Profile } from '../../src/model/category.ts'
import { RegistryError } from '../../src/model/registry-error.ts'
import { defaultSchema } from '../../src/schema/default-schema.ts'
import { DEFAULT_MODEL } from '../../src/scoring/default-model.ts'
import { parseScoringModel } from '../../src/scoring/scoring-model.ts'

type Editable = Record<string, Record<string, Record<string, Record<string, unknown>>>>

function changed(change: (model: Editable) => void): unknown {
  const model = structuredClone(DEFAULT_MODEL) as unknown as Editable
  change(model)
  return model
}

describe('scoring model', () => {
  test('parses its own JSON unchanged', () => {
    expect(parseScoringModel(JSON.parse(JSON.stringify(DEFAULT_MODEL)))).toEqual(DEFAULT_MODEL)
  })

  test.each<[string, unknown, RegExp]>([
    ['not an object', 'model', /not valid/],
    ['no version', changed((model) => delete (model as Record<string, unknown>).version), /version/],
    ['an unknown field', changed((model) => Object.assign(model, { wieght: 1 })), /wieght/],
    ['no thresholds', changed((model) => Object.assign(model, { thresholds: {} })), /thresholds\.match/],
    ['a threshold of 1', changed((model) => Object.assign(model.thresholds ?? {}, { match: 1 })), /thresholds\.match/],
    ['match below review', changed((model) => Object.assign(model.thresholds ?? {}, { match: 0.2 })), /match is below/],
    [
      'a missing profile',
      changed((model) => delete (model.profiles as Record<string, unknown>).transfer),
      /profiles\.transfer/,
    ],
    [
      'bits that are no number',
      changed((model) => set(model, 'lodging', 'name', 'identical', 'much')),
      /lodging.*identical/,
    ],
    ['bits beyond all measure', changed((model) => set(model, 'lodging', 'name', 'identical', 41)), /identical/],
    [
      'an unknown comparison',
      changed((model) => set(model, 'lodging', 'smell', 'same', 1)),
      /profile lodging has no comparison "smell"/,
    ],
    [
      'a comparison of another profile',
      changed((model) => set(model, 'lodging', 'route', 'same', 1)),
      /lodging has no comparison "route"/,
    ],
    [
      'an unknown level',
      changed((model) => set(model, 'activity', 'name', 'alike', 1)),
      /activity has no level "alike" of "name"/,
    ],
    [
      'bits for unknown',
      changed((model) => set(model, 'generic', 'phone', 'unknown', 1)),
      /generic has no level "unknown" of "phone"/,
    ],
    [
      'a veto of an unknown level',
      changed((model) => Object.assign(model.profiles?.lodging?.vetoes ?? {}, { number: ['odd'] })),
      /lodging has no level "odd" of "number"/,
    ],
    [
      'a name of the prototype',
      changed((model) => set(model, 'lodging', 'constructor', 'name', 1)),
      /comparison "constructor"/,
    ],
  ])('%s is rejected by name', (_what, json, message) => {
    expect(() => parseScoringModel(json)).toThrow(RegistryError)
    expect(() => parseScoringModel(json)).toThrow(message)
    expect(() => parseScoringModel(json)).toThrow(expect.objectContaining({ code: 'validation_failed' }))
  })

  test('the shipped model weighs silence as nothing and says where its numbers come from', () => {
    expect(DEFAULT_MODEL.provenance.length).toBeGreaterThan(40)
    for (const { bits } of Object.values(DEFAULT_MODEL.profiles)) {
      for (const levels of Object.values(bits)) expect(levels.unknown).toBeUndefined()
    }
  })

  test('in the shipped model no monotone level counts less than the next', () => {
    for (const profile of Object.keys(defaultSchema.profiles) as Profile[]) {
      for (const { name, monotoneLevels = [] } of defaultSchema.profiles[profile].comparisons) {
        for (const chain of monotoneLevels) {
          const bits = DEFAULT_MODEL.profiles[profile].bits[name] ?? {}
          const worth = chain.flatMap((level) => bits[level] ?? [])
          expect(worth, `${profile} ${name}`).toEqual(worth.toSorted((a, b) => b - a))
        }
      }
    }
  })

  test('in the shipped model agreement never speaks against, nor the opposite for', () => {
    for (const [profile, { bits }] of Object.entries(DEFAULT_MODEL.profiles)) {
      for (const { name, monotoneLevels = [] } of defaultSchema.profiles[profile as Profile].comparisons) {
        // The first chain runs from agreement to disagreement.
        const [strongest, weakest] = [monotoneLevels[0]?.[0] ?? '', monotoneLevels[0]?.at(-1) ?? '']
        expect(bits[name]?.[strongest] ?? 0, `${profile} ${name}`).toBeGreaterThanOrEqual(0)
        expect(bits[name]?.[weakest] ?? 0, `${profile} ${name}`).toBeLessThanOrEqual(0)
      }
    }
  })

  test('the levels of chains are levels of their comparison', () => {
    for (const { levels, monotoneLevels = [] } of defaultSchema.comparisons) {
      for (const chain of monotoneLevels) expect(levels).toEqual(expect.arrayContaining([...chain]))
    }
  })
})

function set(model: Editable, profile: string, comparison: string, level: string, bits: unknown): void {
  const all = model.profiles?.[profile]?.bits as Record<string, Record<string, unknown>>
  // Defines the property and does not assign it, so that a name of the prototype becomes an ordinary key.
  if (!Object.hasOwn(all, comparison)) Object.defineProperty(all, comparison, { value: {}, enumerable: true })
  Object.assign(all[comparison] ?? {}, { [level]: bits })
}
